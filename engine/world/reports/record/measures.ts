import type { State } from '../../../cloud/state/state.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { EndpointRecord } from './endpointRecord.ts';
import type { Samples } from './samples.ts';
import { outcomes, type WorkOutcome, type WorkRecord } from './workRecord.ts';

/** What a measure says of itself. Its name is that of its row. */
export interface MeasureWords {
  readonly unit: 'ms' | 'USD' | 'share' | 'jobs' | 'jobs/s' | 'calls' | 'tokens/s' | 'tokens/USD';
  /** The direction that is better for a paying client. */
  readonly better: 'less' | 'more';
  /** Follows the unit, or a percentile. */
  readonly about: string;
}

/** A quantity of all the jobs of an endpoint, or of all the requests to it. */
const ofWork = <const Unit extends MeasureWords['unit'], Taken>(
  unit: Unit,
  better: MeasureWords['better'],
  about: string,
  take: (work: WorkRecord) => Taken,
) => ({ unit, better, about, ofWork: take });

/** A quantity of an endpoint, or of all endpoints. */
const ofRecord = <const Unit extends MeasureWords['unit'], Taken>(
  unit: Unit,
  better: MeasureWords['better'],
  about: string,
  take: (record: EndpointRecord) => Taken,
) => ({ unit, better, about, of: take });

const outcome = (better: MeasureWords['better'], name: WorkOutcome, about: string) =>
  ofWork('jobs', better, about, (work) => work.outcomes[name]);

/**
 * Everything that is measured of a run, and how it is taken. Studies, comparisons, assertions, lessons and the results of loads choose rows,
 * and under which names they show them.
 */
// biome-ignore format: a table
export const measures = {
  delayTime:     ofWork('ms', 'less', 'from arrival, or the client’s retry, to each start of a job or request', ({ waits }) => waits),
  executionTime: ofWork('ms', 'less', 'of each attempt that completed, failed or timed out', ({ executions }) => executions),
  totalTime:     ofWork('ms', 'less', 'from arrival, or the client’s retry, to the end of a job or request that completed, failed or timed out', ({ totals }) => totals),
  firstToken:    ofWork('ms', 'less', 'from arrival, or the client’s retry, to the first token of each attempt of a job or request whose handler makes tokens', ({ firstTokens }) => firstTokens),
  tokenTime:     ofWork('ms', 'less', 'from one token of an answer to the next: its mean, rounded, for each attempt that made all of its answer', ({ tokenTimes }) => tokenTimes),
  coldStart:     ofRecord('ms', 'less', 'how long workers, and their containers after a crash, took to start; a start without a delay is none', ({ coldStarts }) => coldStarts),

  completed:     outcome('more', 'completed',  'done, with an output'),
  failed:        outcome('less', 'failed',     'whose handler failed, or whose worker was lost'),
  timedOut:      outcome('less', 'timedOut',   'that ran longer than they may'),
  cancelled:     outcome('less', 'cancelled',  'that were cancelled, or whose client left'),
  purged:        outcome('less', 'purged',     'removed from the queue by a purge'),
  expired:       outcome('less', 'expired',    'removed before they ended: their time to live was over; results that are no longer kept are none of these'),
  unfinished:    outcome('less', 'unfinished', 'that wait or run at the end of the play'),
  failures:      ofWork('jobs', 'less', 'failed, timed out, or expired before they ended', ({ outcomes: { failed, timedOut, expired } }) => failed + timedOut + expired),

  completions:   ofWork('jobs', 'more', 'that completed; one that a client retries may end again', ({ ends }) => ends.completed),
  failingEnds:   ofWork('jobs', 'less', 'that failed; one that a client retries may end again', ({ ends }) => ends.failed),
  timeouts:      ofWork('jobs', 'less', 'that timed out; one that a client retries may end again', ({ ends }) => ends.timedOut),

  throughput:    ofWork('jobs/s', 'more', 'completed, from the first arrival to the last end', ({ outcomes: { completed }, firstAt = 0, lastEndAt = firstAt }) => perSecond(completed, lastEndAt - firstAt)),
  queueDepth:    ofWork('jobs', 'less', 'that wait', ({ queue }) => queue),
  utilization:   ofRecord('share', 'more', 'worker time spent on jobs and requests over worker time held', ({ utilization }) => utilization),
  batchSize:     ofRecord('jobs', 'less', 'that gain a token with each step of the batch of their worker, of all workers together', ({ batch }) => batch),
  tokensPerSecond: ofRecord('tokens/s', 'more', 'of answers that were made, for each second that a worker was held', ({ tokens, heldMs }) => perSecond(tokens, heldMs) ?? 0),
  tokensPerDollar: ofRecord('tokens/USD', 'more', 'of answers that were made, for each dollar that their workers cost', ({ tokens, cost }) => (cost === 0 ? 0 : tokens / cost)),
  cost:          ofRecord('USD', 'less', 'of all workers, at the serverless prices', ({ cost }) => cost),
  bill:          { unit: 'USD', better: 'less', about: 'of everything that is billed, pods and volumes too',
                   ofBilling: (billing: State['billing'], at: VirtualTime, id?: string): number => Number(billing.nanoUsd(at, id)) / 1_000_000_000 },
  refusals:      { unit: 'calls', better: 'less', about: 'of loads, that were refused',
                   ofCalls: (refused: readonly { readonly count: number }[]): number => refused.reduce((sum, { count }) => sum + count, 0) },
} as const;

export type MeasureName = keyof typeof measures;
export type DurationName = 'delayTime' | 'executionTime' | 'totalTime' | 'firstToken' | 'tokenTime' | 'coldStart';

/** How many in each second; null where there is no time. */
export const perSecond = (count: number, ms: number): number | null => (ms === 0 ? null : (count * 1_000) / ms);

/** The durations of jobs and of requests. */
export const durationsIn = (record: EndpointRecord, name: DurationName): readonly Samples[] => {
  const measure = measures[name];
  return 'of' in measure ? [measure.of(record)] : [measure.ofWork(record.jobs), measure.ofWork(record.requests)];
};

/** How many jobs and requests had each outcome. */
export const outcomesIn = ({ jobs, requests }: EndpointRecord): Readonly<Record<WorkOutcome, number>> =>
  Object.fromEntries(outcomes.map((name) => [name, measures[name].ofWork(jobs) + measures[name].ofWork(requests)])) as Record<
    WorkOutcome,
    number
  >;

/** A measure in words: `Jobs done, with an output`. */
export const measureText = (name: MeasureName): string => {
  const { unit, about } = measures[name];
  const text = unit === 'jobs' || unit === 'calls' || unit === 'USD' ? `${unit} ${about}` : about;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
};

/** The table as data, without how its values are taken: that is code. */
export const measureRows = Object.entries(measures).map(([name, { unit, better, about }]) => ({ name, unit, better, about }));
