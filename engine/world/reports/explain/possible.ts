import { entities, type Kind, type StateOf } from '../../../cloud/entities.ts';
import type { State } from '../../../cloud/state/state.ts';
import type { Row } from '../../../kernel/lifecycle.ts';

/** The rows of its lifecycle that can happen to an entity now, without those that never happen to one like it. */
export const possibleRows = (kind: Kind, entity: StateOf<Kind>, state: State): readonly Row[] => {
  const rows = entities[kind].lifecycle.rows.filter(({ from }) => from === entity.status);
  const narrow = narrowing[kind] as Narrow | undefined;
  return narrow === undefined ? rows : rows.flatMap((row) => narrow(row, entity, state));
};

/** Gives the row as it is for that entity; none if it never happens to it, and two if a call and the platform may each bring it about. */
type Narrow<Entity = StateOf<Kind>> = (row: Row, entity: Entity, state: State) => Row | readonly Row[];

const unless = (never: readonly string[], row: Row): readonly Row[] => (never.includes(row.event) ? [] : [row]);

const byItself = ({ byCaller: _, ...row }: Row, description: string, rule = row.rule): Row => ({ ...row, rule, description });

const narrowing: { readonly [K in Kind]?: Narrow<StateOf<K>> } = {
  endpoint(row, { config, checkAt }) {
    return unless(config.scaling.type === 'QUEUE_DELAY' || checkAt !== null ? [] : ['EndpointScalerArmed', 'EndpointScalerChecked'], row);
  },
  pod(row, { status, member, pulled, failure }) {
    if (row.event === 'PodFailed' && failure === 'host') return [];
    if (row.event === 'PodFailed' && (status !== 'STARTING' || pulled)) return { ...row, description: 'its host fails' };
    if (member === null) return unless(['PodRanked'], row);
    if (row.event === 'PodResumed') return byItself(row, 'its cluster starts it again', 'cluster.lifecycle');
    if (row.event === 'PodTerminated') return { ...row, rule: 'cluster.delete', description: 'deleted with its cluster' };
    // Callers cannot act on a member of a cluster as they can on a pod (pod.cluster-member).
    return row.byCaller === true ? [] : row;
  },
  cluster: (row, { network }) => unless(network === null ? [] : ['ClusterNetworkProvisioned'], row),
  host: (row, { downBy }) => unless([downBy.length > 1 ? 'HostRecovered' : 'HostStillDown'], row),
  fault(row, { spec: { until, limit, atOnce } }) {
    if (row.event !== 'FaultEnded') return row;
    return [
      { ...row, description: 'it is removed' },
      ...(until === null ? [] : [byItself(row, 'its window is over')]),
      ...(limit === null ? [] : [byItself(row, 'its limit is reached')]),
      ...(atOnce && until === null ? [byItself(row, 'it strikes at its beginning alone')] : []),
    ];
  },
  job(row, { terms: { webhook, webhookIsReal } }) {
    if (webhook === null) return unless(['JobWebhookSent', 'JobWebhookPosted', 'JobWebhookAnswered', 'JobResultDropped'], row);
    return unless(webhookIsReal === true ? ['JobWebhookSent'] : ['JobWebhookPosted', 'JobWebhookAnswered'], row);
  },
  worker(row, { endpointId }, state) {
    const takesRequests = state.find('endpoint', endpointId)?.config.type === 'LOAD_BALANCER';
    return unless(takesRequests ? ['WorkerTookJob'] : ['WorkerTookRequest', 'WorkerEndedRequest', 'WorkerPolled'], row);
  },
};
