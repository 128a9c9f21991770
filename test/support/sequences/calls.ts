import type { Operation } from '../../../engine/api/operation.ts';
import { pathParams } from '../../../engine/api/reading/pathParams.ts';
import { readSchemaNode } from '../../../engine/api/reading/schemaNode.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { Choice } from '../../../engine/lab/explorer/choice.ts';
import { bodyFor } from '../../../engine/lab/explorer/mutate/bodies.ts';
import { type Broken, mutationsOf } from './bodyMutations.ts';
import { queryFor } from './queries.ts';
import type { SequenceCall } from './sequence.ts';

/** A call of an operation, as one of several callers might make it: mostly a good one. `@pod 3` stands for the fourth newest pod. */
export const callFor = (row: Operation, choice: Choice): SequenceCall => {
  const { id, api, path, resolves = {}, query, body, methods, passesOn } = row;
  const kinds = pathParams(path).map((param) => resolves[param] ?? param);
  const sent = body === undefined ? undefined : bodyOrNone(row, choice);
  const handler = id === 'run' || id === 'runsync' || passesOn === true ? choice.of(handlers) : undefined;
  const key = keyFor(choice);
  return {
    operation: id,
    as: callerFor(choice),
    named: Object.fromEntries(
      kinds.map((kind) => [kind, (api === 'worker' && mostly(realOnes[kind], choice)) || nameIn(kinds, kind, passesOn === true, choice)]),
    ),
    query: query === undefined || choice.happens(1, 2) ? {} : queryFor(query, choice, referenceFor),
    ...(passesOn === true ? { method: choice.of(methods) } : {}),
    ...(sent === undefined ? {} : { body: sent }),
    ...(handler === undefined ? {} : { handler }),
    ...(key === undefined ? {} : { key }),
  };
};

/** The caller: mostly one with all permissions. */
const callerFor = (choice: Choice): string =>
  choice.pickWeighted([
    [12, 'dev'],
    [2, 'rival'],
    [1, choice.of(['reader', 'nobody', 'late', 'narrow'])],
  ]);

/** Few keys, so that some occur twice; some collide if they are concatenated carelessly. */
const keyFor = (choice: Choice): string | undefined =>
  choice.happens(9, 10) ? undefined : choice.of(['c', 'c/0', 'c/0/1', '1:c', '1', '0', '01', 'run/ep-a#1/1', '/', '$x ']);

/** Six bodies in seven fit the schema, one is broken, and some calls have none. */
const bodyOrNone = ({ api, body }: Operation, choice: Choice): Json | undefined => {
  if (api === 'worker' && choice.happens(4, 5)) return choice.of(results);
  const schema = body as NonNullable<typeof body>;
  const good = (): Json => bodyFor(schema, choice, (property) => referenceIn(property, choice));
  return choice.pickWeighted<() => Json | undefined>([
    [18, good],
    [3, () => brokenOf(mutationsOf(readSchemaNode(schema), good()), choice)],
    [1, () => undefined],
  ])();
};

/** What a real worker posts of its job. The schema takes any JSON, because the operation answers for what is no object. */
const results: readonly Json[] = [
  { output: { n: 1 } },
  { output: 'a chunk' },
  { status: 'IN_PROGRESS', output: '50 %' },
  { error: 'it failed' },
  { error: { code: 5 }, output: 1 },
  { output: [], stopPod: true },
  {},
];

/** Where a schema takes everything, there is nothing to break: then it is no body at all. */
const brokenOf = (all: readonly Broken[], choice: Choice): Json | undefined => (all.length === 0 ? undefined : choice.of(all).value);

/** Properties of bodies that name other entities. */
const referenceIn = (property: string, choice: Choice): Json | undefined => {
  if (property === 'registry') return choice.happens(1, 2) ? null : referenceFor('registry', choice);
  if (property === 'networkVolumes') return Array.from({ length: choice.below(3) }, () => referenceFor('volume', choice));
  if (property === 'templateId') return referenceFor('template', choice);
  return property === 'volumeId' ? referenceFor('volume', choice) : undefined;
};

/** `@pod 0` most of the time: most operations use the newest entity. */
const referenceFor = (kind: string, choice: Choice): string =>
  choice.pickWeighted([
    [5, `@${kind} 0`],
    [4, `@${kind} ${1 + choice.below(5)}`],
    [1, `@${kind} never`],
  ]);

/** `@its` stands for the endpoint of the job or worker; a request to a balancer names mostly one that takes it. */
const nameIn = (kinds: readonly string[], kind: string, passesOn: boolean, choice: Choice): string => {
  if (kind === 'endpoint' && choice.happens(6, 7)) {
    if (kinds.includes('job') || kinds.includes('worker')) return '@its';
    if (passesOn) return 'ep-lb';
  }
  if (kind === 'endpoint')
    return choice.happens(2, 3) ? choice.of(['ep-a', 'ep-a', 'ep-b', 'ep-lb', 'ep-real']) : referenceFor(kind, choice);
  const known = cataloged[kind];
  return known === undefined ? referenceFor(kind, choice) : choice.of(known);
};

/** What real workers name. */
const realOnes: Readonly<Record<string, string>> = { endpoint: 'ep-real', worker: 'ep-real-w1', job: '@job 0' };

const mostly = (name: string | undefined, choice: Choice): string | undefined =>
  name === undefined || choice.happens(1, 7) ? undefined : name;

const cataloged: Readonly<Record<string, readonly string[]>> = {
  gpuType: ['NVIDIA GeForce RTX 4090', 'NVIDIA A40', 'no such GPU'],
  cpuType: ['cpu3c', 'cpu3m', 'cpu9'],
  key: ['late', 'narrow', 'a', 'b', 'key-8', 'key-9'],
  path: ['', 'v1/generate', 'ping'],
  dataCenter: ['EU-RO-1', 'US-KS-2', 'XX-1'],
};

const handlers: readonly (Json | undefined)[] = [
  { status: 404, headers: { 'x-a': 'b' } },
  undefined,
  undefined,
  { outcomes: ['fail', 'complete'] },
  { outcomes: ['crash'] },
  { outcomes: ['hang'] },
  { duration: { fixed: '0s' } },
  { duration: { fixed: '30s' }, chunks: { count: 3, every: '1s' } },
  { duration: 'no duration' },
];
