import type { JsonObject } from '../../../kernel/canonical.ts';
import { listSteps, type Story, type StoryStep, withSteps } from '../story.ts';
import { withoutTime } from '../timing/timing.ts';
import { chooseInsertionPoint, duringSpan, type InsertionPoint } from './insertionPoint.ts';
import type { Mutation, MutationInput } from './mutation.ts';

/**
 * Repeats a call, later or while something has a certain status, as a client does that retries, or that repeats another client's call. Two
 * calls with equal bodies meet, which independent draws rarely give.
 */
export const repeatStep: Mutation = (story, from) => {
  const { choice } = from;
  const steps = listSteps(story);
  const { place, time } = occasion(story, from);
  if (place === 0) return undefined;
  const again = againIn(choice.of(steps.slice(0, place)), steps);
  return withSteps(story, [...steps.slice(0, place), { ...time, ...again }, ...steps.slice(place)]);
};

const occasion = (story: Story, from: MutationInput): Pick<InsertionPoint, 'place' | 'time'> =>
  from.choice.happens(1, 2) ? (duringSpan(story, from) ?? chooseInsertionPoint(story, from)) : chooseInsertionPoint(story, from);

/** The call of a step, to be made again among the others. */
export const againIn = (step: StoryStep, steps: readonly StoryStep[]): StoryStep => {
  const { name: _name, expect: _expect, ...call } = withoutTime(step);
  return saveApart(call, steps);
};

/** Renames the variables that the copy saves, so that later steps still name the entity that the first call created. */
const saveApart = (step: StoryStep, steps: readonly StoryStep[]): StoryStep => {
  const saved = step['save'] as JsonObject | undefined;
  if (saved === undefined) return step;
  const taken = new Set(steps.flatMap(({ save }) => Object.keys((save ?? {}) as JsonObject)));
  const newName = (name: string): string => (taken.has(name) ? newName(`${name}x`) : name);
  return { ...step, save: Object.fromEntries(Object.entries(saved).map(([name, path]) => [newName(name), path])) };
};
