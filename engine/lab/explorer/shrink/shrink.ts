import { loadsAsBursts } from '../mutate/loadBursts.ts';
import type { Story } from '../story.ts';
import { mergePauses, orderSteps } from '../timing/pauses.ts';
import { fixDrawnTimes } from './fixedTimes.ts';
import { closeGaps, untimeSteps } from './gaps.ts';
import { cutEnd, leaveOutItems, leaveOutLoads, leaveOutPairs, leaveOutThreads } from './items.ts';
import { shortenNames } from './names.ts';
import { putInOrder } from './order.ts';
import { Plays, type StillFails } from './plays.ts';
import { leaveOutProperties } from './properties.ts';
import type { Pass, Search } from './search.ts';
import { isSimpler } from './simplicity.ts';
import { roundDurations, simplifyNumbers, simplifyTexts } from './values.ts';

/** The result of shortening a story, and how many stories were played for it. */
export interface Shrunk {
  readonly story: Story;
  readonly played: number;
}

/** Passes that cut most come first, because the rest is then played quickly. */
// biome-ignore format: a table
const passes: readonly (readonly [does: string, pass: Pass])[] = [
  ['leaves out loads',                                        leaveOutLoads],
  ['cuts the steps after the failure',                        cutEnd],
  ['leaves out loads, steps and faults, many at once',        leaveOutItems],
  ['leaves out a step with those that use what it saves',     leaveOutThreads],
  ['leaves out two at once',                                  leaveOutPairs],
  ['leaves out properties',                                   leaveOutProperties],
  ['writes steps in the order in which they come',            putInOrder],
  ['lets all clients of a load come at once',                 loadsAsBursts],
  ['lets steps come at once, or after a while',               untimeSteps],
  ['waits before a call, and not in a step of its own',       mergePauses],
  ['puts steps in the order of their moments',                orderSteps],
  ['closes gaps between moments',                             closeGaps],
  ['makes durations round and short',                         roundDurations],
  ['fixes times that are drawn',                              fixDrawnTimes],
  ['makes numbers small',                                     simplifyNumbers],
  ['makes texts short',                                       simplifyTexts],
  ['makes names short',                                       shortenNames],
];

/**
 * Shrinks a failing story: returns the simplest story found that fails in the same way. Draws are keyed by their purpose, so removing a part
 * changes no draw of the others. The shrinking passes run in turn, and all again, until none changes the story or the bound of plays is
 * reached. No story is played twice. Shrinking a story again that was shrunk to the end changes nothing.
 */
export const shrink = (story: Story, stillFails: StillFails, playedMax: number): Shrunk => {
  const plays = new Plays(stillFails, playedMax);
  return { story: simplest(story, plays), played: plays.played };
};

/** The same with plays that are known already, and with passes for what only a run can tell. */
export const simplest = (story: Story, plays: Plays, more: readonly Pass[] = []): Story => {
  let best = story;
  const search: Search = {
    get story() {
      return best;
    },
    fails: (candidate) => plays.fails(candidate),
    accept: (candidate) => {
      if (!isSimpler(candidate, best) || !plays.fails(candidate)) return false;
      best = candidate;
      return true;
    },
  };
  let before: Story | undefined;
  while (before !== best && !plays.areOver) {
    before = best;
    for (const pass of [...passes.map(([, one]) => one), ...more]) pass(search);
  }
  return best;
};
