import { type Contract, isOffered } from '../../../engine/api/contract/additions.ts';
import type { Answer, Described } from '../../../engine/api/operation.ts';
import { findOperation } from '../../../engine/api/operations.ts';
import { type AccessLevel, type Permissions, resourceGroups } from '../../../engine/cloud/account/events.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { hours, later, seconds, type VirtualTime } from '../../../engine/kernel/time.ts';
import { World } from '../../../engine/world/world.ts';
import { endpointOf, keyOf, worldOf } from './worlds.ts';

/** One call: what its path names by kind, its query and body, and who sends it. */
export interface Given {
  readonly named?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Json | undefined;
  /** The name of a key. alice's unless given; null sends no key. */
  readonly as?: string | null;
  /** The base URL of the APIs as the caller uses it. */
  readonly base?: string;
}

/** The id of one entity of each kind, all in the account of alice. */
export interface PopulatedWorld {
  readonly pod: string;
  readonly cluster: string;
  readonly endpoint: string;
  readonly template: string;
  readonly serverlessTemplate: string;
  readonly volume: string;
  readonly registry: string;
  readonly delegation: string;
  /** Empty where the contract has none. */
  readonly secret: string;
  readonly tag: string;
  readonly costCenter: string;
  readonly globalVolume: string;
  /** A draft on `ep-a`. */
  readonly batch: string;
  readonly batchRequest: string;
  readonly failedJob: string;
  readonly waitingJob: string;
  /** On the worker `ep-real-w1` of the endpoint `ep-real`, which takes its jobs itself; another one waits there. */
  readonly heldJob: string;
}

const permitted = (level: AccessLevel): Permissions => Object.fromEntries(resourceGroups.map((group) => [group, level])) as Permissions;

/**
 * A world with one of everything, and nothing of it in use: so that each may be read, changed and deleted. The pod
 * runs; of the jobs on the endpoint `ep-a` one has failed, and one waits behind one that runs. The account `acc-b` of
 * bob has nothing; `reader` is a key of alice's account that may read, and no more.
 */
export const populatedWorld = (contract: Contract = '2026-08'): { readonly world: World; readonly stage: PopulatedWorld } => {
  const world = new World(
    worldOf({
      settings: {
        worker: { imagePull: 0, start: 0 },
        pod: { provision: 0, imagePull: 0, start: 0 },
        ...(contract === '2026-08' ? {} : { account: { contract } }),
      },
      accounts: [
        { id: 'acc-a', keys: [keyOf('alice'), { ...keyOf('reader'), permissions: permitted('read') }] },
        { id: 'acc-b', keys: [keyOf('bob')] },
      ],
      endpoints: [
        endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'fixed', ms: hours(1) } }),
        endpointOf('ep-lb', { type: 'LOAD_BALANCER', workers: { min: 1, max: 1 } }),
        endpointOf('ep-real', { workers: { min: 1, max: 1 } }, { external: { scale: 1, timeoutMs: hours(1) } }),
      ],
    }),
  );
  const made = (operation: string, body: Json): string =>
    String((answered(world, operation, { body }).body as { readonly id: string } | undefined)?.id);
  const gpu = { id: 'NVIDIA GeForce RTX 4090' };
  const stage = {
    registry: made('createRegistry', { name: 'r', username: 'u', password: 'p' }),
    delegation: made('createDelegation', { resource: 'arn:aws:ecr:eu-west-1:123456789012:repository/acme/train' }),
    ...madeSince(contract, made),
    volume: made('createNetworkVolume', { name: 'v', size: 20, dataCenter: 'EU-RO-1' }),
    template: made('createTemplate', { name: 't', image: 'an-image' }),
    serverlessTemplate: made('createTemplate', { name: 's', image: 'an-image', serverless: true }),
    pod: made('createPod', { name: 'p', image: 'an-image', gpu, mounts: { persistent: { size: 20, path: '/data' } } }),
    cluster: made('createCluster', { name: 'c', type: 'SLURM', compute: { gpuTypeId: gpu.id, gpuCountPerPod: 1, podCount: 2 } }),
    endpoint: made('createEndpoint', {
      name: 'e',
      type: 'QUEUE',
      scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
      image: 'an-image',
      gpu: { pools: ['ADA_24'] },
    }),
  };
  const job = (handler: Json): string => submitted(world, handler);
  const failedJob = job({ outcomes: ['fail'], duration: { fixed: '0s' } });
  world.advance({ by: seconds(1) });
  job({});
  const waitingJob = job({});
  const heldJob = submitted(world, undefined, 'ep-real');
  const stoppedJob = submitted(world, undefined, 'ep-real');
  answered(world, 'takeJobBatch', { named: realWorker, query: { batch_size: '2' } });
  // Its worker is yet to be told to stop it.
  answered(world, 'cancel', { named: { endpoint: 'ep-real', job: stoppedJob }, body: {} });
  submitted(world, undefined, 'ep-real');
  const drafts = contract === '2026-08' ? { batch: '', batchRequest: '' } : draftedIn(world);
  return { world, stage: { ...stage, failedJob, waitingJob, heldJob, ...drafts } };
};

