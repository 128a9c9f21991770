import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration } from '../../../kernel/time.ts';
import { listFaults, listLoads, type Story, type StoryStep, withFaults, withLoads } from '../story.ts';
import { addRival } from './addRival.ts';
import { replaceItem } from './lists.ts';
import type { Mutation, MutationInput } from './mutation.ts';
import { changeHosts, endpointsIn, readWorldFields, type WorldFields, withWorld } from './worldChanges.ts';

/**
 * Makes capacity scarce and demand high at once, so that queues form. Supply: hosts have room for little more than the story used, or a fault
 * denies capacity for a while, by chance or in one place. Demand: more workers or jobs wait for it. One without the other shows little. With room
 * for all, nothing waits; and a single waiting entity cannot be served in the wrong order.
 */
export const makeScarce: Mutation = (story, from) => {
  const short = shorten(story, from);
  return from.choice.of(rushes)(short, from) ?? short;
};

const shorten = (story: Story, from: MutationInput): Story => {
  const { choice, origin } = from;
  const crowded = choice.happens(1, 2) ? changeHosts(story, choice, origin.hosts) : undefined;
  return crowded ?? withFaults(story, [...listFaults(story), shortage(story, from)]);
};

/** A fault that denies capacity, from the beginning or from a moment of the story on. Mostly it strikes by chance: some get capacity, others do not. */
const shortage = (story: Story, { choice, origin: { moments, places } }: MutationInput): StoryStep => {
  const from = moments.length === 0 || choice.happens(1, 2) ? 0 : Number(choice.of(moments));
  const window = { from: formatDuration(from), to: formatDuration(from + choice.of([30_000, 300_000, 3_600_000])) };
  const known = readWorldFields(story)?.['hosts'] === undefined ? (places.dataCenter ?? []) : [];
  const match: Json = known.length > 0 && choice.happens(1, 3) ? { match: { dataCenter: choice.of(known) } } : {};
  return { fault: 'no-capacity', ...match, window, ...choice.of<StoryStep>([{}, { chance: '1/2' }, { chance: '1/2' }, { chance: '4/5' }]) };
};

/** Raises the number of workers that an endpoint keeps up. */
const manyWorkers: Mutation = (story, { choice }) => {
  const world = readWorldFields(story);
  const endpoints = endpointsIn(world);
  if (world === undefined || endpoints.length === 0) return undefined;
  const place = choice.below(endpoints.length);
  const count = choice.of([2, 3, 5]);
  const { workers, ...endpoint } = endpoints[place] as WorldFields;
  const crowded = { ...endpoint, workers: { ...((workers ?? {}) as WorldFields), min: count, max: count } };
  return withWorld(story, world, { endpoints: replaceItem(endpoints, place, crowded) });
};

/** Adds a burst of several clients. */
const manyJobs: Mutation = (story, { choice }) => {
  const queues = endpointsIn(readWorldFields(story)).filter(({ type }) => type !== 'LOAD_BALANCER');
  if (queues.length === 0) return undefined;
  const { id: endpoint = '' } = choice.of(queues);
  const load = { with: { endpoint, body: { input: {} } }, mayBeRefused: true, burst: { size: choice.of([3, 6, 12]) } };
  return withLoads(story, [...listLoads(story), load]);
};

const rushes: readonly Mutation[] = [manyWorkers, manyJobs, addRival];
