import { formatInstant, parseDuration } from '../../../engine/kernel/index.ts';
import { BadRecords } from './badRecords.ts';
import type { JobRecords } from './readJobs.ts';
import { readTime } from './times.ts';

/** The records from a time on: a date-time, or a duration after the first job, such as 6d. All of them if none is given. */
export const selectFrom = (records: JobRecords, from: string | undefined): JobRecords => {
  if (from === undefined) return records;
  const { jobs, isCalendar } = records;
  const [first, last] = [jobs.submitted.at(0), jobs.submitted.at(jobs.length - 1)];
  const after = parseDuration(from);
  const read = after === undefined ? readTime(from, undefined) : { ms: first + after };
  if (typeof read === 'string' || (after === undefined && !isCalendar))
    throw new BadRecords(
      `--from '${from}': give a time of the records${isCalendar ? ' such as 2026-01-31T10:00' : ''}, or how long after the first job, such as 6d`,
    );
  const kept = jobs.between(read.ms, Number.POSITIVE_INFINITY);
  if (kept.length === 0)
    throw new BadRecords(
      `--from '${from}': no job came from then on: the last one came ${isCalendar ? `at ${formatInstant(Math.floor(last))}` : `${last - first} ms after the first`}`,
    );
  return {
    ...records,
    jobs: kept,
    understood: [...records.understood, `${jobs.length - kept.length} jobs before ${from} left out by --from`],
  };
};
