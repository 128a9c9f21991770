import { entities } from '../entities.ts';
import { formatDuration, type VirtualTime } from '../kernel/time.ts';
import type { Choice } from './choice.ts';
import { faultFor } from './faults.ts';
import { type Names, namesAt } from './names.ts';
import { stepFor } from './steps.ts';
import { faultsOf, loadsOf, type Story, type StoryStep, stepsOf, withFaults, withLoads, withSteps } from './story.ts';
import type { Swarm } from './swarm.ts';

/** What a story changes by: once, somewhere. Undefined where it does not apply. */
type Mutation = (story: Story, swarm: Swarm, choice: Choice, moments: readonly VirtualTime[]) => Story | undefined;

/**
 * A story changed as often as the swarm says. `moments` are the times at which something happened when the original was played: that is
 * where rules meet, and steps are moved to just before, at, and just after them.
 */
export const mutated = (story: Story, swarm: Swarm, choice: Choice, moments: readonly VirtualTime[]): Story => {
  let changed = story;
  for (let k = 0; k < swarm.changes; k++) changed = choice.weighted(mutations)(changed, swarm, choice, moments) ?? changed;
  return changed;
};

const insertStep: Mutation = (story, swarm, choice, moments) => {
  const steps = stepsOf(story);
  const place = choice.happens(1, 2) ? steps.length : choice.below(steps.length + 1);
  const row = choice.of(swarm.operations);
  const names = namesAt(story, place);
  const when = choice.happens(1, 4) ? conditionFor(names, choice) : undefined;
  const step = { ...(when ?? timeFor(swarm, choice, moments)), ...stepFor(row, names, steps.length + 1, choice) };
  return withSteps(story, [...steps.slice(0, place), step, ...steps.slice(place)]);
};

const dropStep: Mutation = (story, _swarm, choice) => {
  const steps = stepsOf(story);
  return steps.length === 0 ? undefined : withSteps(story, withoutItem(steps, choice.below(steps.length)));
};

/** The same call again, later. */
const repeatStep: Mutation = (story, swarm, choice, moments) => {
  const steps = stepsOf(story);
  if (steps.length === 0) return undefined;
  const { name: _name, at: _at, after: _after, delay: _delay, when: _when, within: _within, expect: _expect, ...step } = choice.of(steps);
  return withSteps(story, [...steps, { ...timeFor(swarm, choice, moments), ...step }]);
};

const swapSteps: Mutation = (story, _swarm, choice) => {
  const steps = stepsOf(story);
  if (steps.length < 2) return undefined;
  const place = choice.below(steps.length - 1);
  const [one, other] = [steps[place] as StoryStep, steps[place + 1] as StoryStep];
  return withSteps(story, [...steps.slice(0, place), other, one, ...steps.slice(place + 2)]);
};

/** Moves a step to a moment at which something happens, or to a millisecond beside it. */
const retimeStep: Mutation = (story, _swarm, choice, moments) => {
  const steps = stepsOf(story);
  if (steps.length === 0 || moments.length === 0) return undefined;
  const place = choice.below(steps.length);
  const { after: _after, delay: _delay, when: _when, within: _within, at: _at, ...step } = steps[place] as StoryStep;
  return withSteps(story, replaced(steps, place, { at: momentText(choice, moments), ...step }));
};

const addFault: Mutation = (story, { faults }, choice) =>
  faults.length === 0 ? undefined : withFaults(story, [...faultsOf(story), faultFor(choice.of(faults), namesAt(story, 0), choice)]);

const dropFault: Mutation = (story, _swarm, choice) => {
  const faults = faultsOf(story);
  return faults.length === 0 ? undefined : withFaults(story, withoutItem(faults, choice.below(faults.length)));
};

/** A load has another shape: many at once, or a few each second. */
const changeLoad: Mutation = (story, { loads: isWanted }, choice) => {
  const loads = loadsOf(story);
  const [endpoint] = namesAt(story, 0).get('endpoint') ?? [];
  if (!isWanted || endpoint === undefined) return undefined;
  if (loads.length > 0 && choice.happens(1, 2)) return withLoads(story, withoutItem(loads, choice.below(loads.length)));
  const shape = choice.of<StoryStep>([
    { burst: { size: 12 } },
    { poisson: { rate: '2/s' }, for: '20s' },
    { constant: { every: '3s' }, exactly: 8 },
  ]);
  return withLoads(story, [...loads, { with: { endpoint, body: { input: {} } }, mayBeRefused: true, ...shape }]);
};

const mutations: readonly (readonly [weight: number, mutation: Mutation])[] = [
  [12, insertStep],
  [2, dropStep],
  [3, repeatStep],
  [1, swapSteps],
  [5, retimeStep],
  [2, addFault],
  [1, dropFault],
  [2, changeLoad],
];

/** As soon as something that the story made has some status: a call meets it there, however long that takes. */
const conditionFor = (names: Names, choice: Choice): StoryStep | undefined => {
  const made = watched.flatMap((kind) =>
    (names.get(kind) ?? []).filter((name) => name.startsWith('$')).map((name) => [kind, name] as const),
  );
  if (made.length === 0) return undefined;
  const [kind, name] = choice.of(made);
  return { when: `${kind} ${name} is ${choice.of(entities[kind].lifecycle.statuses).status}`, within: '1h' };
};

const watched = ['job', 'pod', 'cluster', 'endpoint'] as const;

/** When an added step comes: soon after the step before it, or at a moment at which something happens. */
const timeFor = ({ pauseMs }: Swarm, choice: Choice, moments: readonly VirtualTime[]): StoryStep => {
  if (moments.length > 0 && choice.happens(1, 3)) return { at: momentText(choice, moments) };
  return { delay: formatDuration(choice.happens(1, 3) ? 0 : choice.below(pauseMs)) };
};

const momentText = (choice: Choice, moments: readonly VirtualTime[]): string =>
  formatDuration(Math.max(0, choice.of(moments) + choice.of([-1, 0, 0, 1])));

const withoutItem = <Item>(list: readonly Item[], place: number): readonly Item[] => [...list.slice(0, place), ...list.slice(place + 1)];

const replaced = <Item>(list: readonly Item[], place: number, item: Item): readonly Item[] => [
  ...list.slice(0, place),
  item,
  ...list.slice(place + 1),
];
