import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { readPermissions } from '../../api/contract/account/key.ts';
import { createEndpointRequest, whyNoIdleTimeout } from '../../api/contract/endpoint.ts';
import { readFaultSpec } from '../../api/contract/fault.ts';
import { noKeyName, reservedName } from '../../api/contract/parts/noKey.ts';
import { impossibleFaults } from '../../api/faultMatch.ts';
import { endpointContradiction } from '../../api/management/endpoint/checks.ts';
import { endpointConfig } from '../../api/management/endpoint/config.ts';
import { templateShape } from '../../api/management/templateShape.ts';
import { endpointsOverQuota, overWorkersQuota } from '../../api/management/workersQuota.ts';
import { flatIssues } from '../../api/reading/issues.ts';
import { readAs } from '../../api/reading/readAs.ts';
import { operations } from '../../api/table.ts';
import type { ApiKey } from '../../cloud/account/events.ts';
import { digestSecret, usualSecret } from '../../cloud/account/keyDigest.ts';
import type { HostSpec } from '../../cloud/catalog/hostSpec.ts';
import type { ImageFacts } from '../../cloud/catalog/imageFacts.ts';
import { explainUnpricedHost } from '../../cloud/catalog/priced.ts';
import type { SomeSettings } from '../../cloud/entities.ts';
import { defaultHandler } from '../../cloud/handler/handler.ts';
import { askWhetherMeant } from '../../kernel/collections/nearest.ts';
import { type VirtualTime, worldStart } from '../../kernel/time.ts';
import {
  defaultSeed,
  defaultStartMs,
  type EndpointDefinition,
  type GivenKey,
  mergeSettings,
  readSettings,
  type TemplateDefinition,
  type WorldDefinition,
} from '../../simulator/definition.ts';
import { type PathProblem, problemAt } from '../format/problem.ts';
import type { WorldSpec } from '../format/worldFormat.ts';
import type { ScenarioSpec } from './format.ts';

/** The world that a scenario defines, with defaults filled in. */
export const buildDefinition = (spec: ScenarioSpec, seed: string | undefined): Either<readonly PathProblem[], WorldDefinition> => {
  const world = spec.world ?? {};
  const { exactly } = world;
  const beside = Object.keys(world).filter((part) => part !== 'exactly' && part !== 'timing');
  if (exactly !== undefined && beside.length > 0)
    return left([problemAt(['world', 'exactly'], `replaces all other parts of the world: remove ${beside.join(', ')}`)]);
  const accounts = listAccounts(world);
  const settings = settingsWithin(world);
  const templates = (world.templates ?? []).map((template) => buildTemplate(template, accounts, settings));
  const base = {
    seed: seed ?? spec.seed ?? defaultSeed,
    ...(world.timing === undefined || world.timing === 'textbook' ? {} : { timing: world.timing }),
    startMs: spec.start ?? defaultStartMs,
    settings,
    hosts: world.hosts === undefined ? null : world.hosts.map(buildHost),
    accounts,
    ...(templates.length === 0 ? {} : { templates }),
    ...(world.images === undefined || world.images.length === 0 ? {} : { images: world.images.map(buildImage) }),
    faults: (spec.faults ?? []).map((fault) => ('exactly' in fault ? fault.exactly : readFaultSpec(fault, worldStart))),
    ...(spec.webhooks === undefined || spec.webhooks.length === 0 ? {} : { webhooks: spec.webhooks }),
  } as Omit<WorldDefinition, 'endpoints'>;
  if (exactly !== undefined) return right({ ...base, ...exactly, faults: [...exactly.faults, ...base.faults] });
  const problems = [...sameNames(world), ...ownersMissing(world, base)];
  const endpoints: EndpointDefinition[] = [];
  (world.endpoints ?? []).forEach((endpoint, k) => {
    const built = buildEndpoint(endpoint, base);
    if (isLeft(built)) problems.push(...built.left.map(({ path, message }) => problemAt(['world', 'endpoints', k, ...path], message)));
    else endpoints.push(built.right);
  });
  problems.push(
    ...priceProblems(base),
    ...quotaProblems(endpoints, readSettings(base).account.workersQuota),
    ...faultProblems(spec.faults ?? [], base, endpoints),
  );
  return problems.length > 0 ? left(problems) : right({ ...base, endpoints });
};

type TemplateSpec = NonNullable<WorldSpec['templates']>[number];

