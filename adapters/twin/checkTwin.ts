import { findDrift, type PieceDrift } from './drift.ts';
import type { ArrivalFit } from './fit/arrivals.ts';
import { fitTwin, type TwinFit } from './fitTwin.ts';
import type { KeptTwin } from './kept.ts';
import type { GivenConfiguration } from './own.ts';
import { computeRelativeError, predict, type TwinPrediction } from './predict.ts';
import { BadRecords } from './records/badRecords.ts';
import { selectFrom } from './records/from.ts';
import { type JobRecords, readJobs } from './records/readJobs.ts';
import { findLength, findPhase, scenarioFiles } from './write/scenarioText.ts';
import type { TwinFile } from './write/serviceText.ts';

/** The comparison of newer records with a twin. */
export interface TwinCheck {
  readonly records: JobRecords;
  readonly drifts: readonly PieceDrift[];
  /** The twin's prediction of the newer time, or why there is none. */
  readonly prediction: TwinPrediction | string;
  /** Waits are far from the twin's, and none of its pieces explains that. */
  readonly isUnexplained: boolean;
  /** The files of the twin with its drifted pieces refitted; none if none has drifted. */
  readonly now: readonly TwinFile[];
}

const jobsMin = 30;

/** Reads newer records as the twin's records were read, and compares each piece of the twin with them. */
export const checkTwin = async (
  kept: KeptTwin & { readonly from?: string | undefined },
  files: readonly string[],
  given: GivenConfiguration,
): Promise<TwinCheck> => {
  const records = selectFrom(await readJobs(files, kept), kept.from);
  const { jobs } = records;
  const { fit, seed } = kept;
  if (jobs.length < jobsMin)
    throw new BadRecords(`${files.join(', ')}: ${jobs.length} jobs are too few to tell drift from chance: give ${jobsMin} or more`);
  if (records.isCalendar !== kept.isCalendar)
    throw new BadRecords(
      `${files.join(', ')}: times ${records.isCalendar ? 'are dates, and those of the twin count from a start' : 'count from a start, and those of the twin are dates'}: which hour of the day is which cannot be told`,
    );
  const now = fitTwin(jobs, given, seed);
  const drifts = findDrift(fit, now, jobs);
  const prediction = predictNewer(kept, now, records);
  const drifted = new Set(drifts.filter(({ isDrifted }) => isDrifted).map(({ piece }) => piece));
  return {
    records,
    drifts,
    prediction,
    isUnexplained: drifted.size === 0 && typeof prediction !== 'string' && prediction.rows.some(isFarOff),
    now: drifted.size === 0 ? [] : listFiles(kept, now, drifted),
  };
};

const predictNewer = ({ fit, seed }: KeptTwin, now: TwinFit, { jobs }: JobRecords): TwinPrediction | string => {
  const { arrivals } = fit;
  const [from, until] = [jobs.submitted.at(0), jobs.submitted.at(jobs.length - 1)];
  if (arrivals === undefined || !(until > from)) return 'the records do not say when jobs came';
  // As it was configured in the newer time.
  const play = {
    title: 'Check',
    fit: { ...fit, own: now.own },
    arrivals,
    phaseMs: findPhase(arrivals, from),
    forMs: Math.ceil(until - from),
  };
  return predict(play, jobs, from, seed);
};

const farOff = 0.2;

const isFarOff = (row: TwinPrediction['rows'][number]): boolean =>
  row.measure.startsWith('delayTime') && (row.seen < row.low || row.seen > row.high) && Math.abs(computeRelativeError(row) ?? 0) > farOff;

const listFiles = ({ fit }: KeptTwin, now: TwinFit, drifted: ReadonlySet<PieceDrift['piece']>): readonly TwinFile[] => {
  const { bySize, ...rest } = fit;
  const mixed: TwinFit = {
    ...rest,
    ...pieceBySize(drifted.has('service') ? now.bySize : bySize),
    ...(drifted.has('service') ? { service: now.service } : {}),
    ...(drifted.has('cold starts') ? { coldStarts: now.coldStarts } : {}),
    ...(drifted.has('failures') ? { failures: now.failures } : {}),
  };
  const arrivals = drifted.has('arrivals') ? arrivalsNow(fit.arrivals, now.arrivals) : fit.arrivals;
  if (arrivals === undefined) return [];
  // The same length as the plays of the study, so that costs can be compared.
  const forMs = findLength(fit.arrivals ?? arrivals, fit);
  return scenarioFiles({ title: 'The twin as it is now', fit: { ...mixed, arrivals }, arrivals, phaseMs: 0, forMs });
};

const pieceBySize = (bySize: TwinFit['bySize']): Pick<TwinFit, 'bySize'> => (bySize === undefined ? {} : { bySize });

/** The rates fitted to the newer records if they last two periods; otherwise the old rates, scaled to the newer mean. */
const arrivalsNow = (before: ArrivalFit | undefined, now: ArrivalFit | undefined): ArrivalFit | undefined => {
  if (before === undefined || now === undefined) return before;
  if (before.everyMs === undefined || now.until - now.from >= 2 * before.everyMs) return now;
  const times = now.perHour / before.perHour;
  return {
    ...before,
    perHour: now.perHour,
    pieces: before.pieces.map(({ atMs, perHour }) => ({ atMs, perHour: Number((perHour * times).toPrecision(3)) })),
  };
};
