import type { State } from '../../../cloud/state/state.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { EndpointRecord } from './endpointRecord.ts';
import type { Gauge } from './gauge.ts';
import type { Samples } from './samples.ts';
import type { WorkOutcome, WorkRecord } from './workRecord.ts';

/** The description of a measure. Its name is that of its row. */
export interface MeasureWords {
  readonly unit: 'ms' | 'USD' | 'share' | 'jobs' | 'jobs/s' | 'calls' | 'tokens/s' | 'tokens/USD';
  /** The direction that is better for a paying client. */
  readonly better: 'less' | 'more';
  /** Follows the unit, or a percentile. */
  readonly about: string;
}

interface Marks {
  /**
   * The only subjects that have it: workers, busy or not; endpoints whose workers make tokens; or jobs, but no requests to load balancers.
   */
  readonly only?: 'workers' | 'tokens' | 'jobs';
  /** Comparisons of runs show it: of a duration these of its values, of a gauge its mean, its maximum or both. */
  readonly compared?: readonly ('p50' | 'p95' | 'mean' | 'max')[] | true;
}

/** The sources of a measure: the record of an endpoint or of all, and further data. */
export interface MeasuredRun {
  readonly record: EndpointRecord;
  readonly billing: State['billing'];
  readonly until: VirtualTime;
  /** The endpoint, pod, cluster or volume of the bill; everything by default. */
  readonly of?: string | undefined;
  /** The refused calls of the loads; undefined without a load. */
  readonly refused?: readonly { readonly count: number }[] | undefined;
}

/** A duration of each job and each request. */
const durations = (about: string, ofWork: (work: WorkRecord) => Samples, marks: Marks = {}) => ({
  unit: 'ms' as const,
  better: 'less' as const,
  about,
  ofWork,
  samples: ({ jobs, requests }: EndpointRecord): readonly Samples[] => [ofWork(jobs), ofWork(requests)],
  ...marks,
});

/** One number of a run; null if it has none. */
const number = <const Unit extends MeasureWords['unit']>(
  unit: Unit,
  better: MeasureWords['better'],
  about: string,
  take: (run: MeasuredRun) => number | null,
  marks: Marks = {},
) => ({ unit, better, about, take, ...marks });

/** How many jobs and requests became this in the end. */
const outcome = (name: WorkOutcome, better: MeasureWords['better'], about: string, marks: Marks = {}) =>
  number('jobs', better, about, ({ record: { jobs, requests } }) => jobs.outcomes[name] + requests.outcomes[name], marks);

/** A count of simultaneous items. */
const gauge = (
  unit: MeasureWords['unit'],
  better: MeasureWords['better'],
  about: string,
  levels: (record: EndpointRecord) => Pick<Gauge, 'mean' | 'max'> | null,
  marks: Marks = {},
) => ({ unit, better, about, levels, ...marks });

/**
 * Every measure of a run, and how it is taken. `namedMeasures.ts` gives each number its name; assertions, studies, lessons, tests,
 * comparisons and the results of loads have all of these under the same names.
 */
