import { type Draw, drawsFrom, sayDuration } from '../../../engine/kernel/index.ts';
import type { RecordRow } from './rows.ts';

/** The number of jobs that came in a stretch of time, in ms. Nothing else is known of them. */
export interface JobsInStretch {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly count: number;
}

/** Reads the rows of one file in which each row is a number of jobs that came. */
export interface CountReader {
  /** Reads a row with its time; text says what is wrong with it. */
  readonly read: (row: RecordRow, at: number) => readonly JobsInStretch[] | string;
  /** Remarks on the file, once all rows are read. */
  readonly words: () => readonly string[];
}

/** No single endpoint has more jobs than this. */
export const countedMax = 3_000_000;

const minuteMs = 60_000;
export const minutesOfDay = Array.from({ length: 1_440 }, (_, k) => String(k + 1));

/** A column for each minute of a day; each file is the day after the one before it. */
export const readMinutes = (fileNumber: number): CountReader => ({
  read: (row) => {
    const counted: JobsInStretch[] = [];
    for (const [k, column] of minutesOfDay.entries()) {
      const count = Number(row.cell(column) || 0);
      if (!Number.isInteger(count) || count < 0) return `minute ${column} has no count of jobs`;
      const fromMs = (fileNumber * minutesOfDay.length + k) * minuteMs;
      if (count > 0) counted.push({ fromMs, untilMs: fromMs + minuteMs, count });
    }
    return counted;
  },
  words: () => ['counts a minute: the jobs of one are spread over it by chance'],
});

/** The counts in an answer of `GET /v2/{endpoint_id}/health`. */
interface Poll {
  readonly at: number;
  /** Jobs that have ended, are running, and are waiting. */
  readonly ended: number;
  readonly running: number;
  readonly waiting: number;
}

/** The answers of health, in the order of their times. The jobs that came between two answers are the growth of the sum of their counts. */
export const readPolls = (): CountReader => {
  let last: Poll | undefined;
  const sums = { ms: 0, running: 0, waiting: 0, ended: 0, workers: 0 };
  return {
    read: (row, at) => {
      const poll = readPoll(row, at);
      if (typeof poll === 'string') return poll;
      sums.workers = Math.max(sums.workers, countIn(row, 'workers', 'running') ?? 0);
      const before = last;
      if (before !== undefined && !(poll.at > before.at)) return 'is no later than the poll before it: sort the rows by time';
      last = poll;
      if (before === undefined) return [];
      const count = poll.ended + poll.running + poll.waiting - before.ended - before.running - before.waiting;
      if (count < 0 || poll.ended < before.ended) return 'counts fewer jobs than the poll before it: its counters began anew';
      const ms = poll.at - before.at;
      sums.ms += ms;
      sums.running += before.running * ms;
      sums.waiting += before.waiting * ms;
      sums.ended += poll.ended - before.ended;
      return count === 0 ? [] : [{ fromMs: before.at, untilMs: poll.at, count }];
    },
    words: () => {
      if (sums.ended === 0) return ['polls of health: no job ended between them'];
      const mean = (sum: number): string => sayDuration(sum / sums.ended);
      return [
        `polls of health: jobs that came between two are spread over that time by chance; ${sums.ended} ended, and by Little's law jobs waited ${mean(sums.waiting)} and ran ${mean(sums.running)} on average; at most ${sums.workers} workers ran`,
      ];
    },
  };
};

const readPoll = (row: RecordRow, at: number): Poll | string => {
  const [completed, failed = 0, running, waiting] = ['completed', 'failed', 'inProgress', 'inQueue'].map((name) =>
    countIn(row, 'jobs', name),
  );
  if (Number.isNaN(at)) return 'says not when it was polled: name the column with --map submitted=COLUMN';
  if (completed === undefined || running === undefined || waiting === undefined)
    return 'has no counts of jobs (completed, inProgress, inQueue), as health answers them';
  return { at, ended: completed + failed, running, waiting };
};

/** A count of an answer as it is (`jobs` is an object), or of a table with a column for each. */
const countIn = (row: RecordRow, group: 'jobs' | 'workers', name: string): number | undefined => {
  const value = fieldIn(row.cell(group), name) ?? row.cell(name);
  return value === undefined || value === '' || !/^\d+$/.test(value) ? undefined : Number(value);
};

const fieldIn = (text: string | undefined, name: string): string | undefined => {
  if (text?.startsWith('{') !== true) return undefined;
  const value = (JSON.parse(text) as Readonly<Record<string, unknown>>)[name];
  return value === undefined ? undefined : String(value);
};

const spread: Draw = drawsFrom('counted');

/** Draws the arrival time of each counted job, uniformly over the stretch. */
export const spreadTimes = ({ fromMs, untilMs, count }: JobsInStretch, place: string): readonly number[] =>
  Array.from({ length: count }, (_, k) => Math.floor(fromMs + spread('twin/spread', place, k) * (untilMs - fromMs)));
