import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration } from '../../../kernel/time.ts';
import { faultsOf, loadsOf, type Story, type StoryStep, withFaults, withLoads } from '../story.ts';
import { addRival } from './addRival.ts';
import { replaceItem } from './lists.ts';
import type { Material, Mutation } from './material.ts';
import { changeHosts, endpointsIn, type WorldFields, withWorld, worldOf } from './worldChanges.ts';

/**
 * Many want what few can have: where users meet queues. Hosts have room for little more than the story used, or capacity is denied for a while, now
 * and then or in one place; and there are more of those that wait for it. Either alone shows little: what has room never waits, and
 * where one waits, no order can be wrong.
 */
export const makeScarce: Mutation = (story, from) => {
  const short = shorten(story, from);
  return from.choice.of(rushes)(short, from) ?? short;
};

const shorten = (story: Story, from: Material): Story => {
  const { choice, origin } = from;
  const crowded = choice.happens(1, 2) ? changeHosts(story, choice, origin.hosts) : undefined;
  return crowded ?? withFaults(story, [...faultsOf(story), shortage(story, from)]);
};

/** Capacity is short from the beginning on, or from a moment of the story on; mostly some get it, and others do not. */
const shortage = (story: Story, { choice, origin: { moments, places } }: Material): StoryStep => {
  const from = moments.length === 0 || choice.happens(1, 2) ? 0 : Number(choice.of(moments));
  const window = { from: formatDuration(from), to: formatDuration(from + choice.of([30_000, 300_000, 3_600_000])) };
  const known = worldOf(story)?.['hosts'] === undefined ? (places.dataCenter ?? []) : [];
  const match: Json = known.length > 0 && choice.happens(1, 3) ? { match: { dataCenter: choice.of(known) } } : {};
  return { fault: 'no-capacity', ...match, window, ...choice.of<StoryStep>([{}, { chance: '1/2' }, { chance: '1/2' }, { chance: '4/5' }]) };
};

/** More of an endpoint's workers are kept up. */
const manyWorkers: Mutation = (story, { choice }) => {
  const world = worldOf(story);
  const endpoints = endpointsIn(world);
  if (world === undefined || endpoints.length === 0) return undefined;
  const place = choice.below(endpoints.length);
  const count = choice.of([2, 3, 5]);
  const { workers, ...endpoint } = endpoints[place] as WorldFields;
  const crowded = { ...endpoint, workers: { ...((workers ?? {}) as WorldFields), min: count, max: count } };
  return withWorld(story, world, { endpoints: replaceItem(endpoints, place, crowded) });
};

/** Several clients come at once. */
const manyJobs: Mutation = (story, { choice }) => {
  const queues = endpointsIn(worldOf(story)).filter(({ type }) => type !== 'LOAD_BALANCER');
  if (queues.length === 0) return undefined;
  const { id: endpoint = '' } = choice.of(queues);
  const load = { with: { endpoint, body: { input: {} } }, mayBeRefused: true, burst: { size: choice.of([3, 6, 12]) } };
  return withLoads(story, [...loadsOf(story), load]);
};

const rushes: readonly Mutation[] = [manyWorkers, manyJobs, addRival];
