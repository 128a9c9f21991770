import { formatDuration } from '../../../kernel/time.ts';
import type { Choice } from '../choice.ts';
import type { StatusSpan } from '../corpus/corpus.ts';
import { listSteps, type Story, type StoryStep } from '../story.ts';
import { stepTimes } from '../timing/stepTimes.ts';
import { chooseSpan, conditionFor, momentIn, namesWhen, timeFor } from '../timing/timing.ts';
import type { MutationInput } from './mutation.ts';
import { type Names, namesAt } from './names.ts';

/** Where a step is inserted, when it is taken, and which entities it can name. It is most likely about the newest of them. */
export interface InsertionPoint {
  readonly place: number;
  readonly time: StoryStep;
  readonly names: Names;
}

/** Chooses any time, or a time at which something has a certain status. */
export const chooseInsertionPoint = (story: Story, from: MutationInput): InsertionPoint =>
  from.choice.happens(1, 4) ? (duringSpan(story, from) ?? anyTime(story, from)) : anyTime(story, from);

const anyTime = (story: Story, { swarm, choice, origin: { moments, seen } }: MutationInput): InsertionPoint => {
  const { length } = listSteps(story);
  const place = choice.happens(2, 3) ? length : choice.below(length + 1);
  const names = namesAt(story, place);
  const condition = choice.happens(1, 4) ? conditionFor(names, seen, choice) : undefined;
  if (condition === undefined) return { place, time: timeFor(story, swarm, choice, moments), names };
  return { place, time: condition, names: namesWhen(condition['when'] as string, names) };
};

/** Chooses a time at which something has a certain status, or right before or after. */
export const duringSpan = (story: Story, { choice, origin: { seen } }: MutationInput): InsertionPoint | undefined =>
  seen.length === 0 ? undefined : insertionPointIn(chooseSpan(seen, choice), story, choice);

/** A time in the span, or right before or after it. */
export const insertionPointIn = (span: StatusSpan, story: Story, choice: Choice): InsertionPoint => {
  const at = momentIn(span, choice);
  const place = stepTimes(listSteps(story)).findLastIndex((time) => time !== undefined && time <= at) + 1;
  const names = namesWhen(span.words, namesAt(story, place));
  return { place, time: { at: formatDuration(Number(at)) }, names };
};
