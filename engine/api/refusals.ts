import { entities, isKind } from '../cloud/entities.ts';
import { takesBareKey } from './authorize.ts';
import type { Described, Findable, Operation } from './operation.ts';

/** A row of either operation table. */
type Row = Described & Partial<Pick<Operation, 'permission' | 'resolves'>>;

/** The rules that an operation may name when it refuses: those its row lists, and those that the rest of the row implies. */
export const refusalRules = (row: Row): ReadonlySet<string> => new Set([...row.rules, ...rulesImpliedBy(row)]);

/** In the order of precedence (auth.precedence), then what may happen to any call. */
const rulesImpliedBy = ({ api, resolves = {}, body, passesOn }: Row): readonly string[] => [
  'server.names',
  ...(body === undefined ? [] : ['errors.body-size']),
  'errors.malformed',
  ...(api === 'control' ? ['control.access'] : [takesBareKey(api) ? 'auth.queue-key' : 'auth.bearer', 'auth.bearer']),
  ...(api === 'control'
    ? []
    : [...(takesBareKey(api) ? ['limits.queue', 'limits.at-once'] : ['limits.exceeded']), 'fault.window', 'fault.socket', 'auth.scope']),
  ...Object.values(resolves).map(ruleOfMissing),
  ...(resolves['endpoint_id'] === undefined ? [] : ['auth.tenancy', passesOn ? 'lb.traffic' : 'queue.type']),
  'errors.unknown-query',
  'errors.validation',
  ...(api === 'control' ? ['server.limits'] : ['control.call-key']),
  'control.worlds',
  'clock.stall',
  'clock.lag',
  'store.unwritable',
  'store.damaged',
  'store.others-go-on',
];

/** The rule by which an entity or catalog row that the path names is missing. */
export const ruleOfMissing = (kind: Findable): string => (isKind(kind) ? entities[kind].profile.found.missing : 'catalog.availability');

/** The rules by which an operation may be refused because of what it is: not those by which any call may be. */
export const ownRefusals = (row: Row & Pick<Operation, 'body'>): readonly string[] => {
  const missing = Object.values(row.resolves ?? {}).map(ruleOfMissing);
  const own = [...row.rules, ...missing, ...(row.body === undefined ? [] : ['errors.validation'])];
  const allowed = refusalRules(row);
  return [...new Set(own.filter((rule) => allowed.has(rule) && !describingRules.has(rule)))];
};

/** Rules that rows list because they say what the operation does. No call is refused by one of them. */
export const describingRules: ReadonlySet<string> = new Set([
  'catalog.templates',
  'cluster.delete',
  'cluster.member-address',
  'cluster.ranks',
  'cluster.ssh',
  'container.fields',
  'endpoint.cpu-order',
  'endpoint.data-centers',
  'endpoint.defaults',
  'endpoint.delete',
  'endpoint.placement',
  'endpoint.template-cuda',
  'endpoint.template-merge',
  'job.cancel-queued',
  'job.cancel-running',
  'job.cancel-takes-time',
  'job.complete',
  'job.fail',
  'job.ids',
  'job.retention-runsync',
  'job.retry',
  'job.run',
  'job.runsync',
  'job.ttl',
  'job.unknown-keys',
  'job.unnamed',
  'job.worker-lost',
  'label.cost-centers',
  'label.tags',
  'mounts.extra',
  'mounts.patch-omitted',
  'pod.action-body',
  'pod.actions',
  'pod.create',
  'pod.gpu-filters',
  'pod.networking',
  'pod.patch-reset',
  'pod.placement',
  'pod.restart',
  'pod.ssh-keys',
  'pod.start',
  'pod.stop',
  'pod.terminate',
  'queue.purge',
  'scaling.low-priority',
  'scaling.request-count',
  'stream.chunk-size',
  'stream.drain',
  'template.defaults',
  'worker-api.external',
  'worker.min',
  'worker.rollout',
]);