/** What later contracts let accounts make. */
const madeSince = (
  contract: Contract,
  made: (operation: string, body: Json) => string,
): Pick<PopulatedWorld, 'secret' | 'tag' | 'costCenter' | 'globalVolume'> => {
  const madeThere = (operation: string, body: Json) => (contract === '2026-08' ? '' : made(operation, body));
  return {
    secret: madeThere('createSecret', { name: 'HF_TOKEN', value: 'hush' }),
    tag: madeThere('createTag', { key: 'team', value: 'ml' }),
    costCenter: madeThere('createCostCenter', { value: 'research' }),
    globalVolume: madeThere('createGlobalVolume', { name: 'models' }),
  };
};

const draftedIn = (world: World): Pick<PopulatedWorld, 'batch' | 'batchRequest'> => {
  const { body } = answered(world, 'createBatch', { named: { endpoint: 'ep-a' }, body: [{ input: {} }] });
  const batch = (body as { readonly id: string }).id;
  const { requests } = answered(world, 'listBatchRequests', { named: { endpoint: 'ep-a', batch } }).body as {
    readonly requests: readonly { readonly id: string }[];
  };
  return { batch, batchRequest: requests[0]?.id ?? '' };
};

/** The first contract that has an operation. */
export const contractFor = (row: Pick<Described, 'since'>): Contract => (isOffered(row, '2026-08') ? '2026-08' : '2026-11');

/** The worker that holds `heldJob`, as the paths of its process name it. */
export const realWorker = { endpoint: 'ep-real', worker: 'ep-real-w1' };

const submitted = (world: World, handler: Json | undefined, endpoint = 'ep-a'): string => {
  const podsim = handler === undefined ? {} : { podsim: { handler } };
  const request = { params: { endpoint_id: endpoint }, query: {}, body: { input: {} }, ...podsim };
  const reply = world.call({ operation: 'run', client: { key: 'key-of-alice' }, request });
  return 'answer' in reply ? String((reply.answer.body as { readonly id: string }).id) : '';
};

/** Makes a call, and advances time until it is answered. */
export const answered = (world: World, operation: string, { named = {}, query = {}, body, as = 'alice', base = '' }: Given): Answer => {
  const params = paramsOf(operation, named);
  const client = as === null ? ({ key: null, because: 'missing' } as const) : { key: `key-of-${as}` };
  let answer: Answer | undefined;
  const reply = world.call({ operation, client, base, request: { params, query, ...(body === undefined ? {} : { body }) } }, (late) => {
    answer = late;
  });
  if ('answer' in reply) return reply.answer;
  world.advance({ to: later(world.now, hours(2)) as VirtualTime }, () => answer !== undefined);
  if (answer === undefined) throw new Error(`${operation} was not answered within two hours`);
  return answer;
};

/** The parameters of an operation's path: by the kind of entity that they name, or else by their own names. */
export const paramsOf = (operation: string, named: Readonly<Record<string, string>>): Record<string, string> => {
  const { path = '', resolves } = findOperation(operation) ?? {};
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [param, named[resolves?.[param] ?? param] ?? '']));
};
