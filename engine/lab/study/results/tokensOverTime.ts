import type { EndpointRecord } from '../../../world/reports/record/endpointRecord.ts';
import { measures } from '../../../world/reports/record/measures.ts';
import { percentile, type Samples } from '../../../world/reports/record/samples.ts';
import type { World } from '../../../world/world.ts';

/** The tokens in the course of a play, in equal parts of its time: it shows why many at once are slow. */
export interface TokensOverTime {
  readonly partMs: number;
  /** How many jobs and requests workers had, on average: those in no batch waited in them for memory, or were read. */
  readonly inProgress: readonly number[];
  /** How many sequences gained a token with each step, on average. */
  readonly batchSize: readonly number[];
  /** The median of the requests that came in this part, in ms; null if none did. */
  readonly firstToken: readonly (number | null)[];
  readonly tokenTime: readonly (number | null)[];
}

/** Into how many parts a play is divided. */
export const tokenPartsMax = 40;

/** Undefined of a play whose workers made no tokens. */
export const addUpTokens = (record: EndpointRecord, log: Pick<World['log'], 'entry'>, partMs: number): TokensOverTime | undefined => {
  const { overTime, sum } = record.batch;
  if (sum === 0) return undefined;
  const medians = (samples: readonly Samples[]): readonly (number | null)[] => {
    const parts = overTime.map((): number[] => []);
    for (const { ms, seqs } of samples)
      for (const [k, value] of ms.entries())
        parts[Math.min(parts.length - 1, Math.floor((log.entry(seqs[k] ?? 0)?.at ?? 0) / partMs))]?.push(value);
    return parts.map((values) => percentile(values, 50, 100) ?? null);
  };
  const [inJobs, inRequests] = [record.jobs.running.overTime, record.requests.running.overTime];
  return {
    partMs,
    inProgress: overTime.map((_, part) => roundToHundredths((inJobs[part] ?? 0) + (inRequests[part] ?? 0))),
    batchSize: overTime.map(roundToHundredths),
    firstToken: medians(measures.firstToken.samples(record)),
    tokenTime: medians(measures.tokenTime.samples(record)),
  };
};

const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;
