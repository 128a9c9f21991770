import fc from 'fast-check';
import { type ResourceGroup, resourceGroups } from '../../engine/account/events.ts';
import type { Operation } from '../../engine/api/operation.ts';
import { operations } from '../../engine/api/table.ts';
import { controlCommands } from '../../engine/control/commands/commands.ts';
import { faultKinds } from '../../engine/fault/events.ts';
import { matchable } from '../../engine/fault/match.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { findOperation } from '../../engine/operations.ts';
import { bodyArbitrary, queryArbitrary, reference } from './bodies.ts';
import { type Deed, deeds } from './deeds.ts';
import { mutationsOf, schemaOf } from './mutations.ts';

/** A small world, its faults, and the steps of its callers in order: plain data. */
export interface Sequence {
  readonly seed: string;
  /** As a scenario writes them. */
  readonly faults: readonly Json[];
  readonly steps: readonly Step[];
}

/** A call or a deed, some time after the step before; with neither, only time passes. */
export interface Step {
  readonly afterMs: number;
  readonly call?: Call;
  readonly deed?: Deed;
}

export interface Call {
  readonly operation: string;
  /** The name of a key, or `nobody`. */
  readonly as: string;
  /** The path's ids by kind. `@pod 0` is filled in when the sequence runs, and `@its` by the endpoint of the job or worker. */
  readonly named: Readonly<Record<string, string>>;
  /** Of a request to a load balancer. */
  readonly method?: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Json;
  /** How this job runs. */
  readonly handler?: Json;
  /** The key for its ids and draws that the caller gives. */
  readonly key?: string;
}

/**
 * Sequences over the whole operation table, valid and invalid, by several callers, with faults and time in between.
 * Each sequence uses mostly one part of the platform; otherwise few of its entities would be used again.
 */
export const sequences = (stepsMax = 30): fc.Arbitrary<Sequence> => fc.oneof(...parts.map((part) => sequencesOn(part, stepsMax)));

const parts: readonly (readonly ResourceGroup[])[] = [
  ['pods'],
  ['pods', 'volumes', 'templates', 'registries'],
  ['clusters', 'pods'],
  ['serverless', 'queue'],
  ['queue'],
  ['serverless', 'volumes', 'templates', 'registries', 'account', 'billing'],
];

const sequencesOn = (part: readonly ResourceGroup[], stepsMax: number): fc.Arbitrary<Sequence> =>
  fc
    .record({
      seed: fc.nat(99).map((n) => `sequence-${n}`),
      faults: fc.array(fault, { maxLength: 3 }),
      begin: fc.subarray(beginnings.filter(({ call }) => part.includes(groupOf(call.operation)))),
      rest: fc.array(
        fc.oneof(
          { weight: 2, arbitrary: fc.record({ afterMs: pause }) },
          { weight: 16, arbitrary: fc.record({ afterMs: pause, call: callsIn(part) }) },
          { weight: 2, arbitrary: fc.record({ afterMs: pause, call: callsIn(resourceGroups) }) },
          { weight: 1, arbitrary: fc.record({ afterMs: pause, call: callsOfOperator() }) },
          { weight: 3, arbitrary: fc.record({ afterMs: pause, deed: deeds }) },
        ),
        { minLength: 1, maxLength: stepsMax, size: 'max' },
      ),
    })
    .map(({ begin, rest, ...others }) => ({ ...others, steps: [...begin, ...rest] }));

const callsIn = (groups: readonly ResourceGroup[]): fc.Arbitrary<Call> =>
  fc.oneof(
    ...operations
      .filter(({ permission }) => permission !== null && groups.includes(permission.group))
      .map((row) => ({ weight: weights[row.id] ?? 1, arbitrary: callOf(row) })),
  );

/** Operations of the operator. Webhooks are not really posted here, so none is reported. */
const callsOfOperator = (): fc.Arbitrary<Call> =>
  fc.oneof(
    ...controlCommands
      .filter(({ id }) => id !== 'reportWebhook')
      .map((row) => ({ weight: weights[row.id] ?? 1, arbitrary: callOf(row).map((call) => ({ ...call, as: operator })) })),
  );

/** Who calls the control plane, and needs no key for it. */
export const operator = 'operator';

const pause = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 9_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 9_000, max: 90_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(600_000, 3_600_000) },
);

