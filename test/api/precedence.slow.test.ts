import { describe, expect, test } from 'vitest';
import type { Answer } from '../../engine/api/operation.ts';
import { operations } from '../../engine/api/table.ts';
import { canonicalText, type Json } from '../../engine/kernel/canonical.ts';
import { minutes } from '../../engine/kernel/time.ts';
import type { World } from '../../engine/world/world.ts';
import { answered, type PopulatedWorld, paramsOf, populatedWorld } from '../support/worlds/populatedWorld.ts';

type Body = { readonly [name: string]: Json };

/** One fault of a call: its change to a good call, and the answer if nothing else is wrong. */
interface Fault {
  readonly says: string;
  readonly status: number;
  readonly rule: string;
  readonly body?: Body;
  readonly caller?: Partial<Caller>;
  readonly isNowhere?: true;
  readonly isFailing?: true;
}

interface Caller {
  readonly has: 'a key' | 'none';
  readonly may: 'write' | 'read';
  readonly calls: 'as often as it likes' | 'too often';
}

/** The good call of an operation, and its faults: in the body itself, in its references, and in relation to existing resources. */
interface Row {
  readonly named?: keyof PopulatedWorld;
  readonly body: Body;
  /** The rule that refuses a property that the body may not have, if it is not the general one. */
  readonly unknownBy?: string;
  readonly faults: readonly Fault[];
}

const fault = (says: string, status: number, rule: string, body: Body): Fault => ({ says, status, rule, body });

const gpu = { id: 'NVIDIA GeForce RTX 4090' };
const persistent = { size: 20, path: '/data' };
const missingMount = { network: [{ volumeId: 'nosuch', path: '/v' }] };
const registryMissing = fault('no such registry', 404, 'container.registry', { registry: 'nosuch' });
const volumeMissing = fault('no such volume', 404, 'mounts.volume-datacenter', { mounts: missingMount });
const twoMounts = fault('two kinds of mount', 400, 'mounts.exclusive', { mounts: { persistent, ...missingMount } });
/** Contract 2026-11 takes the one beside the other. */
const twoCommands = fault('args and another cmd', 400, 'container.launch', { args: 'a', cmd: ['b'] });
const unlabeled = fault('no such pod', 404, 'auth.tenancy', { resources: [{ resourceType: 'POD', resourceId: 'nosuch' }] });
const nowhere = fault('a data centre without hosts', 400, 'pod.capacity', { dataCenterIds: ['MOON-1'] });