const buildTemplate = (
  { id, owner, name = id, ...given }: TemplateSpec,
  accounts: WorldDefinition['accounts'],
  settings: SomeSettings,
): TemplateDefinition => ({
  id,
  accountId: owner ?? accounts[0]?.id ?? '',
  shape: templateShape({ ...given, name }, readSettings({ settings }).pod.diskDefault),
});

type Base = Omit<WorldDefinition, 'endpoints'>;
type EndpointSpec = NonNullable<WorldSpec['endpoints']>[number];

const buildEndpoint = (
  { id, owner, handler, ...given }: EndpointSpec,
  base: Omit<WorldDefinition, 'endpoints'>,
): Either<readonly PathProblem[], EndpointDefinition> => {
  const body = {
    type: 'QUEUE',
    scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
    image: 'podsim/worker:1',
    ...(given.cpu === undefined ? { gpu: { pools: ['ADA_24'] } } : {}),
    ...given,
    name: given.name ?? id,
  };
  const parsed = readAs(createEndpointRequest, body);
  if (isLeft(parsed)) return left(flatIssues(parsed.left).map(addRemedy));
  const clash = endpointContradiction(parsed.right);
  const config = clash === undefined ? endpointConfig(parsed.right, readSettings(base).endpoint) : left(clash);
  if (isLeft(config)) return left([{ path: [], message: `${config.left.detail} (${config.left.rule})` }]);
  return right({ id, accountId: owner ?? base.accounts[0]?.id ?? '', config: config.right, handler: handler ?? defaultHandler });
};

/** The API says this in the platform's words, which have no remedy. */
const addRemedy = (problem: PathProblem): PathProblem =>
  problem.message === whyNoIdleTimeout ? { ...problem, message: `${problem.message}, as this one does: ${idleTimeoutRemedy}` } : problem;

const idleTimeoutRemedy =
  'add `scaling: { type: QUEUE_DELAY, queueDelay: 4 }` to the endpoint; ' +
  'or leave the scaler, and give the world `settings: { endpoint: { idleTimeout: 5s } }` instead';

const defaultAccounts: WorldSpec['accounts'] = [{ id: 'team', keys: [{ name: 'dev' }] }];

const listAccounts = (world: WorldSpec): WorldDefinition['accounts'] =>
  (world.accounts ?? defaultAccounts ?? []).map(({ id, keys = [] }) => ({ id, keys: keys.map(buildKey) }));

type KeySpec = NonNullable<NonNullable<WorldSpec['accounts']>[number]['keys']>[number];

const buildKey = ({
  name,
  secret,
  digest,
  last4 = '',
  permissions,
  endpoints,
  rateLimitExempt,
  expiresAfter,
}: KeySpec): ApiKey | GivenKey => ({
  name,
  ...(digest === undefined ? { secret: secret ?? usualSecret(name) } : { digest, last4 }),
  permissions: readPermissions(permissions),
  queueEndpoints: endpoints ?? null,
  rateLimitExempt: rateLimitExempt ?? false,
  expiresAt: expiresAfter === undefined ? null : (expiresAfter as VirtualTime),
});

const buildImage = ({ name, gigabytes, start, restore, load }: NonNullable<WorldSpec['images']>[number]): ImageFacts => ({
  name,
  ...(gigabytes === undefined ? {} : { megabytes: Math.round(gigabytes * 1_000) }),
  ...(start === undefined ? {} : { start }),
  ...(restore === undefined ? {} : { restore }),
  ...(load === undefined ? {} : { load }),
});

type WrittenHost = NonNullable<WorldSpec['hosts']>[number];

const buildHost = ({ id, dataCenter, cloud, gpu, gpus, vcpus, cuda, vcpusPerGpu, memoryPerGpu }: WrittenHost): HostSpec => ({
  id,
  dataCenterId: dataCenter ?? 'EU-RO-1',
  cloud: cloud ?? 'SECURE',
  gpuTypeId: gpu ?? null,
  gpus: gpu === undefined ? 0 : (gpus ?? 1),
  vcpus: gpu === undefined ? (vcpus ?? 32) : 0,
  cudaVersion: gpu === undefined ? null : (cuda ?? '12.8'),
  ...(vcpusPerGpu === undefined ? {} : { vcpusPerGpu }),
  ...(memoryPerGpu === undefined ? {} : { memoryPerGpu }),
});

/** The settings of a world, including those that the format writes in words of their own. */
const settingsWithin = ({ settings, contract }: WorldSpec): SomeSettings =>
  contract === undefined ? settingsIn(settings) : mergeSettings(settingsIn(settings), { account: { contract } });