/** The caller: mostly one with all permissions. */
const caller = fc.oneof(
  { weight: 12, arbitrary: fc.constant('dev') },
  { weight: 2, arbitrary: fc.constant('rival') },
  { weight: 1, arbitrary: fc.constantFrom('reader', 'nobody', 'late', 'narrow') },
);

/** Few keys, so that some occur twice; some collide if they are concatenated carelessly. */
const keys = fc.oneof(
  { weight: 9, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('c', 'c/0', 'c/0/1', '1:c', '1', '0', '01', 'run/ep-a#1/1', '/', '$x ') },
);

const none: fc.Arbitrary<Call['query']> = fc.constant({});

const itsEndpoint = fc.oneof({ weight: 6, arbitrary: fc.constant('@its') }, { weight: 1, arbitrary: nameOf('endpoint') });

/** Mostly one that takes requests. */
const balancer = fc.oneof({ weight: 6, arbitrary: fc.constant('ep-lb') }, { weight: 1, arbitrary: nameOf('endpoint') });

const beginning = (operation: string, body: Json, named: Call['named'] = {}): Step & { readonly call: Call } => ({
  afterMs: 0,
  call: { operation, as: 'dev', named, query: {}, body },
});

/** The first steps: they create the entities that the sequence uses. */
const beginnings = [
  beginning('createRegistry', { name: 'r', username: 'u', password: 'p' }),
  beginning('createDelegation', { resource: 'arn:aws:ecr:eu-west-1:123456789012:repository/acme/train:1' }),
  beginning('createNetworkVolume', { name: 'v', size: 20, dataCenter: 'EU-RO-1' }),
  beginning('createTemplate', { name: 't', image: 'an-image' }),
  beginning('createTemplate', { name: 's', image: 'an-image', serverless: true, public: true }),
  beginning('createCluster', {
    name: 'c',
    type: 'SLURM',
    compute: { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 },
  }),
  beginning('createPod', { name: 'p', image: 'an-image', gpu: { id: 'NVIDIA GeForce RTX 4090' } }),
  beginning('createPod', { name: 'q', image: 'an-image', cpu: { id: 'cpu3c', vcpuCount: 2 } }),
  beginning('createEndpoint', {
    name: 'lb',
    type: 'LOAD_BALANCER',
    scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
    image: 'an-image',
    cpu: [{ id: 'cpu3c', vcpuCount: 2 }],
    workers: { min: 1 },
  }),
  beginning('run', { input: {} }, { endpoint: 'ep-b' }),
  beginning('run', { input: {} }, { endpoint: 'ep-a' }),
];

const groupOf = (operation: string): ResourceGroup => findOperation(operation)?.permission?.group ?? 'pods';

/** Operations that are used more often than the rest of the table. */
const weights: Readonly<Record<string, number>> = {
  createPod: 10,
  podAction: 12,
  updatePod: 5,
  createCluster: 6,
  createEndpoint: 4,
  updateEndpoint: 11,
  run: 8,
  runsync: 5,
  statusSync: 3,
  stream: 3,
  retry: 4,
  cancel: 3,
  createTemplate: 4,
  createNetworkVolume: 4,
  createRegistry: 3,
  createDelegation: 3,
  updateCluster: 4,
  purgeQueue: 3,
  requestEndpoint: 8,
  status: 4,
  updateNetworkVolume: 3,
  revokeDelegation: 2,
  injectFault: 6,
  setHandler: 3,
  createKey: 2,
};

function callOf(row: Operation): fc.Arbitrary<Call> {
  const { id, path, resolves = {}, query, body, methods, passesOn } = row;
  const kinds = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => resolves[param] ?? param);
  const onEndpoint = kinds.includes('job') || kinds.includes('worker');
  const nameOfKind = (kind: string) => {
    if (kind !== 'endpoint') return nameOf(kind);
    return onEndpoint ? itsEndpoint : passesOn ? balancer : nameOf(kind);
  };
  const named = fc.record(Object.fromEntries(kinds.map((kind) => [kind, nameOfKind(kind)])));
  const queries = query === undefined ? none : fc.oneof(none, queryArbitrary(schemaOf(query)));
  const bodies = body === undefined ? fc.constant(undefined) : bodyOf(row);
  const handler = id === 'run' || id === 'runsync' || passesOn ? handlers : fc.constant(undefined);
  const method = fc.constantFrom(...(passesOn ? methods : [undefined]));
  const all = fc.record({ as: caller, named, method, query: queries, body: bodies, handler, key: keys });
  return all.map(({ method: by, body: sent, handler: own, key, ...rest }) => ({
    operation: id,
    ...rest,
    ...(by === undefined ? {} : { method: by }),
    ...(sent === undefined ? {} : { body: sent }),
    ...(own === undefined ? {} : { handler: own }),
    ...(key === undefined ? {} : { key }),
  }));
}

