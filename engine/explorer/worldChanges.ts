import type { Json } from '../kernel/canonical.ts';
import type { Choice } from './choice.ts';
import type { UsedHost } from './corpus.ts';
import { handlers } from './steps.ts';
import { faultsOf, type Story, withFaults } from './story.ts';

type Fields = { readonly [key: string]: Json };

/** One property of an endpoint of the world is another, or the world has an endpoint. */
export const changeEndpoint = (story: Story, choice: Choice): Story | undefined => {
  const world = worldOf(story);
  if (world === undefined) return undefined;
  const endpoints = Array.isArray(world['endpoints']) ? (world['endpoints'] as unknown as readonly Fields[]) : [];
  if (endpoints.length === 0) return withWorld(story, world, { endpoints: [{ id: 'ep-a' }] });
  const place = choice.below(endpoints.length);
  const change = choice.of(endpointChanges)(choice, endpoints[place] as Fields);
  return withWorld(story, world, { endpoints: endpoints.map((one, k) => (k === place ? { ...one, ...change } : one)) });
};

const endpointChanges: readonly ((choice: Choice, endpoint: Fields) => Fields)[] = [
  (choice, { scaling }) => {
    const max = choice.of([1, 1, 2, 3, 8]);
    const workers = { min: Math.min(max, choice.of([0, 0, 1, max])), max };
    return { workers: isByDelay(scaling) ? { ...workers, idleTimeout: choice.of([1, 5, 60]) } : workers };
  },
  (choice) => ({ handler: choice.of(handlers) }),
  (choice) => ({ handler: choice.of(handlers) }),
  (choice) => ({ timeout: choice.of([5_000, 10_000, 60_000]) }),
  (choice, { type, workers }) => {
    if (type === 'LOAD_BALANCER') return {};
    if (choice.happens(1, 2)) return { scaling: { type: 'QUEUE_DELAY', queueDelay: choice.of([0.5, 4]) } };
    const { idleTimeout: _idleTimeout, ...others } = (workers ?? {}) as Fields;
    return { scaling: { type: 'REQUEST_COUNT', requestCount: choice.of([1, 1, 3]) }, workers: others };
  },
  (choice) => ({ flashboot: choice.of(['OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT']) }),
];

/** Only such a queue has an idle timeout of its own. */
const isByDelay = (scaling: Json | undefined): boolean => (scaling as Fields | undefined)?.['type'] === 'QUEUE_DELAY';

/** A world with few hosts, often of those that the story used, so that they are full soon; or with as many as there are. */
export const changeHosts = (story: Story, choice: Choice, used: readonly UsedHost[]): Story | undefined => {
  const world = worldOf(story);
  if (world === undefined) return undefined;
  const { hosts, ...others } = world;
  if (used.length > 0 && choice.happens(1, 2)) {
    const few = used.slice(0, choice.of([1, 2, 3, usedMax]));
    const kept = withFaults(
      story,
      faultsOf(story).filter(({ match }) => isOn(few, (match ?? {}) as Fields)),
    );
    return withWorld(kept, others, { hosts: few.map((host) => ({ ...host, ...amountFor(host, choice) })) });
  }
  // A fault that names a host, or where it is, may match none of the others.
  const anywhere = withFaults(
    story,
    faultsOf(story).filter(({ match }) => !namesHost(match)),
  );
  if (hosts !== undefined && choice.happens(1, 3)) return { ...anywhere, world: others };
  const machine = { gpu: 'NVIDIA GeForce RTX 4090', gpus: choice.of([1, 1, 2, 3]) };
  const second = choice.of<readonly Json[]>([
    [],
    [{ id: 'h2', ...machine }],
    [{ id: 'h2', dataCenter: 'US-KS-2', ...machine }],
    [{ id: 'h2', vcpus: 4 }],
  ]);
  return withWorld(anywhere, others, { hosts: [{ id: 'h1', ...machine }, ...second] });
};

/** Whether a fault that matches so could strike there. */
const isOn = (hosts: readonly UsedHost[], { host, dataCenter, gpu }: Fields): boolean =>
  hosts.some(
    (one) =>
      (host === undefined || host === one.id) &&
      (dataCenter === undefined || dataCenter === one.dataCenter) &&
      (gpu === undefined || gpu === one.gpu),
  );

/** At most so many of the hosts that a story used. */
const usedMax = 8;

const amountFor = ({ gpu }: UsedHost, choice: Choice): Fields =>
  gpu === undefined ? { vcpus: choice.of([2, 4, 8]) } : { gpus: choice.of([1, 1, 2, 3]) };

const namesHost = (match: Json | undefined): boolean =>
  ['host', 'dataCenter', 'gpu'].some((part) => Object.hasOwn((match ?? {}) as Fields, part));

/** Undefined where the world is given as a log has it. */
export const worldOf = ({ world, inputs }: Story): Fields | undefined => {
  const fields = (world ?? {}) as Fields;
  return fields['exactly'] === undefined && inputs === undefined ? fields : undefined;
};

export const withWorld = (story: Story, world: Fields, parts: Fields): Story => ({ ...story, world: { ...world, ...parts } });
