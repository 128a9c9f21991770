import { parseDuration } from '../../../kernel/time.ts';
import type { StoryStep } from '../story.ts';

/** When each step comes, in ms, by the text of the story: undefined if only a run can tell. Calls are assumed to be answered at once. */
export const stepTimes = (steps: readonly StoryStep[]): readonly (number | undefined)[] => {
  let now: number | undefined = 0;
  return steps.map(({ at, delay, when, after, repeat }) => {
    if (at !== undefined) now = parseMs(at);
    else if ((when ?? after ?? repeat) !== undefined || now === undefined) now = undefined;
    else if (delay !== undefined) now += parseMs(delay) ?? Number.NaN;
    return now;
  });
};

/** The number of inversions: pairs of steps that are not in the order in which they come. */
export const countDisorder = (steps: readonly StoryStep[]): number => {
  const times = stepTimes(steps).filter((time) => time !== undefined);
  return times.reduce((sum, time, k) => sum + times.slice(k + 1).filter((later) => later < time).length, 0);
};

const parseMs = (text: unknown): number | undefined => (typeof text === 'string' ? parseDuration(text) : undefined);