/** Six bodies in seven fit the schema, one is broken, and some calls have none. */
function bodyOf({ body }: Operation): fc.Arbitrary<Json | undefined> {
  const schema = schemaOf(body as NonNullable<typeof body>);
  const good = bodyArbitrary(schema);
  const broken = fc.tuple(good, fc.nat()).map(([value, n]) => {
    const all = mutationsOf(schema, value);
    return all[n % all.length]?.value;
  });
  return fc.oneof({ weight: 18, arbitrary: good }, { weight: 3, arbitrary: broken }, { weight: 1, arbitrary: fc.constant(undefined) });
}

function nameOf(kind: string): fc.Arbitrary<string> {
  if (kind === 'gpuType') return fc.constantFrom('NVIDIA GeForce RTX 4090', 'NVIDIA A40', 'no such GPU');
  if (kind === 'cpuType') return fc.constantFrom('cpu3c', 'cpu3m', 'cpu9');
  if (kind === 'key') return fc.constantFrom('late', 'narrow', 'a', 'b', 'key-8', 'key-9');
  if (kind === 'path') return fc.constantFrom('', 'v1/generate', 'ping');
  if (kind === 'dataCenter') return fc.constantFrom('EU-RO-1', 'US-KS-2', 'XX-1');
  if (kind !== 'endpoint') return reference(kind);
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('ep-a', 'ep-a', 'ep-b', 'ep-lb') },
    { weight: 3, arbitrary: reference('endpoint') },
  );
}

const handlers: fc.Arbitrary<Json | undefined> = fc.constantFrom<Json | undefined>(
  { status: 404, headers: { 'x-a': 'b' } },
  undefined,
  undefined,
  { outcomes: ['fail', 'complete'] },
  { outcomes: ['crash'] },
  { outcomes: ['hang'] },
  { duration: { fixed: '0s' } },
  { duration: { fixed: '30s' }, chunks: { count: 3, every: '1s' } },
  { duration: 'no duration' },
);

const between = fc.record({ from: fc.constantFrom('0s', '5s', '40s'), to: fc.constantFrom('40s', '90s', '10m') });

const fault: fc.Arbitrary<Json> = fc
  .record({
    fault: fc.constantFrom(...faultKinds),
    window: between,
    at: fc.option(fc.constantFrom('0s', '3s', '20s', '60s')),
    chance: fc.option(fc.constantFrom('1/2', '1/5', '0/1')),
    limit: fc.option(fc.integer({ min: 1, max: 3 })),
    match: fc.constantFrom<Json>(
      {},
      {},
      { endpoint: 'ep-a' },
      { host: 'host-a' },
      { dataCenter: 'US-KS-2' },
      { operation: 'run' },
      { operation: 'requestEndpoint' },
      { operation: 'runsync' },
      { image: 'an-image' },
      { gpu: 'NVIDIA GeForce RTX 4090' },
      { worker: 'ep-a-w1' },
    ),
    delay: fc.constantFrom('0s', '700ms', '20s'),
    status: fc.constantFrom(500, 503, 429),
  })
  .map(({ fault: kind, window, at, chance, limit, match, delay, status }) => ({
    fault: kind,
    // A fault that could never trigger is refused.
    match: Object.fromEntries(Object.entries(match as object).filter(([part]) => matchable[kind].includes(part as never))),
    ...((kind === 'worker-crash' || kind === 'host-failure') && at !== null ? { at } : { window }),
    // Few calls wait. They are slow only where every call is.
    ...(chance === null || kind === 'api-latency' ? {} : { chance }),
    ...(limit === null || kind === 'api-latency' ? {} : { limit }),
    ...(kind === 'slow-image-pull' || kind === 'api-latency' ? { delay } : {}),
    ...(kind === 'api-error' ? { status } : {}),
  }));