/** The settings that were written, without the absent ones. */
export const settingsIn = (settings: WorldSpec['settings']): SomeSettings =>
  Object.fromEntries(
    Object.entries(settings ?? {})
      .filter(([, table]) => table !== undefined)
      .map(([kind, table]) => [kind, Object.fromEntries(Object.entries(table ?? {}).filter(([, value]) => value !== undefined))]),
  );

/** A fault that could never strike is an error in the scenario (fault.match). */
const faultProblems = (written: NonNullable<ScenarioSpec['faults']>, { hosts, faults }: Base, endpoints: readonly EndpointDefinition[]) =>
  impossibleFaults({ hosts, faults, endpoints }, operations).map(({ fault, part, words, known = [] }) => {
    const spec = written[fault];
    const place = ['faults', fault, ...(spec !== undefined && 'exactly' in spec ? ['exactly'] : []), 'match'];
    if (part === undefined) return problemAt(place, words);
    const value = (spec !== undefined && 'match' in spec ? spec.match?.[part] : undefined) ?? '';
    return problemAt([...place, part], `${words}${askWhetherMeant(value, known)}`);
  });

/** A host on which nothing has a price is an error in the scenario (billing.priced). */
const priceProblems = ({ hosts }: Base): PathProblem[] =>
  (hosts ?? []).flatMap((one, k) => {
    const words = explainUnpricedHost(one);
    return words === undefined ? [] : [problemAt(['world', 'hosts', k, 'gpu'], `${words} (billing.priced)`)];
  });

/** A world's first endpoints keep to the quota of their account, like those that calls create (endpoint.quota). */
const quotaProblems = (endpoints: readonly EndpointDefinition[], quota: number): PathProblem[] =>
  endpointsOverQuota(endpoints, quota).map((k) => problemAt(['world', 'endpoints', k], `${overWorkersQuota(quota)} (endpoint.quota)`));

/** The world with more settings laid over its own. Without any, the same object. */
export const withSettings = (world: WorldSpec, more: SomeSettings): WorldSpec =>
  Object.keys(more).length === 0 ? world : { ...world, settings: mergeSettings(settingsIn(world.settings), more) as WorldSpec['settings'] };

const sameNames = (world: WorldSpec): PathProblem[] => {
  const accounts = world.accounts ?? [];
  const keys = accounts.flatMap(({ keys: own = [] }) => own).map(buildKey);
  return [
    ...twice((world.templates ?? []).map(({ id }) => id)).map((k) =>
      problemAt(['world', 'templates', k, 'id'], 'another template has this id'),
    ),
    ...twice((world.endpoints ?? []).map(({ id }) => id)).map((k) =>
      problemAt(['world', 'endpoints', k, 'id'], 'another endpoint has this id'),
    ),
    ...twice((world.images ?? []).map(({ name }) => name)).map((k) =>
      problemAt(['world', 'images', k, 'name'], 'another image has this name'),
    ),
    ...twice((world.hosts ?? []).map(({ id }) => id)).map((k) => problemAt(['world', 'hosts', k, 'id'], 'another host has this id')),
    ...twice(accounts.map(({ id }) => id)).map((k) => problemAt(['world', 'accounts', k, 'id'], 'another account has this id')),
    ...twice(keys.map(({ name }) => name)).map((k) => problemAt(['world', 'accounts'], `two keys have the name ${keys[k]?.name}`)),
    ...twice(keys.map((key) => ('secret' in key ? digestSecret(key.secret) : key).digest)).map((k) =>
      problemAt(['world', 'accounts'], `the key ${keys[k]?.name} has the secret of another`),
    ),
    ...keys.flatMap(({ name }) => (name === noKeyName ? [problemAt(['world', 'accounts'], reservedName)] : [])),
  ];
};

const twice = (names: readonly string[]): number[] => names.flatMap((name, k) => (names.indexOf(name) < k ? [k] : []));

const ownersMissing = (world: WorldSpec, { accounts }: Pick<WorldDefinition, 'accounts'>): PathProblem[] =>
  (['templates', 'endpoints'] as const).flatMap((part) =>
    (world[part] ?? []).flatMap(({ owner }, k) =>
      owner === undefined || accounts.some(({ id }) => id === owner)
        ? []
        : [problemAt(['world', part, k, 'owner'], `there is no account ${owner}; there are ${accounts.map(({ id }) => id).join(', ')}`)],
    ),
  );
