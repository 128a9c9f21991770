import { formatDuration, parseDuration } from '../../../kernel/time.ts';
import type { Pass } from '../shrink/search.ts';
import { listSteps, type StoryStep, withSteps } from '../story.ts';
import { countDisorder, stepTimes } from './stepTimes.ts';

/** The keys that say when a step comes. */
const triggers: readonly string[] = ['at', 'after', 'delay', 'when', 'within'];

/** Whether a step has no call: it only lets time pass. */
export const isPause = (step: StoryStep): boolean => Object.keys(step).every((name) => triggers.includes(name));

/** A step that only lets time pass goes, and the next one waits instead. */
export const mergePauses: Pass = (search) => {
  for (let place = listSteps(search.story).length - 2; place >= 0; place--) {
    const steps = listSteps(search.story);
    const [pause, next] = [steps[place] as StoryStep, steps[place + 1] as StoryStep];
    const merged = isPause(pause) ? afterPause(pause, next) : undefined;
    if (merged !== undefined) search.accept(withSteps(search.story, [...steps.slice(0, place), merged, ...steps.slice(place + 2)]));
  }
};

/** The step with the pause before it; undefined if it does not wait for the pause, or for more than a while after it. */
const afterPause = (pause: StoryStep, next: StoryStep): StoryStep | undefined => {
  const own = Object.keys(next).filter((name) => triggers.includes(name));
  if (own.length === 0) return { ...pause, ...next };
  if (own.length > 1 || own[0] !== 'delay' || pause['when'] !== undefined) return undefined;
  const name = pause['at'] === undefined ? 'delay' : 'at';
  const { delay, ...call } = next;
  return { ...pause, [name]: formatDuration(parseMs(pause[name]) + parseMs(delay)), ...call };
};

/** Steps are in the order in which they come, each with its delay after the one before. */
export const orderSteps: Pass = (search) => {
  const steps = listSteps(search.story);
  if (countDisorder(steps) === 0) return;
  const timed = stepTimes(steps).flatMap((time, place) => (time === undefined ? [] : [{ time, step: steps[place] as StoryStep }]));
  if (timed.length < steps.length) return;
  const inOrder = timed.sort((one, other) => one.time - other.time);
  search.accept(
    withSteps(
      search.story,
      inOrder.map(({ time, step }, k) => delayBy(step, time - (inOrder[k - 1]?.time ?? 0))),
    ),
  );
};

const delayBy = ({ at: _at, delay: _delay, ...call }: StoryStep, ms: number): StoryStep =>
  ms === 0 ? call : { delay: formatDuration(ms), ...call };

const parseMs = (text: unknown): number => (typeof text === 'string' ? (parseDuration(text) ?? 0) : 0);
