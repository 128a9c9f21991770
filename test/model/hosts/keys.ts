import { shortIdsFrom } from '../../../engine/kernel/ids.ts';
import { drawsFrom, keyText } from '../../../engine/kernel/rng.ts';
import { worldOf } from '../../support/worlds/worlds.ts';

/** What ids and draws are keyed by: what is random is the same in both simulators, and nothing else of the engine is in the model. */

const { seed } = worldOf();
const makeShortId = shortIdsFrom(seed);
const draw = drawsFrom(seed);

/** A call that gives a key of its own. */
export const makeCallKey = (call: string): string => keyText('given', 'acc-a') + keyText(call);

/** The id of a pod, by the call that creates it. */
export const makePodId = (call: string): string => makeShortId(keyText('pod', makeCallKey(call)));

/** The id of a member of a cluster, by the call that forms it, and its number there from 0. */
export const makeMemberId = (call: string, number: number): string => makeShortId(keyText('member', makeCallKey(call), String(number)));

/** A draw of a fault, in [0, 1): one for each trial. */
export const drawStrike = (fault: string, trial: string): number => draw('fault/strike', keyText(fault, trial));