// biome-ignore format: a table
export const measures = {
  delayTime:     durations('from arrival, or the client’s retry, to each start of a job or request', ({ waits }) => waits, { compared: ['p50', 'p95'] }),
  executionTime: durations('of each attempt that completed, failed or timed out', ({ executions }) => executions),
  totalTime:     durations('from arrival, or the client’s retry, to the end of a job or request that completed, failed or timed out', ({ totals }) => totals),
  firstToken:    durations('from arrival, or the client’s retry, to the first token of each attempt of a job or request whose handler makes tokens', ({ firstTokens }) => firstTokens, { only: 'tokens', compared: ['p50', 'p95'] }),
  tokenTime:     durations('from one token of an answer to the next: its mean, rounded, for each attempt that made all of its answer', ({ tokenTimes }) => tokenTimes, { only: 'tokens', compared: ['p50'] }),
  coldStart:     { unit: 'ms', better: 'less', about: 'how long workers, and their containers after a crash, took to start; a start without a delay is none', only: 'workers', samples: ({ coldStarts }: EndpointRecord): readonly Samples[] => [coldStarts] },

  completed:     outcome('completed',  'more', 'done, with an output', { compared: true }),
  failed:        outcome('failed',     'less', 'whose handler failed, or whose worker was lost', { compared: true }),
  timedOut:      outcome('timedOut',   'less', 'that ran longer than they may', { compared: true }),
  cancelled:     outcome('cancelled',  'less', 'that were cancelled, or whose client left'),
  purged:        outcome('purged',     'less', 'removed from the queue by a purge', { only: 'jobs' }),
  expired:       outcome('expired',    'less', 'removed before they ended: their time to live was over; results that are no longer kept are none of these', { only: 'jobs' }),
  unfinished:    outcome('unfinished', 'less', 'that wait or run at the end of the play'),
  failures:      number('jobs', 'less', 'failed, timed out, or expired before they ended', ({ record: { jobs, requests } }) => countFailures(jobs) + countFailures(requests)),

  throughput:    number('jobs/s', 'more', 'completed, from the first arrival to the last end', ({ record: { jobs, requests } }) => measureThroughput([jobs, requests])),
  queueDepth:    gauge('jobs', 'less', 'that wait', ({ jobs, requests }) => ({ mean: jobs.queue.mean + requests.queue.mean, max: Math.max(jobs.queue.max, requests.queue.max) })),
  utilization:   number('share', 'more', 'worker time spent on jobs and requests over worker time held', ({ record }) => record.utilization, { only: 'workers', compared: true }),
  batchSize:     gauge('jobs', 'less', 'that gain a token with each step of the batch of their worker, of all workers together', ({ batch }) => (batch.sum === 0 ? null : batch), { only: 'tokens', compared: ['mean', 'max'] }),
  tokensPerSecond: number('tokens/s', 'more', 'of answers that were made, for each second that a worker was held', ({ record: { batch, tokens, heldMs } }) => (batch.sum === 0 ? null : perSecond(tokens, heldMs)), { only: 'tokens', compared: true }),
  tokensPerDollar: number('tokens/USD', 'more', 'of answers that were made, for each dollar that their workers cost', ({ record: { batch, tokens, cost } }) => (batch.sum === 0 ? null : perDollar(tokens, cost)), { only: 'tokens', compared: true }),
  cost:          number('USD', 'less', 'of all workers, at the serverless prices', ({ record }) => record.cost, { only: 'workers' }),
  bill:          number('USD', 'less', 'of everything that is billed, pods and volumes too', readBill, { compared: true }),
  refusals:      number('calls', 'less', 'of loads, that were refused', ({ refused }) => refused?.reduce((sum, { count }) => sum + count, 0) ?? null),
} as const satisfies Readonly<Record<string, MeasureWords & Marks & { readonly [how: string]: unknown }>>;

export type MeasureName = keyof typeof measures;

/** What is counted for a time, or as a share of one: the averages of a run. Its sums are the other numbers. */
export type AverageUnit = 'share' | 'jobs/s' | 'tokens/s' | 'tokens/USD';

/** USD of everything that is billed, or of one entity, until then. */
export function readBill({ billing, until, of }: Pick<MeasuredRun, 'billing' | 'until' | 'of'>): number {
  return Number(billing.nanoUsd(until, of)) / 1_000_000_000;
}

/** The number in each second; null if no time passes. */
export const perSecond = (count: number, ms: number): number | null => (ms === 0 ? null : (count * 1_000) / ms);

/** How many for each dollar, rounded; null where nothing was paid. */
export const perDollar = (count: number, cost: number): number | null => (cost === 0 ? null : Math.round(count / cost));

/** Completed for each second, from the first arrival to the last end; null where no time lies between them. */
export const measureThroughput = (works: readonly WorkRecord[]): number | null => {
  const busy = works.filter(({ firstAt }) => firstAt !== undefined);
  if (busy.length === 0) return null;
  const completed = busy.reduce((sum, { outcomes }) => sum + outcomes.completed, 0);
  const from = Math.min(...busy.map(({ firstAt = 0 }) => firstAt));
  return perSecond(completed, Math.max(...busy.map(({ lastEndAt = from }) => lastEndAt)) - from);
};

const countFailures = ({ outcomes: { failed, timedOut, expired } }: WorkRecord): number => failed + timedOut + expired;

/** A measure in words: `Jobs done, with an output`. */
export const measureText = (name: MeasureName): string => {
  const { unit, about } = measures[name];
  const text = unit === 'jobs' || unit === 'calls' || unit === 'USD' ? `${unit} ${about}` : about;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
};