/** For every operation of the management API that takes a body: its faults in the order of precedence (auth.precedence). */
const rows = ({ template, serverlessTemplate, volume }: PopulatedWorld): Readonly<Record<string, Row>> => {
  const wrongTemplate = (id: string, rule: string) => fault('a template of the other kind', 422, rule, { templateId: id });
  const noTemplate = (rule: string) => fault('no such template', 404, rule, { templateId: 'nosuch' });
  return {
    createPod: {
      body: { name: 'p', image: 'an-image', gpu },
      faults: [
        wrongTemplate(serverlessTemplate, 'pod.template'),
        fault('two kinds of compute', 400, 'pod.create-compute', { cpu: { id: 'cpu3c', vcpuCount: 2 } }),
        twoMounts,
        registryMissing,
        volumeMissing,
        noTemplate('pod.template'),
        nowhere,
      ],
    },
    updatePod: {
      named: 'lockedPod' as keyof PopulatedWorld,
      body: { name: 'q' },
      faults: [
        wrongTemplate(serverlessTemplate, 'pod.template'),
        fault('two kinds of mount', 400, 'mounts.exclusive', { mounts: { persistent: { size: 10, path: '/data' }, network: [] } }),
        registryMissing,
        noTemplate('pod.template'),
        fault('a smaller mount', 400, 'mounts.persistent-size', { mounts: { persistent: { size: 10, path: '/data' } } }),
        fault('a locked pod', 409, 'pod.locked', { image: 'another-image' }),
      ],
    },
    podAction: {
      named: 'pod',
      body: { action: 'stop' },
      unknownBy: 'pod.action-body',
      faults: [fault('an action of another status', 409, 'pod.action-conflict', { action: 'start' })],
    },
    createCluster: {
      body: { name: 'c', type: 'TRAINING', compute: { gpuTypeId: gpu.id, gpuCountPerPod: 1, podCount: 2 } },
      faults: [twoMounts, volumeMissing, { ...nowhere, rule: 'cluster.create' }],
    },
    updateCluster: { named: 'cluster', body: { name: 'd' }, unknownBy: 'cluster.rename', faults: [] },
    createEndpoint: {
      body: {
        name: 'e',
        type: 'QUEUE',
        image: 'an-image',
        scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
        gpu: { pools: ['ADA_24'] },
      },
      faults: [
        wrongTemplate(template, 'endpoint.template-access'),
        fault('two kinds of compute', 400, 'endpoint.create', { cpu: [{ id: 'cpu3c', vcpuCount: 2 }] }),
        registryMissing,
        fault('no such volume', 404, 'mounts.volume-datacenter', { networkVolumes: ['nosuch'] }),
        noTemplate('endpoint.template-access'),
        fault('a volume elsewhere', 400, 'mounts.volume-datacenter', { networkVolumes: [volume], dataCenterIds: ['US-KS-2'] }),
      ],
    },
    updateEndpoint: {
      named: 'endpoint',
      body: { name: 'f' },
      faults: [
        fault('an idle timeout that does not apply', 422, 'endpoint.idle-timeout', { workers: { idleTimeout: 20 } }),
        wrongTemplate(template, 'endpoint.template-access'),
        fault('no such pool', 400, 'endpoint.create', { gpu: { pools: ['NOSUCH'] } }),
        registryMissing,
        fault('no such volume', 404, 'mounts.volume-datacenter', { networkVolumes: ['nosuch'] }),
        noTemplate('endpoint.template-access'),
        fault('a volume elsewhere', 400, 'mounts.volume-datacenter', { networkVolumes: [volume], dataCenterIds: ['US-KS-2'] }),
      ],
    },
    createTemplate: { body: { name: 't', image: 'an-image' }, faults: [twoCommands, registryMissing] },
    updateTemplate: { named: 'template', body: { name: 'u' }, faults: [twoCommands, registryMissing] },
    createNetworkVolume: {
      body: { name: 'v', size: 20, dataCenter: 'EU-RO-1' },
      faults: [fault('no such data centre', 400, 'volume.data-center', { dataCenter: 'MOON-1' })],
    },
    updateNetworkVolume: { named: 'volume', body: { name: 'w' }, faults: [fault('a smaller volume', 400, 'volume.size', { size: 10 })] },
    createDelegation: { body: { resource: 'arn:aws:ecr:eu-west-1:123456789012:repository/acme/train' }, faults: [] },
    createRegistry: { body: { name: 'r', username: 'u', password: 'p' }, faults: [] },
    createSecret: {
      body: { name: 'KEY', value: 'v' },
      faults: [fault('a name that is taken', 409, 'account.secrets', { name: 'HF_TOKEN' })],
    },
    updateSecret: { named: 'secret', body: { value: 'v' }, faults: [] },
    createTag: { body: { key: 'env', value: 'dev' }, faults: [unlabeled] },
    updateTag: { named: 'tag', body: { value: 'prod' }, faults: [] },
    createCostCenter: { body: { value: 'sales' }, faults: [unlabeled] },
    updateCostCenter: { named: 'costCenter', body: { value: 'sales' }, faults: [] },
    createGlobalVolume: { body: { name: 'datasets' }, faults: [] },
    updateSshKeys: { body: { keys: [] }, faults: [] },
  };
};

/** The faults that every call can have, in the order of precedence. The fault of the path applies only where it names something. */
const anyCall = ({ named, unknownBy = 'errors.validation' }: Row): readonly Fault[] => [
  { says: 'no key', status: 401, rule: 'auth.bearer', caller: { has: 'none' } },
  { says: 'too many calls', status: 429, rule: 'limits.exceeded', caller: { calls: 'too often' } },
  { says: 'an injected fault', status: 503, rule: 'fault.window', isFailing: true },
  { says: 'a key that may not', status: 403, rule: 'auth.scope', caller: { may: 'read' } },
  ...(named === undefined ? [] : [{ says: 'nothing there', status: 404, rule: 'auth.tenancy', isNowhere: true } as const]),
  fault('an unknown property', 422, unknownBy, { bogus: 1 }),
];

const theWorld = () => {
  const { world, stage } = populatedWorld('2026-11');
  const made = answered(world, 'createPod', { body: { name: 'l', image: 'an-image', gpu, mounts: { persistent } } });
  const lockedPod = String((made.body as { readonly id: string }).id);
  answered(world, 'updatePod', { named: { pod: lockedPod }, body: { locked: true } });
  const keyOf = (may: string, rateLimitExempt: boolean): string => {
    const permissions = Object.fromEntries(
      ['pods', 'serverless', 'templates', 'clusters', 'volumes', 'registries', 'account'].map((group) => [group, may]),
    );
    const { body } = answered(world, 'createKey', { body: { account: 'acc-a', permissions, rateLimitExempt } });
    return String((body as { readonly key: string }).key);
  };
  const keys = {
    'write as often as it likes': keyOf('write', true),
    'read as often as it likes': keyOf('read', true),
    'write too often': keyOf('write', false),
    'read too often': keyOf('read', false),
  };
  world.reconfigure({ account: { perMinute: 0 } });
  return { world, stage: { ...stage, lockedPod } as PopulatedWorld, keys };
};

