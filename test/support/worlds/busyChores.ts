import type { Json } from '../../../engine/kernel/canonical.ts';

/** Something a client does with pods, clusters and what they are made from, in a given round of the busy world. */
export interface Chore {
  readonly round: number;
  readonly act: string;
  /** The entity that it is done to, by the name under which an earlier chore saved its id. */
  readonly to?: string;
  /** Other parameters of its path. */
  readonly params?: Ids;
  readonly body?: (ids: Ids) => Json;
  /** The name under which the id of the created entity is saved. */
  readonly keep?: string;
}

type Ids = Readonly<Record<string, string>>;

const arn = 'arn:aws:ecr:eu-central-1:123456789012:repository/an-image';
const a40 = 'NVIDIA A40';

/** In the order in which they are done. An entity can be named from the next round on, because its answer may be late. Some are refused on purpose. */
// biome-ignore format: a table
export const chores: readonly Chore[] = [
  { round: 1,  act: 'createNetworkVolume', keep: 'data',     body: () => ({ name: 'data', size: 100, dataCenter: 'EU-RO-1' }) },
  { round: 1,  act: 'createRegistry',      keep: 'hub',      body: () => ({ name: 'hub', username: 'alice', password: 'secret' }) },
  { round: 1,  act: 'createDelegation',    keep: 'ecr',      body: () => ({ resource: arn }) },
  { round: 2,  act: 'createTemplate',      keep: 'template', body: ({ hub = '' }) => ({ name: 'a template', image: 'an-image', registry: hub }) },
  { round: 3,  act: 'createPod',           keep: 'trainer',  body: ({ template = '' }) => ({ name: 'trainer', templateId: template, gpu: { id: a40 }, mounts: { persistent: { size: 20, path: '/data' } } }) },
  { round: 3,  act: 'createPod',           keep: 'notebook', body: ({ data = '' }) => ({ name: 'notebook', image: 'an-image', cpu: { id: 'cpu3c', vcpuCount: 2 }, mounts: { network: [{ volumeId: data, path: '/data' }] } }) },
  { round: 3,  act: 'createPod',           keep: 'stuck',    body: () => ({ name: 'stuck', image: 'no-such-image', gpu: { id: a40 } }) },
  { round: 3,  act: 'createPod',                             body: () => ({ name: 'too large', image: 'an-image', gpu: { id: a40, count: 8 } }) },
  { round: 4,  act: 'createCluster',       keep: 'cluster',  body: () => ({ name: 'a cluster', type: 'RAY', compute: { gpuTypeId: a40, gpuCountPerPod: 2, podCount: 2 } }) },
  { round: 4,  act: 'podAction',           to: 'trainer',    body: () => ({ action: 'restart' }) },
  { round: 9,  act: 'podAction',           to: 'trainer',    body: () => ({ action: 'restart' }) },
  { round: 10, act: 'updateNetworkVolume', to: 'data',       body: () => ({ size: 200 }) },
  { round: 10, act: 'updateTemplate',      to: 'template',   body: () => ({ name: 'renamed' }) },
  { round: 11, act: 'podAction',           to: 'notebook',   body: () => ({ action: 'stop' }) },
  { round: 12, act: 'updatePod',           to: 'trainer',    body: () => ({ name: 'renamed', locked: true }) },
  { round: 13, act: 'podAction',           to: 'trainer',    body: () => ({ action: 'stop' }) },
  { round: 14, act: 'updatePod',           to: 'trainer',    body: () => ({ image: 'another-image', locked: false }) },
  { round: 15, act: 'updateCluster',       to: 'cluster',    body: () => ({ name: 'renamed' }) },
  { round: 17, act: 'podAction',           to: 'notebook',   body: () => ({ action: 'start' }) },
  { round: 18, act: 'podAction',           to: 'stuck',      body: () => ({ action: 'start' }) },
  { round: 19, act: 'deleteNetworkVolume', to: 'data' },
  { round: 20, act: 'deleteRegistry',      to: 'hub' },
  { round: 21, act: 'updateSshKeys',                         body: () => ({ keys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8 alice'] }) },
  { round: 22, act: 'deletePod',           to: 'stuck' },
  { round: 24, act: 'revokeDelegation',    to: 'ecr' },
  { round: 25, act: 'createKey',                             body: () => ({ name: 'ci', account: 'acc-c', permissions: { pods: 'read' } }) },
  { round: 26, act: 'injectFault',         keep: 'fault',    body: () => ({ fault: 'api-error', match: { operation: 'status' }, chance: '1/2', window: { to: '1h' } }) },
  { round: 30, act: 'setHandler',          to: 'ep-b',       body: () => ({ duration: { exponential: { mean: '2s' } }, chances: { fail: '1/5' }, chunks: { count: 2, every: '500ms' } }) },
  { round: 33, act: 'clearFault',          to: 'fault' },
  { round: 34, act: 'revokeKey',           params: { key: 'ci' } },
  { round: 35, act: 'podAction',           to: 'trainer',    body: () => ({ action: 'start' }) },
  { round: 38, act: 'deleteCluster',       to: 'cluster' },
  { round: 40, act: 'podAction',           to: 'trainer',    body: () => ({ action: 'start' }) },
  { round: 50, act: 'deleteEndpoint',      to: 'ep-b' },
  { round: 51, act: 'podAction',           to: 'trainer',    body: () => ({ action: 'terminate' }) },
  { round: 52, act: 'deletePod',           to: 'notebook' },
  { round: 53, act: 'deleteRegistry',      to: 'hub' },
  { round: 53, act: 'deleteNetworkVolume', to: 'data' },
  { round: 53, act: 'deleteTemplate',      to: 'template' },
];
