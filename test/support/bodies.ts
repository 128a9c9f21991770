import fc from 'fast-check';
import type { Json } from '../../engine/kernel/canonical.ts';
import { durationPattern } from '../../engine/kernel/time.ts';
import type { BodySchema } from './mutations.ts';

/**
 * Bodies as clients might send them, made from the schema. What a schema does not contain (the names of GPU types) comes from a list
 * of words. `@pod 3` stands for the fourth newest pod, and `@pod never` for an unknown one. `runSequence` fills them in.
 */
export const bodyArbitrary = (node: BodySchema, path: readonly string[] = []): fc.Arbitrary<Json> => {
  const known = words[path.slice(-2).join('.')] ?? words[path.at(-1) ?? ''];
  if (known !== undefined) return known;
  const branches = node.anyOf ?? node.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => bodyArbitrary(branch, path)));
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  if (node.const !== undefined) return fc.constant(node.const);
  return plain(node, path);
};

const plain = (node: BodySchema, path: readonly string[]): fc.Arbitrary<Json> => {
  const { minimum = 0, items = {}, minItems = 0, maxItems = 3 } = node;
  switch ([node.type ?? 'null'].flat()[0]) {
    case 'object':
      return object(node, path);
    case 'array':
      return fc.array(bodyArbitrary(items, path), { minLength: minItems, maxLength: maxItems });
    case 'integer':
      return fc.integer({ min: minimum, max: Math.min(minimum + 4, node.maximum ?? minimum + 4) });
    case 'number':
      return fc.integer({ min: 1, max: 6 }).map((n) => minimum * n);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return patterned[node.pattern ?? ''] ?? fc.constantFrom('a', 'b');
    default:
      return fc.constant(null);
  }
};

/** Texts with a form of their own. */
const patterned: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  [durationPattern.source]: fc.constantFrom('0s', '500ms', '3s', '40s'),
  '^\\d{1,9}\\/[1-9]\\d{0,8}$': fc.constantFrom('0/1', '1/5', '1/2'),
};

/** Has every required property, and one in four of the others. Most bodies have either gpu or cpu as their compute. */
const object = ({ properties = {}, required = [] }: BodySchema, path: readonly string[]): fc.Arbitrary<Json> => {
  const field = (name: string, chance: number) => sometimes(bodyArbitrary(properties[name] ?? {}, [...path, name]), chance);
  const choosy = properties['gpu'] !== undefined && properties['cpu'] !== undefined && properties['name'] !== undefined;
  const names = Object.keys(properties).filter((name) => !choosy || (name !== 'gpu' && name !== 'cpu'));
  const others = fc.record(
    Object.fromEntries(names.map((name) => [name, field(name, required.includes(name) ? 1 : (likely[name] ?? 0.15))])),
  );
  if (!choosy) return others.map(present);
  const compute = fc.oneof(
    { weight: 6, arbitrary: fc.record({ gpu: field('gpu', 1) }) },
    { weight: 4, arbitrary: fc.record({ cpu: field('cpu', 1) }) },
    { weight: 1, arbitrary: fc.record({ gpu: field('gpu', 0.5), cpu: field('cpu', 0.5) }) },
  );
  return fc.tuple(others, compute).map(([other, one]) => present({ ...other, ...one }));
};

const sometimes = (value: fc.Arbitrary<Json>, chance: number): fc.Arbitrary<Json | undefined> =>
  chance === 1
    ? value
    : fc.oneof(
        { weight: Math.round(20 * (1 - chance)), arbitrary: fc.constant(undefined) },
        { weight: Math.round(20 * chance), arbitrary: value },
      );

const present = (fields: Readonly<Record<string, Json | undefined>>): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Json;

const likely: Readonly<Record<string, number>> = {
  image: 0.8,
  action: 1,
  dataCenterIds: 0.3,
  mounts: 0.3,
  startSsh: 0.3,
  persistent: 0.4,
  network: 0.4,
  workers: 0.6,
  gpu: 0.3,
  policy: 0.3,
  limit: 0.6,
  window: 0.4,
  match: 0.4,
  delay: 0.3,
  templateId: 0.15,
  registry: 0.1,
};

/** One of the valid values; one time in ten an invalid one. */
const often = (...values: Json[]): fc.Arbitrary<Json> & { readonly orRarely: (...others: Json[]) => fc.Arbitrary<Json> } => {
  const usual = fc.constantFrom(...values);
  return Object.assign(usual, {
    orRarely: (...others: Json[]) => fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) }),
  });
};

/** `@pod 0` most of the time: most operations use the newest entity. */
export const reference = (kind: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(`@${kind} 0`) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }).map((back) => `@${kind} ${back}`) },
    { weight: 1, arbitrary: fc.constant(`@${kind} never`) },
  );

const centers = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Json>([]) },
  { weight: 6, arbitrary: fc.subarray(['EU-RO-1', 'US-KS-2'], { minLength: 1 }) as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: fc.constant<Json>(['XX-1']) },
);
const gpuType = often('NVIDIA GeForce RTX 4090').orRarely('NVIDIA A40', 'no such GPU');