const called = (
  world: World,
  keys: Readonly<Record<string, string>>,
  id: string,
  row: Row,
  stage: PopulatedWorld,
  faults: readonly Fault[],
): Answer => {
  const caller: Caller = Object.assign({ has: 'a key', may: 'write', calls: 'as often as it likes' }, ...faults.map((one) => one.caller));
  const key = keys[`${caller.may} ${caller.calls}`] ?? '';
  const isNowhere = faults.some((one) => one.isNowhere);
  const named = row.named === undefined ? {} : { [kindOf(row.named)]: isNowhere ? 'nosuch' : stage[row.named] };
  if (faults.some((one) => one.isFailing))
    answered(world, 'injectFault', { body: { fault: 'api-error', match: { operation: id }, window: { to: '1h' } } });
  const reply = world.call({
    operation: id,
    client: caller.has === 'none' ? { key: null, because: 'missing' } : { key },
    request: { params: paramsOf(id, named), query: {}, body: faults.reduce((body, one) => merged(body, one.body ?? {}), row.body) },
  });
  if (faults.some((one) => one.isFailing)) answered(world, 'clearFaults', {});
  if (!('answer' in reply)) throw new Error(`${id} is held`);
  return reply.answer;
};

const kindOf = (named: string): string => (named === 'lockedPod' ? 'pod' : named);

const isObject = (value: Json | undefined): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

const merged = (one: Body, other: Body): Body => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([name, value]) => {
      const before = one[name];
      return [name, isObject(before) && isObject(value) ? merged(before, value) : value];
    }),
  ),
});

/** Whether a body can have both faults, because they change different properties. */
const goTogether = (one: Fault, other: Fault): boolean => areCompatible(one.body ?? {}, other.body ?? {});

const areCompatible = (one: Body, other: Body): boolean =>
  Object.entries(one).every(([name, value]) => {
    const there = other[name];
    return (
      there === undefined ||
      canonicalText(there) === canonicalText(value) ||
      (isObject(there) && isObject(value) && areCompatible(value, there))
    );
  });

const withBody = operations.filter(({ api, body }) => api === 'management' && body !== undefined);

test('every operation of the management API with a body is covered, with every stage of its row', () => {
  const all = rows(populatedWorld('2026-11').stage);
  expect(Object.keys(all).sort()).toStrictEqual(withBody.map(({ id }) => id).sort());
  const wanting = withBody.filter(({ id, unfit, contradiction, refersTo }) => {
    const statuses = (all[id]?.faults ?? []).map(({ status }) => status);
    const [isUnfit, clashes, refers] = [422, 400, 404].map((status) => statuses.includes(status));
    return (unfit !== undefined && !isUnfit) || (contradiction !== undefined && !clashes) || (refersTo !== undefined && !refers);
  });
  expect(wanting.map(({ id }) => id)).toStrictEqual([]);
});

describe('auth.precedence: of two faults of a call, the answer names the first', () => {
  test.each(withBody.map(({ id }) => id))('%s', (id) => {
    const { world, stage, keys } = theWorld();
    const row = rows(stage)[id] as Row;
    const faults = [...anyCall(row), ...row.faults];
    const said = ({ status, rule }: Answer) => `${status} ${rule}`;
    const alone = faults.map((one) => [one.says, said(called(world, keys, id, row, stage, [one]))]);
    expect(alone).toStrictEqual(faults.map(({ says, status, rule }) => [says, `${status} ${rule}`]));
    const pairs = faults.flatMap((first, k) =>
      faults.slice(k + 1).flatMap((second) => (goTogether(first, second) ? [[first, second] as const] : [])),
    );
    expect(pairs.length).toBeGreaterThan(9);
    const answers = pairs.map(([first, second]) => [
      `${first.says}, ${second.says}`,
      said(called(world, keys, id, row, stage, [second, first])),
    ]);
    expect(answers).toStrictEqual(pairs.map(([first, second]) => [`${first.says}, ${second.says}`, `${first.status} ${first.rule}`]));
    world.advance({ by: minutes(1) });
    expect(called(world, keys, id, row, stage, []).status).toBeLessThan(300);
  });
});
