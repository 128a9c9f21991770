import type { DomainEvent } from '../../../cloud/input.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { EndpointRecord } from '../../../world/reports/record/endpointRecord.ts';
import { spanUpTo, type Trace } from '../../../world/reports/record/gauge.ts';
import { perDollar, perSecond } from '../../../world/reports/record/measures.ts';
import type { AverageName } from '../../../world/reports/record/namedMeasures.ts';
import { recordEndpoint, recordLog } from '../../../world/reports/record/recordLog.ts';
import type { Samples } from '../../../world/reports/record/samples.ts';
import type { World } from '../../../world/world.ts';

/** How a play is measured, unless in the usual way. It is part of the key of a result. */
export interface Measuring {
  /**
   * The length of the warm-up: a number of delays, in the order of arrival. The measured time begins with the next arrival. Averages
   * (durations, utilization, the queue's depth, throughput) cover everything that began then or later. Sums (cost, bill, counts of jobs and
   * of refusals) cover the whole play, because they are its cost.
   */
  readonly skip?: number;
  /** The delays one by one, in the order of arrival, for finding the warm-up. */
  readonly series?: true;
  /** Set to measure the durations also in this many batches of equal size, in the order in which they began. */
  readonly batches?: number;
  /** Of each, how many durations keep to it. */
  readonly within?: readonly DurationBound[];
  /** Set to measure the durations also in this many days, each of 24 hours of the play, by when they began. Later durations are in no day. */
  readonly days?: number;
}

/** The limits of durations of one kind, in ms: at most, or at least. */
export interface DurationBound {
  readonly of: string;
  readonly lte?: number | undefined;
  readonly gte?: number | undefined;
}

/** By which results have it. */
export const nameBound = ({ of, lte, gte }: DurationBound): string => (lte === undefined ? `${of}>=${gte ?? 0}` : `${of}<=${lte}`);

type MeasuredLog = Pick<World['log'], 'entries' | 'entry'>;

/** A duration, and when it began: a delay with the arrival. */
export interface Begun {
  readonly began: number;
  readonly ms: number;
  readonly seq: number;
}

/** Durations in the order in which they began. */
export const inOrderOfBeginning = (log: MeasuredLog, samples: readonly Samples[]): readonly Begun[] =>
  samples
    .flatMap(({ ms: all, seqs }) =>
      all.map((ms, k): Begun => {
        const seq = seqs[k] ?? 0;
        return { began: (log.entry(seq)?.at ?? 0) - ms, ms, seq };
      }),
    )
    .sort((a, b) => a.began - b.began || a.seq - b.seq);

/** When measuring begins: with the first delay that is no warm-up, or at the end if all are. */
export const startOfMeasuring = (delays: readonly Begun[], skip: number, end: VirtualTime): VirtualTime =>
  skip === 0 ? (0 as VirtualTime) : ((delays[skip]?.began ?? end) as VirtualTime);

/** The averages of the rest of a play, by name. Events at `from` itself belong to the rest. */
export const measureSpan = (
  log: MeasuredLog,
  whole: EndpointRecord,
  from: VirtualTime,
  end: VirtualTime,
): { readonly [Name in AverageName]: number | null } => {
  const before = recordEndpoint(entriesBefore(log, from), from);
  const depths = recordLog(log.entries(), { ...spanUpTo(end, 1), traced: true }).all;
  const time = end - from;
  const waited = [whole.jobs, whole.requests].reduce((sum, { queue }) => sum + queue.sum, 0);
  const waitedBefore = [before.jobs, before.requests].reduce((sum, { queue }) => sum + queue.sum, 0);
  const lasts = [whole.jobs, whole.requests].flatMap(({ lastEndAt }) => lastEndAt ?? []);
  const held = whole.heldMs - before.heldMs;
  const tokens = whole.tokens - before.tokens;
  const ofTokens = (value: number | null) => (whole.batch.sum === 0 ? null : value);
  return {
    utilization: held === 0 ? 0 : (ranBy(whole) - ranBy(before)) / held,
    'queueDepth.mean': time === 0 ? 0 : (waited - waitedBefore) / time,
    'queueDepth.max': Math.max(...[depths.jobs, depths.requests].map(({ queue }) => maxFrom(queue.trace, from, end))),
    'batchSize.mean': ofTokens(time === 0 ? 0 : (whole.batch.sum - before.batch.sum) / time),
    'batchSize.max': ofTokens(maxFrom(depths.batch.trace, from, end)),
    tokensPerSecond: ofTokens(perSecond(tokens, held)),
    tokensPerDollar: ofTokens(perDollar(tokens, whole.cost - before.cost)),
    throughput: perSecond(countCompleted(whole) - countCompleted(before), Math.max(0, Math.max(from, ...lasts) - from)),
  };
};

function* entriesBefore(log: MeasuredLog, from: VirtualTime): Generator<LogEntry<DomainEvent>> {
  for (const entry of log.entries()) {
    if (entry.at >= from) return;
    yield entry as LogEntry<DomainEvent>;
  }
}

const countCompleted = ({ jobs, requests }: EndpointRecord): number => jobs.ends.completed + requests.ends.completed;

const ranBy = ({ workers }: EndpointRecord): number => workers.get('RUNNING')?.sum ?? 0;

/** The largest value of a trace that lasts any time from then on. */
const maxFrom = (trace: Trace | undefined, from: VirtualTime, end: VirtualTime): number => {
  const { times = [], values = [] } = trace ?? {};
  return times.reduce((max, at, k) => {
    const until = Math.min(times[k + 1] ?? end, end);
    return until > Math.max(at, from) ? Math.max(max, values[k] ?? 0) : max;
  }, 0);
};
