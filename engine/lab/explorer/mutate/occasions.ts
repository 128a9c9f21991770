import { formatDuration } from '../../../kernel/time.ts';
import type { Choice } from '../choice.ts';
import type { StatusSpan } from '../corpus/corpus.ts';
import { type Story, type StoryStep, stepsOf } from '../story.ts';
import { stepTimes } from '../timing/stepTimes.ts';
import { conditionFor, momentIn, namesWhen, spanOf, timeFor } from '../timing/timing.ts';
import type { Material } from './material.ts';
import { type Names, namesAt } from './names.ts';

/** Where a step is inserted, what says when it comes, and what it can name; the newest is what it is most likely about. */
export interface Occasion {
  readonly place: number;
  readonly time: StoryStep;
  readonly names: Names;
}

/** Any time, or while something has a status. */
export const occasionFor = (story: Story, from: Material): Occasion =>
  from.choice.happens(1, 4) ? (duringSpan(story, from) ?? anyTime(story, from)) : anyTime(story, from);

const anyTime = (story: Story, { swarm, choice, origin: { moments, seen } }: Material): Occasion => {
  const { length } = stepsOf(story);
  const place = choice.happens(2, 3) ? length : choice.below(length + 1);
  const names = namesAt(story, place);
  const condition = choice.happens(1, 4) ? conditionFor(names, seen, choice) : undefined;
  if (condition === undefined) return { place, time: timeFor(story, swarm, choice, moments), names };
  return { place, time: condition, names: namesWhen(condition['when'] as string, names) };
};

/** While something has a status, or right before or after. */
export const duringSpan = (story: Story, { choice, origin: { seen } }: Material): Occasion | undefined =>
  seen.length === 0 ? undefined : occasionIn(spanOf(seen, choice), story, choice);

/** While it lasts, or right before or after. */
export const occasionIn = (span: StatusSpan, story: Story, choice: Choice): Occasion => {
  const at = momentIn(span, choice);
  const place = stepTimes(stepsOf(story)).findLastIndex((time) => time !== undefined && time <= at) + 1;
  const names = namesWhen(span.words, namesAt(story, place));
  return { place, time: { at: formatDuration(Number(at)) }, names };
};
