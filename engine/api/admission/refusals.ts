import { entities, isKind } from '../../cloud/entities.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import { listEnforcedRules } from '../contract/enforcedRules.ts';
import type { Described, Findable, Operation } from '../operation.ts';
import { takesBareKey } from './authorize.ts';

/** A row of either operation table. */
type OperationRow = Described & Partial<Pick<Operation, 'permission' | 'resolves'>>;

/**
 * The rules that an operation may name when it refuses: those in its row, those of its schemas, and those that follow from the rest of the
 * row.
 */
export const refusalRules = (row: OperationRow): ReadonlySet<RuleId> =>
  new Set([...row.rules, ...rulesOfSchemas(row), ...rulesImpliedBy(row)]);

/** In the order of precedence (auth.precedence); then the rules that can refuse any call. */
const rulesImpliedBy = ({ api, resolves = {}, body, passesOn }: OperationRow): readonly RuleId[] => [
  'server.names',
  ...only(api !== 'control', 'server.hosts'),
  ...only(body !== undefined, 'errors.body-size'),
  'errors.malformed',
  ...only(api === 'control', 'control.access'),
  ...only(takesBareKey(api), 'auth.queue-key'),
  ...only(api !== 'control', 'auth.bearer'),
  ...only(takesBareKey(api), 'limits.queue', 'limits.at-once'),
  ...only(api === 'management', 'limits.exceeded'),
  ...only(api !== 'control', 'fault.window', 'fault.socket', 'fault.answer', 'auth.scope'),
  ...Object.values(resolves).map(ruleOfMissing),
  ...only(resolves['endpoint_id'] !== undefined, 'auth.tenancy', passesOn ? 'lb.traffic' : 'queue.type'),
  'errors.unknown-query',
  'errors.validation',
  ...only(api === 'control', 'server.limits'),
  ...only(api !== 'control', 'control.call-key'),
  'control.worlds',
  'clock.stall',
  'clock.lag',
  'store.unwritable',
  'store.damaged',
  'store.others-go-on',
];

const rulesOfSchemas = ({ query, body, whole }: OperationRow): readonly RuleId[] =>
  [whole?.query ?? query, whole?.body ?? body].flatMap((schema) => (schema === undefined ? [] : listEnforcedRules(schema)));

const only = (condition: boolean, ...rules: readonly RuleId[]): readonly RuleId[] => (condition ? rules : []);

/** The rule by which an entity or catalog row that the path names is missing. */
export const ruleOfMissing = (kind: Findable): RuleId => (isKind(kind) ? entities[kind].profile.found.missing : 'catalog.availability');

/** The rules that can refuse an operation because of its own row: not those that can refuse any call. */
export const ownRefusals = (row: OperationRow & Pick<Operation, 'body'>): readonly RuleId[] => {
  const missing = Object.values(row.resolves ?? {}).map(ruleOfMissing);
  const own = [...row.rules, ...rulesOfSchemas(row), ...missing, ...only(row.body !== undefined, 'errors.validation')];
  const allowed = refusalRules(row);
  return [...new Set(own.filter((rule) => allowed.has(rule) && !describingRules.has(rule)))];
};

/** Rules in rows that describe the operation. They refuse no call. */
export const describingRules: ReadonlySet<RuleId> = new Set([
  'catalog.templates',
  'cluster.delete',
  'cluster.member-address',
  'cluster.ranks',
  'cluster.ssh',
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
  'job.runsync',
  'job.ttl',
  'job.unnamed',
  'job.worker-lost',
  'label.cost-centers',
  'list.short-pages',
  'mounts.patch-omitted',
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
