import { shortIdsFrom } from '../../../engine/kernel/ids.ts';
import { drawsFrom, keyText } from '../../../engine/kernel/rng.ts';
import { worldOf } from '../../support/worlds/worlds.ts';

/** What ids and draws are keyed by: what is random is the same in both simulators, and nothing else of the engine is in the model. */

const { seed } = worldOf();
const makeShortId = shortIdsFrom(seed);
const draw = drawsFrom(seed);

/** A call that gives a key of its own. */
export const makeCallKey = (call: string): string => keyText('given', 'acc-a') + keyText(call);

/** The id of a pod, or of a member of a cluster, by the name of each in a plan: the call, and the number of the member. */
export const makeSeekerId = (name: string): string => {
  const [call = '', member] = name.split('/');
  return makeShortId(member === undefined ? keyText('pod', makeCallKey(call)) : keyText('member', makeCallKey(call), member));
};

/** A draw of a fault, in [0, 1): one for each trial. */
export const drawStrike = (fault: string, trial: string): number => draw('fault/strike', keyText(fault, trial));
