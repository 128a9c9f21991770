import { formatDuration, parseDuration } from '../../../kernel/time.ts';
import { listSteps, type Story, type StoryStep, withSteps } from '../story.ts';
import { leavesIn, type Path, withPart } from '../storyPaths.ts';
import { stepTimes } from '../timing/stepTimes.ts';
import { roundMs } from './findLeast.ts';
import type { Pass } from './search.ts';

/** Shrinking pass: a step that waits for a moment or a condition gets a delay after the step before, if the story still fails. */
export const untimeSteps: Pass = (search) => {
  listSteps(search.story).forEach((_, place) => {
    for (const delay of delaysFor(listSteps(search.story), place)) {
      const steps = listSteps(search.story);
      const step = steps[place];
      if (step === undefined || step['delay'] !== undefined) return;
      if (search.accept(withSteps(search.story, steps.with(place, delayBy(step, delay))))) return;
    }
  });
};

const delayBy = ({ at: _at, when: _when, within: _within, after: _after, ...step }: StoryStep, ms: number): StoryStep => ({
  ...(ms === 0 ? {} : { delay: formatDuration(ms) }),
  ...step,
});

const usual = [1_000, 10_000, 60_000, 600_000, 3_600_000, 86_400_000];

const delaysFor = (steps: readonly StoryStep[], place: number): readonly number[] => {
  const { at, when, after } = steps[place] ?? {};
  if (when !== undefined) return [0, ...usual];
  if (after !== undefined) return [0];
  const [before, own] = [place === 0 ? 0 : stepTimes(steps)[place - 1], parseMs(at)];
  return own === undefined ? [] : before === undefined || before > own ? usual : [own - before];
};

const parseMs = (text: unknown): number | undefined => (typeof text === 'string' ? parseDuration(text) : undefined);

/**
 * Shrinking pass: closes one gap between two moments of virtual time, and moves all later moments earlier by its length. The other gaps keep
 * their lengths. A single moment is shrunk like any duration.
 */
export const closeGaps: Pass = (search) => {
  for (let place = 0; ; place++) {
    const moments = momentsIn(search.story);
    const times = [...new Set(moments.map(([, ms]) => ms))].sort((a, b) => a - b);
    const from = times[place];
    if (from === undefined) return;
    const gap = from - (times[place - 1] ?? 0);
    const closeTo = (left: number): Story =>
      moments.reduce<Story>(
        (story, [path, ms]) => (ms < from ? story : withPart(story, path, formatDuration(ms - gap + left))),
        search.story,
      );
    [0, ...roundMs].find((left) => left >= gap || search.accept(closeTo(left)));
  }
};

/** The places at which a story names moments of virtual time. */
const momentsIn = (story: Story): readonly (readonly [path: Path, ms: number])[] =>
  leavesIn(story).flatMap(([path, leaf]) => {
    const ms = isMoment(path) ? parseMs(leaf) : undefined;
    return ms === undefined ? [] : [[path, ms] as const];
  });

/** Whether a duration there is a moment of the world's time. */
export const isMoment = ([part = '', , ...rest]: Path): boolean => moments[part]?.includes(rest.join('.')) ?? false;

const moments: Readonly<Record<string, readonly string[]>> = {
  steps: ['at'],
  load: ['start'],
  faults: ['at', 'window.from', 'window.to'],
};