/** Values that mean something to the platform, by the last names of their path. Some are the largest whole numbers. */
const words: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  'match.endpoint': often('ep-a', 'ep-b').orRarely('nowhere'),
  'match.host': often('host-a', 'host-d').orRarely('nowhere'),
  'gpu.id': gpuType,
  gpuTypeId: gpuType,
  'gpu.count': often(1, 1, 2, 3).orRarely(9, Number.MAX_SAFE_INTEGER),
  gpuCountPerPod: often(1).orRarely(2, 9),
  podCount: often(2, 3).orRarely(250),
  'cpu.id': often('cpu3c', 'cpu5m', 'cpu3m').orRarely('cpu9'),
  vcpuCount: often(2, 2, 4).orRarely(16, 64),
  image: often('an-image', 'another-image').orRarely(''),
  disk: often(1, 20, 500).orRarely(Number.MAX_SAFE_INTEGER),
  size: often(10, 20, 50, 4_096).orRarely(Number.MAX_SAFE_INTEGER),
  ports: fc.subarray<Json>(['22/tcp', '8888/http', '53/udp']),
  env: fc.dictionary(fc.constantFrom('A', 'B', 'PUBLIC_KEY', 'JUPYTER_PASSWORD'), fc.constantFrom('', 'x', '$x'), { maxKeys: 2 }),
  registry: fc.oneof(fc.constant(null), reference('registry')),
  templateId: reference('template'),
  volumeId: reference('volume'),
  networkVolumes: fc.array(reference('volume'), { maxLength: 2 }),
  dataCenterIds: centers,
  dataCenter: often('EU-RO-1', 'US-KS-2').orRarely('CA-MTL-1', 'XX-1'),
  pools: often(['ADA_24'], ['AMPERE_48', 'ADA_24']).orRarely(['NONE']),
  excludedTypes: often([]).orRarely(['NVIDIA GeForce RTX 4090'], ['NVIDIA A40']),
  allowedCudaVersions: often([], ['12.8'], ['12.4', '12.8']).orRarely(['11.8']),
  minCudaVersion: often('12.4', '12.8').orRarely('13.0', ''),
  queueDelay: often(0.5, 4, 0.7).orRarely(1e300),
  timeout: often(0, 3_000, 600_000).orRarely(1, Number.MAX_SAFE_INTEGER),
  'workers.min': often(0, 0, 1, 2),
  'workers.max': often(0, 1, 2, 3).orRarely(Number.MAX_SAFE_INTEGER),
  idleTimeout: often(1, 5, 60, 3_600),
  resource: often('arn:aws:ecr:eu-west-1:123456789012:repository/acme/train:1').orRarely('arn:aws:ecr:x'),
  keys: often([], ['ssh-ed25519 AAAA me@home'], ['ecdsa-sha2 BBBB', 'ssh-ed25519 AAAA']).orRarely(['no key']),
  input: fc.dictionary(
    fc.constantFrom('k', 'n'),
    fc.oneof<fc.Arbitrary<Json>[]>(fc.nat(3), fc.constant(null), fc.constant('$x'), fc.constant([1])),
    {
      maxKeys: 2,
    },
  ) as fc.Arbitrary<Json>,
  webhook: often('https://example.com/hook').orRarely('no address'),
  webhookV2: often('https://example.com/hook').orRarely('no address'),
  executionTimeout: often(5_000, 20_000, 604_800_000).orRarely(4_999, Number.MAX_SAFE_INTEGER),
  ttl: often(10_000, 60_000, 604_800_000).orRarely(9_999, Number.MAX_SAFE_INTEGER),
};

/** The same for the parameters of a query. Absent ones are not sent. */
export const queryArbitrary = (node: BodySchema): fc.Arbitrary<Readonly<Record<string, string | readonly string[]>>> =>
  fc
    .record(Object.fromEntries(Object.keys(node.properties ?? {}).map((name) => [name, parameter(name, node.properties?.[name] ?? {})])))
    .map(
      (query) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Record<string, string | string[]>,
    );

const parameter = (name: string, { enum: choices }: BodySchema): fc.Arbitrary<string | readonly string[] | undefined> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(undefined) },
    { weight: 5, arbitrary: choices === undefined ? (parameters[name] ?? fc.constant('1')) : fc.constantFrom(...(choices as string[])) },
    { weight: 1, arbitrary: fc.constantFrom<string | readonly string[]>('', '~', ['1', '2']) },
  );

const parameters: Readonly<Record<string, fc.Arbitrary<string>>> = {
  include: fc.constantFrom('AVAILABILITY', 'AVAILABILITY', 'GPU_AVAILABILITY', 'GPU_AVAILABILITY,CPU_AVAILABILITY'),
  product: fc.constantFrom('POD', 'POD,SERVERLESS', 'CLUSTER'),
  vcpuCount: fc.constantFrom('2', '4', '3'),
  countryCodes: fc.constantFrom('RO', 'US,RO', 'XX'),
  cudaVersions: fc.constantFrom('12.8', '12.4,12.8'),
  minCudaVersion: fc.constantFrom('12', '12.8'),
  regions: fc.constantFrom('EUROPE', 'EUROPE,ASIA'),
  networkVolumeTypes: fc.constantFrom('STANDARD', 'STANDARD,HIGH_PERFORMANCE'),
  compliance: fc.constantFrom('GDPR', 'GDPR,HIPAA'),
  startTime: fc.constantFrom('2026-01-01T00:00:00Z', '2025-12-31T00:00:00Z', '1970-01-01T00:00:00Z'),
  endTime: fc.constantFrom('2026-01-01T01:00:00Z', '9998-12-31T00:00:00Z'),
  podId: reference('pod'),
  serverlessId: reference('endpoint'),
  networkVolumeId: reference('volume'),
  clusterId: reference('cluster'),
  tail: fc.constantFrom('0', '2', '5000'),
  since: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:20.5+00:00'),
  ttl: fc.constantFrom('0', '1000', '20000', '999999999999999'),
  wait: fc.constantFrom('1000', '3000', '300000', '999'),
};
