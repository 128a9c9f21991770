import { entities, type Kind, type StateOf } from '../entities.ts';
import type { Row } from '../kernel/lifecycle.ts';
import type { State } from '../state.ts';

/** The rows of its lifecycle that may happen to an entity now: without those that never happen to one like it. */
export const possibleRows = (kind: Kind, entity: StateOf<Kind>, state: State): readonly Row[] => {
  const rows = entities[kind].lifecycle.rows.filter(({ from }) => from === entity.status);
  const narrow = narrowing[kind] as Narrow | undefined;
  return narrow === undefined ? rows : rows.flatMap((row) => narrow(row, entity, state) ?? []);
};

/** Gives the row as it is for that entity, or undefined if it never happens to it. */
type Narrow<Entity = StateOf<Kind>> = (row: Row, entity: Entity, state: State) => Row | undefined;

const unless = (never: readonly string[], row: Row): Row | undefined => (never.includes(row.event) ? undefined : row);

const narrowing: { readonly [K in Kind]?: Narrow<StateOf<K>> } = {
  endpoint(row, { config, checkAt }) {
    return config.scaling.type === 'QUEUE_DELAY' || checkAt !== null ? row : unless(['EndpointScalerArmed', 'EndpointScalerChecked'], row);
  },
  pod(row, { status, member, pulled }) {
    if (row.event === 'PodFailed' && (status !== 'STARTING' || pulled)) return { ...row, description: 'its host fails' };
    if (member === null) return unless(['PodRanked'], row);
    if (row.event === 'PodResumed') {
      const { byCaller: _, ...rest } = row;
      return { ...rest, rule: 'cluster.lifecycle', description: 'its cluster starts it again' };
    }
    if (row.event === 'PodTerminated') return { ...row, rule: 'cluster.delete', description: 'deleted with its cluster' };
    return unless(['PodStopped', 'PodRestarted', 'PodUpdated'], row);
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
