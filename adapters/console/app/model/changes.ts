import { isRead, worldOperations } from '../../../../engine/api/index.ts';
import type { Kind } from '../../../../engine/cloud/index.ts';
import { callFor, changeText, parseChange } from '../../../../engine/compare/index.ts';
import type { VirtualTime } from '../../../../engine/kernel/index.ts';
import { findNext } from '../../../../engine/world/index.ts';
import type { TextProblem } from '../editor/port.ts';
import type { RunLog } from './runLog.ts';

/** The actions on an entity at a moment. */
export interface PossibleActs {
  readonly kind: Kind;
  readonly id: string;
  readonly status: string;
  readonly acts: readonly { readonly name: string; readonly change: string }[];
}

/**
 * The time of a call that a reader decides on at a moment: one millisecond later, after everything of that instant. A scenario's step would
 * come before the calls of a load at its time.
 */
export const timeToAct = (log: RunLog, seq: number): VirtualTime => (seq === 0 ? 0 : log.at(seq) + 1) as VirtualTime;

/** Lists the actions at a moment, on the selected entity or on all, as changes that are ready to be made. */
export const possibleActs = (log: RunLog, seq: number, most: number, id?: string): readonly PossibleActs[] => {
  const now = log.at(seq) as VirtualTime;
  const state = log.stateAt(seq);
  const { possible } = findNext({ state, settings: log.settingsAt(seq), now }, most, id);
  return possible.flatMap((one) => {
    const entity = state.find(one.kind, one.id);
    if (entity === undefined || one.actions.length === 0) return [];
    const acts = one.actions.map((name) => ({ name, change: changeText(timeToAct(log, seq), callFor(one.kind, entity, name)) }));
    return [{ kind: one.kind, id: one.id, status: one.status, acts }];
  });
};

/** Every operation that changes something. */
export const changingOperations: readonly string[] = worldOperations.filter((row) => !isRead(row)).map(({ id }) => id);

export const checkChange = (text: string): readonly TextProblem[] => {
  const parsed = parseChange('change', text);
  return parsed._tag === 'Left' ? parsed.left.map(({ line, column, message }) => ({ line, column, message, isError: true })) : [];
};

/** The entry of a change in the log of its branch; undefined if it left none. */
export const seqOfChange = (log: RunLog, change: string): number | undefined => {
  const parsed = parseChange('change', change);
  if (parsed._tag === 'Left') return undefined;
  const { at, act } = parsed.right;
  for (let seq = log.lastUpTo(at); log.at(seq) === at && seq > 0; seq--) {
    const event = log.entry(seq)?.event;
    if (act === undefined ? event?.type === 'SettingsChanged' : event?.type === 'InputReceived' && event.operation === act) return seq;
  }
  return undefined;
};
