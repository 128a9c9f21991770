import type { Kind, StateOf } from '../../../cloud/entities.ts';
import { unitsEach, unitsPerMs } from '../../../cloud/handler/sharing.ts';
import type { State } from '../../../cloud/state/state.ts';
import { measureWorkLeft } from '../../../cloud/worker/work.ts';
import { sayDuration, type VirtualTime } from '../../../kernel/time.ts';
import { wordsOfBatch } from './tokens.ts';

/** Workers that have places, and take nothing before they have no job (worker.ramp). */
export const wordsOfRamp = (endpointId: string, state: State): readonly string[] => {
  const { concurrency = 1, ramp } = state.find('endpoint', endpointId)?.handler ?? {};
  if (ramp === undefined) return [];
  const climbing = state.fleet.of(endpointId).members.flatMap((id) => {
    const { status, places = 0 } = state.find('worker', id) ?? {};
    return status === 'RUNNING' && places < concurrency ? [`${id} takes ${places} at once so far`] : [];
  });
  if (climbing.length === 0) return [];
  return [`${climbing.join(', ')}: until that is ${concurrency}, it takes no more before all of them have ended (worker.ramp)`];
};

/** Describes how many others share the worker with a job or a request, and the effect (worker.sharing). */
export const wordsOfSharing = (kind: Kind, entity: StateOf<Kind>, state: State, now: VirtualTime): readonly string[] => {
  if (kind !== 'job' && kind !== 'request') return [];
  const { id, workerId } = entity as StateOf<'job' | 'request'>;
  const work = state.find('worker', workerId ?? '')?.work ?? null;
  const its = work && measureWorkLeft(work, id, now);
  if (work === null || its === null) return wordsOfBatch(id, workerId, state, now);
  const others = work.shares.length - 1;
  const each = unitsEach(work.sharing, work.shares.length);
  const speed = (each / unitsPerMs).toFixed(2);
  const alone = others === 0 ? 'alone' : `with ${others} other${others === 1 ? '' : 's'}, at ${speed} of the speed that it has alone`;
  const rest =
    its.leftUnits === null
      ? 'it never ends by itself'
      : `its work is done in ${sayDuration(Math.ceil(its.leftUnits / each))} if none comes or goes`;
  return [`it runs on ${workerId} ${alone}: ${rest} (worker.sharing)`];
};
