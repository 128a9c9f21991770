import type { EndpointRecord } from '../../../world/reports/record/endpointRecord.ts';
import { measures } from '../../../world/reports/record/measures.ts';
import { percentile, type Samples } from '../../../world/reports/record/samples.ts';
import type { World } from '../../../world/world.ts';

/** The tokens over the time of a play, in equal parts: they show why large batches are slow. */
export interface TokensOverTime {
  readonly partMs: number;
  /** The average number of jobs and requests on workers. Those outside of a batch waited for memory, or their prompt was read. */
  readonly inProgress: readonly number[];
  /** The average number of sequences that gained a token with each step. */
  readonly batchSize: readonly number[];
  /** The median of the requests that came in this part, in ms; null if none did. */
  readonly firstToken: readonly (number | null)[];
  readonly tokenTime: readonly (number | null)[];
}

/** The number of parts of a play. */
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
