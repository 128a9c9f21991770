import type { Json } from '../../../kernel/canonical.ts';
import type { Choice } from '../choice.ts';
import type { UsedHost } from '../corpus/corpus.ts';
import { listFaults, type Story, withFaults } from '../story.ts';
import { handlers } from './steps.ts';

export type WorldFields = { readonly [key: string]: Json };

/** Changes one property of an endpoint of the world, or adds an endpoint. */
export const changeEndpoint = (story: Story, choice: Choice): Story | undefined => {
  const world = readWorldFields(story);
  if (world === undefined) return undefined;
  const endpoints = endpointsIn(world);
  if (endpoints.length === 0) return withWorld(story, world, { endpoints: [{ id: 'ep-a' }] });
  const place = choice.below(endpoints.length);
  const endpoint = endpoints[place] as WorldFields;
  const change = choice.of(changesOfEndpoint(endpoint))(choice, endpoint);
  return withWorld(story, world, { endpoints: endpoints.map((one, k) => (k === place ? { ...one, ...change } : one)) });
};

export const endpointsIn = (world: WorldFields | undefined): readonly WorldFields[] =>
  Array.isArray(world?.['endpoints']) ? (world['endpoints'] as unknown as readonly WorldFields[]) : [];

const endpointChanges: readonly ((choice: Choice, endpoint: WorldFields) => WorldFields)[] = [
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
    const { idleTimeout: _idleTimeout, ...others } = (workers ?? {}) as WorldFields;
    return { scaling: { type: 'REQUEST_COUNT', requestCount: choice.of([1, 1, 3]) }, workers: others };
  },
  (choice) => ({ flashboot: choice.of(['OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT']) }),
];

/** How many jobs a worker takes at once, and how these slow each other down. */
const changeSharing = (choice: Choice, { handler }: WorldFields): WorldFields => {
  const { concurrency: _, ramp: __, sharing: ___, ...others } = handler as WorldFields;
  const concurrency = choice.of([2, 2, 3, 30]);
  const ramp: WorldFields = choice.happens(1, 3) ? { ramp: 'sdk' } : {};
  const sharing = choice.of<Json>([
    { kind: 'none' },
    { kind: 'processor', from: choice.of([1, 2]) },
    { kind: 'batch', slope: choice.of([0.02, 1]) },
    { kind: 'table', speeds: Array.from({ length: concurrency }, (_one, k) => (k === 0 ? 1 : 0.5)) },
  ]);
  return { handler: { ...others, concurrency, ...ramp, sharing } };
};

/** How many sequences a worker takes at once, how long they are, and how many fit its memory. */
const changeTokens = (choice: Choice, { handler }: WorldFields): WorldFields => {
  const { concurrency: _, ramp: __, ...others } = handler as WorldFields;
  const { batch, ...tokens } = others['tokens'] as WorldFields;
  const size = (): Json => choice.of<Json>([1, 50, 400, { uniform: { from: 1, to: 400 } }, { of: 'input.tokens', else: 20 }]);
  const changed: WorldFields = {
    ...tokens,
    ...choice.of<WorldFields>([{ prompt: size() }, { output: size() }, { memory: { tokens: choice.of([300, 800, 5_000]) } }]),
    batch: { ...(batch as WorldFields), most: choice.of([1, 2, 256]) },
  };
  const ramp: WorldFields = choice.happens(1, 3) ? { ramp: 'sdk' } : {};
  return { handler: { ...others, concurrency: choice.of([1, 2, 3, 30]), ...ramp, tokens: changed } };
};

/** The changes for endpoints whose workers take several jobs at once: without such workers, other changes find more. */
const severalChanges = [...endpointChanges, changeSharing, changeSharing];
const tokenChanges = [...endpointChanges, changeTokens, changeTokens];

const changesOfEndpoint = (endpoint: WorldFields) => {
  if (((endpoint['handler'] ?? {}) as WorldFields)['tokens'] !== undefined) return tokenChanges;
  return takesSeveral(endpoint) ? severalChanges : endpointChanges;
};

/** Only for handlers with a duration: recorded answers share nothing. */
const takesSeveral = ({ handler }: WorldFields): boolean => {
  const { concurrency, duration } = (handler ?? {}) as WorldFields;
  return concurrency !== undefined && duration !== undefined;
};

/** Only such a queue has an idle timeout of its own. */
const isByDelay = (scaling: Json | undefined): boolean => (scaling as WorldFields | undefined)?.['type'] === 'QUEUE_DELAY';

/** A world with few hosts, often hosts that the story used, so that they are full soon; or with all of them. */
export const changeHosts = (story: Story, choice: Choice, used: readonly UsedHost[]): Story | undefined => {
  const world = readWorldFields(story);
  if (world === undefined) return undefined;
  const { hosts, ...others } = world;
  const few = choice.happens(1, 2) ? withUsedHosts(story, choice, used) : undefined;
  if (few !== undefined) return few;
  // A fault that names a host, or its place, may match none of the others.
  const anywhere = withFaults(
    story,
    listFaults(story).filter(({ match }) => !namesHost(match)),
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

/**
 * A world with the hosts that the story used: most have just enough room for the story's entities there; often there is one more of the
 * kind, sometimes fewer. Undefined if it used none.
 */
export const withUsedHosts = (story: Story, choice: Choice, used: readonly UsedHost[]): Story | undefined => {
  if (used.length === 0) return undefined;
  return withHosts(story, used.slice(0, choice.of([1, 2, 3, usedMax])), ({ most }) => choice.of([1, most, most, most + 1, 2 * most]));
};

/** A world with these hosts and no others. Undefined if the world is given as a log has it. */
export const withHosts = (story: Story, few: readonly UsedHost[], amountOf: (one: UsedHost) => number): Story | undefined => {
  const world = readWorldFields(story);
  if (world === undefined) return undefined;
  const kept = withFaults(
    story,
    listFaults(story).filter(({ match }) => isOn(few, (match ?? {}) as WorldFields)),
  );
  return withWorld(kept, world, { hosts: few.map((one) => ({ ...one.host, ...amountOn(one, amountOf(one)) })) });
};

/** Whether a fault that matches so could strike there. */
const isOn = (hosts: readonly UsedHost[], { host, dataCenter, gpu }: WorldFields): boolean =>
  hosts.some(
    ({ host: one }) =>
      (host === undefined || host === one.id) &&
      (dataCenter === undefined || dataCenter === one.dataCenter) &&
      (gpu === undefined || gpu === one.gpu),
  );

/** The maximum number of hosts that a story used. */
const usedMax = 8;

const amountOn = ({ host: { gpu } }: UsedHost, amount: number): WorldFields =>
  gpu === undefined ? { vcpus: Math.min(Math.max(2, amount), vcpusMax) } : { gpus: Math.min(amount, gpusMax) };

/** A world may have no larger hosts. */
const gpusMax = 64;
const vcpusMax = 1_024;

const namesHost = (match: Json | undefined): boolean =>
  ['host', 'dataCenter', 'gpu'].some((part) => Object.hasOwn((match ?? {}) as WorldFields, part));

/** Undefined if the world is given as a log has it. */
export const readWorldFields = ({ world, inputs }: Story): WorldFields | undefined => {
  const fields = (world ?? {}) as WorldFields;
  return fields['exactly'] === undefined && inputs === undefined ? fields : undefined;
};

export const withWorld = (story: Story, world: WorldFields, parts: WorldFields): Story => ({ ...story, world: { ...world, ...parts } });
