import type { State } from '../../cloud/state/state.ts';
import { workerLifecycle } from '../../cloud/worker/lifecycle.ts';
import type { WorldInfo } from '../operation.ts';
import { type MetricSample, metricText } from './prometheusText.ts';

/**
 * The metrics of each world for an autoscaler, or a person who watches worlds: lengths of queues, busy workers, completed work, and costs.
 * All of it is counted as events come, so a read costs the same however many jobs there are. Times are virtual.
 */
export const worldMetrics = (worlds: readonly WorldInfo[]): readonly string[] => [
  metricText('podsim_virtual_time_seconds_total', 'counter', 'Virtual time since the start of the world.', ofWorlds(worlds, secondsNow)),
  metricText('podsim_spend_usd_total', 'counter', 'What has been billed so far.', ofWorlds(worlds, costUsd)),
  metricText('podsim_queue_jobs', 'gauge', 'Jobs that wait.', ofEndpoints(worlds, byNothing(waitingJobs))),
  metricText(
    'podsim_queue_oldest_wait_seconds',
    'gauge',
    'For how long the job has waited that is taken next; 0 if none waits.',
    ofEndpoints(worlds, byNothing(oldestWaitSeconds)),
  ),
  metricText('podsim_jobs_in_progress', 'gauge', 'Jobs that run.', ofEndpoints(worlds, byNothing(runningJobs))),
  metricText('podsim_jobs_total', 'counter', 'Jobs that ended: failed ones timed out, too.', ofEndpoints(worlds, jobsByOutcome)),
  metricText(
    'podsim_jobs_requeued_total',
    'counter',
    'How often a job went back to the queue, because its worker was lost.',
    ofEndpoints(worlds, byNothing(countRequeued)),
  ),
  metricText(
    'podsim_batch_sequences',
    'gauge',
    'Sequences of tokens in the batches of workers: waiting for memory, read, or gaining a token with each step.',
    ofEndpoints(worlds, sequencesByStage),
  ),
  metricText('podsim_workers', 'gauge', 'Workers by status.', ofEndpoints(worlds, workersByStatus)),
];

const ofWorlds = (worlds: readonly WorldInfo[], measure: (info: WorldInfo) => number): readonly MetricSample[] =>
  worlds.map((info) => ({ labels: { world: info.id }, value: measure(info) }));

/** The samples of one endpoint, at a moment of its world in ms. */
type EndpointSamples = (state: State, endpoint: string, now: number) => readonly MetricSample[];

const ofEndpoints = (worlds: readonly WorldInfo[], samplesOf: EndpointSamples): readonly MetricSample[] =>
  worlds.flatMap(({ id, world }) =>
    [...world.state.all('endpoint')].flatMap((endpoint) =>
      samplesOf(world.state, endpoint.id, world.now).map(({ labels, value }) => ({
        labels: { world: id, endpoint: endpoint.id, ...labels },
        value,
      })),
    ),
  );

const byNothing =
  (measure: (state: State, endpoint: string, now: number) => number): EndpointSamples =>
  (state, endpoint, now) => [{ value: measure(state, endpoint, now) }];

const secondsNow = ({ world }: WorldInfo): number => world.now / 1_000;
const costUsd = ({ world }: WorldInfo): number => Number(world.state.billing.nanoUsd(world.now)) / 1_000_000_000;
const waitingJobs = ({ queues }: State, endpoint: string): number => queues.length(endpoint);
const runningJobs = ({ jobCounters }: State, endpoint: string): number => jobCounters.of(endpoint).inProgress;
const countRequeued = ({ jobCounters }: State, endpoint: string): number => jobCounters.of(endpoint).retried;

const oldestWaitSeconds = (state: State, endpoint: string, now: number): number => {
  const next = state.queues.next(endpoint);
  const queuedAt = next === undefined ? undefined : state.find('job', next)?.queuedAt;
  return (now - (queuedAt ?? now)) / 1_000;
};

const jobsByOutcome: EndpointSamples = ({ jobCounters }, endpoint) => {
  const { completed, failed } = jobCounters.of(endpoint);
  return [
    { labels: { outcome: 'completed' }, value: completed },
    { labels: { outcome: 'failed' }, value: failed },
  ];
};

const workersByStatus: EndpointSamples = ({ fleet }, endpoint) =>
  present.map((status) => ({ labels: { status }, value: fleet.count(endpoint, status) }));

/** None of an endpoint whose workers make no tokens. */
const sequencesByStage: EndpointSamples = (state, endpoint) => {
  if (state.find('endpoint', endpoint)?.handler.tokens === undefined) return [];
  const batches = [...state.fleet.of(endpoint).members].flatMap((id) => state.find('worker', id)?.batch ?? []);
  return (['waiting', 'reading', 'decoding'] as const).map((stage) => ({
    labels: { stage },
    value: batches.reduce((sum, batch) => sum + batch[stage].length, 0),
  }));
};

/** A worker has one of these from its launch until it is gone. */
const present = workerLifecycle.statusesWith('waiting', 'starting', 'ready', 'broken', 'stopped');
