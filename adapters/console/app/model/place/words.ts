import { finish, formatVirtualTime, type VirtualTime } from '../../../../../engine/kernel/index.ts';
import { idMeant } from '../../../../../engine/world/index.ts';
import type { Place } from '../../link/hash.ts';
import type { RunLog } from '../runLog.ts';

/** A moment as a link has it: its time, where that is after all that happened then; else the number of its entry. */
export const writeMoment = (log: RunLog | undefined, seq: number): Pick<Place, 'seq' | 'time'> => {
  const at = log?.at(seq) ?? 0;
  if (log === undefined || seq === 0 || log.lastUpTo(at) !== seq) return { seq };
  return { time: formatVirtualTime(at as VirtualTime).replace(/\.000$/, '') };
};

/** An entity as a link has it: by its kind, and what views call it if that is its name alone. Nothing of a name that is too long. */
export const writeEntity = (log: RunLog | undefined, id: string | undefined): Pick<Place, 'of' | 'kind'> => {
  if (id === undefined) return {};
  const label = log?.labels.findName(id) ?? id;
  const of = log?.labels.findId(label) === id ? label : (log?.names.findName(id) ?? id);
  const kind = log?.lives.kind(id);
  if (of.length > nameMax) return {};
  return kind === undefined || kind === 'endpoint' || kind === 'host' ? { of } : { of, kind };
};

const nameMax = 200;

/** The id that a link means: `job=37` is `job-37`. */
export const readEntity = (log: RunLog, { of = '', kind }: Place): string => {
  const name = kind !== undefined && /^\d+$/.test(of) ? `${kind}-${of}` : of;
  return log.labels.findId(name) ?? finish(idMeant(log, name));
};
