import type { Json } from '../../../kernel/canonical.ts';
import { type Story, type StoryStep, stepsOf, withSteps } from '../story.ts';
import { withoutTime } from '../timing/timing.ts';
import type { Material, Mutation } from './material.ts';
import { duringSpan, type Occasion, occasionFor } from './occasions.ts';

/**
 * The same call again, as of a client that tries again, or of another one that wants the same: later, or while something has a status. So what
 * was made already meets its like in all that the call says, however rarely two calls that are drawn would agree.
 */
export const repeatStep: Mutation = (story, from) => {
  const { choice } = from;
  const steps = stepsOf(story);
  const { place, time } = occasion(story, from);
  if (place === 0) return undefined;
  const again = againIn(choice.of(steps.slice(0, place)), steps);
  return withSteps(story, [...steps.slice(0, place), { ...time, ...again }, ...steps.slice(place)]);
};

const occasion = (story: Story, from: Material): Pick<Occasion, 'place' | 'time'> =>
  from.choice.happens(1, 2) ? (duringSpan(story, from) ?? occasionFor(story, from)) : occasionFor(story, from);

/** The call of a step, to be made again among the others. */
export const againIn = (step: StoryStep, steps: readonly StoryStep[]): StoryStep => {
  const { name: _name, expect: _expect, ...call } = withoutTime(step);
  return saveApart(call, steps);
};

/** What it saves has names of its own: the steps after it go on about what they were about. */
const saveApart = (step: StoryStep, steps: readonly StoryStep[]): StoryStep => {
  const saved = step['save'] as Saved | undefined;
  if (saved === undefined) return step;
  const taken = new Set(steps.flatMap(({ save }) => Object.keys((save ?? {}) as Saved)));
  const newName = (name: string): string => (taken.has(name) ? newName(`${name}x`) : name);
  return { ...step, save: Object.fromEntries(Object.entries(saved).map(([name, path]) => [newName(name), path])) };
};

type Saved = { readonly [name: string]: Json };
