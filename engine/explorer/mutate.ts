import { isSame, type Json } from '../kernel/canonical.ts';
import type { Choice } from './choice.ts';
import type { KeptStory } from './corpus.ts';
import { faultFor } from './faults.ts';
import { namesAt } from './names.ts';
import { splice } from './splice.ts';
import { stepFor } from './steps.ts';
import { faultsOf, loadsOf, type Story, type StoryStep, stepsOf, withFaults, withLoads, withSteps } from './story.ts';
import type { MutationName, Swarm } from './swarm.ts';
import { conditionFor, momentText, timeFor, withoutTime } from './timing.ts';
import { changeEndpoint, changeHosts } from './worldChanges.ts';

/** What a changed story is made from. */
export interface Material {
  readonly swarm: Swarm;
  readonly choice: Choice;
  /** The story before any change. Where a timer fires in it is where rules meet: steps are moved to just before, at, and just after it. */
  readonly origin: KeptStory;
  /** Another story, of which a part may be taken. */
  readonly other: Story;
}

/** What a story changes by: once, somewhere. Undefined where it does not apply. */
type Mutation = (story: Story, from: Material) => Story | undefined;

/** A story changed as often as the swarm says, by the mutations that the swarm has. */
export const mutated = (story: Story, from: Material): Story => {
  const { changes, mutations: some } = from.swarm;
  const weighted = some.map((name) => mutations[name]);
  let changed = story;
  for (let k = 0; k < changes; k++) changed = from.choice.weighted(weighted)(changed, from) ?? changed;
  return changed;
};

const insertStep: Mutation = (story, { swarm, choice, origin: { moments, seen } }) => {
  const steps = stepsOf(story);
  const place = choice.happens(2, 3) ? steps.length : choice.below(steps.length + 1);
  const row = choice.of(swarm.operations);
  const names = namesAt(story, place);
  const when = choice.happens(1, 4) ? conditionFor(names, seen, choice) : undefined;
  const step = { ...(when ?? timeFor(story, swarm, choice, moments)), ...stepFor(row, names, steps.length + 1, choice) };
  return withSteps(story, [...steps.slice(0, place), step, ...steps.slice(place)]);
};

const dropStep: Mutation = (story, { choice }) => {
  const steps = stepsOf(story);
  return steps.length === 0 ? undefined : withSteps(story, withoutItem(steps, choice.below(steps.length)));
};

/** The same call again, later. */
const repeatStep: Mutation = (story, { swarm, choice, origin: { moments } }) => {
  const steps = stepsOf(story);
  if (steps.length === 0) return undefined;
  const { name: _name, expect: _expect, ...step } = withoutTime(choice.of(steps));
  return withSteps(story, [...steps, { ...timeFor(story, swarm, choice, moments), ...step }]);
};

const swapSteps: Mutation = (story, { choice }) => {
  const steps = stepsOf(story);
  if (steps.length < 2) return undefined;
  const place = choice.below(steps.length - 1);
  const [one, other] = [steps[place] as StoryStep, steps[place + 1] as StoryStep];
  return withSteps(story, [...steps.slice(0, place), other, one, ...steps.slice(place + 2)]);
};

/** Moves a step to a moment at which a timer fires, or to a millisecond beside it. */
const retimeStep: Mutation = (story, { choice, origin: { moments } }) => {
  const steps = stepsOf(story);
  if (steps.length === 0 || moments.length === 0) return undefined;
  const place = choice.below(steps.length);
  return withSteps(story, replaced(steps, place, { at: momentText(choice, moments), ...withoutTime(steps[place] as StoryStep) }));
};

/** Time runs on before a step, or after the last one: what is still pending then comes due. */
const wait: Mutation = (story, { swarm, choice, origin: { moments } }) => {
  const steps = stepsOf(story);
  const place = choice.happens(2, 3) ? steps.length : choice.below(steps.length + 1);
  return withSteps(story, [...steps.slice(0, place), timeFor(story, swarm, choice, moments), ...steps.slice(place)]);
};

const addFault: Mutation = (story, { swarm: { faults }, choice, origin: { story: before, moments, hosts } }) => {
  if (faults.length === 0) return undefined;
  const names = namesAt(story, 0);
  const used = isSame(hostsIn(story), hostsIn(before)) ? hosts : [];
  const known = new Map([...names, ['host', [...(names.get('host') ?? []), ...used]]]);
  return withFaults(story, [...faultsOf(story), faultFor(choice.of(faults), known, choice, moments)]);
};

const hostsIn = ({ world }: Story): Json => (world as { readonly [key: string]: Json } | undefined)?.['hosts'] ?? null;

const dropFault: Mutation = (story, { choice }) => {
  const faults = faultsOf(story);
  return faults.length === 0 ? undefined : withFaults(story, withoutItem(faults, choice.below(faults.length)));
};

/** A load has another shape: many at once, or a few each second. */
const changeLoad: Mutation = (story, { swarm: { loads: isWanted }, choice }) => {
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

const mutations: Readonly<Record<MutationName, readonly [weight: number, mutation: Mutation]>> = {
  insertStep: [12, insertStep],
  dropStep: [2, dropStep],
  repeatStep: [3, repeatStep],
  swapSteps: [1, swapSteps],
  retimeStep: [5, retimeStep],
  wait: [2, wait],
  addFault: [3, addFault],
  dropFault: [1, dropFault],
  changeLoad: [2, changeLoad],
  changeEndpoint: [3, (story, { choice }) => changeEndpoint(story, choice)],
  changeHosts: [1, (story, { choice }) => changeHosts(story, choice)],
  splice: [2, (story, { other, choice }) => splice(story, other, choice)],
};

const withoutItem = <Item>(list: readonly Item[], place: number): readonly Item[] => [...list.slice(0, place), ...list.slice(place + 1)];

const replaced = <Item>(list: readonly Item[], place: number, item: Item): readonly Item[] => [
  ...list.slice(0, place),
  item,
  ...list.slice(place + 1),
];
