import { join } from 'node:path';
import { parseDuration } from '../../../engine/kernel/index.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { twinImportCommand } from '../twin/importTwin.ts';
import type { RecordOptions } from '../twin/options.ts';
import type { StudyOptions } from './options.ts';

/** Endings of files with a row for each job, rather than a study. */
const recordEndings = /\.(?:(?:csv|tsv|txt|ndjson|jsonl|json)(?:\.gz)?|gz)$/i;

export const isOfRecords = (file: string | undefined): file is string => file !== undefined && recordEndings.test(file);

/**
 * `podsim study jobs.csv --goal "p95 20s"`: fits a twin to the records and writes it into a folder beside them. Returns the study in it, or
 * the exit code if there is nothing to study.
 */
export const importRecords = async (file: string, options: StudyOptions): Promise<string | number> => {
  const { goal = '30s', force = false } = options;
  const out = file.replace(recordEndings, '.twin');
  const code = await twinImportCommand([file], { ...onlyReading(options), out, goal: readGoal(goal), seed: 'twin', force });
  return code === exitCodes.pass ? join(out, 'twin.study.yaml') : code;
};

/** How records are read, and how their endpoint was set: a study file has both in it. */
const readingOptions = [
  'map',
  'where',
  'from',
  'endpoint',
  'workersMin',
  'workersMax',
  'idleTimeout',
  'queueDelay',
] as const satisfies readonly (keyof RecordOptions)[];

/** Throws if an option is for records, and there are none. */
export const refuseOfRecords = (options: StudyOptions): void => {
  const name = (['goal', ...readingOptions] as const).find((one) => options[one] !== undefined);
  if (name === undefined) return;
  const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new BadInput(
    `--${option} is for records of jobs, such as jobs.csv: a study file has its own; change it there, or name the records again, with --force`,
  );
};

/** The other options. */
export const withoutOfRecords = (options: StudyOptions): StudyOptions => {
  const names: readonly string[] = ['goal', ...readingOptions];
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.includes(name))) as unknown as StudyOptions;
};

const onlyReading = (options: StudyOptions): RecordOptions =>
  Object.fromEntries(readingOptions.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));

/** The duration in `p95 20s`, `p95 <= 20s` or `20s`: what 95 % of waits are to be within. */
const readGoal = (goal: string): string => {
  const duration = goal.replace(/^\s*(?:p95|delayTime\.p95)\s*(?:<=)?\s*/, '').trim();
  if (parseDuration(duration) !== undefined) return duration;
  throw new BadInput(
    `--goal '${goal}': write it like "p95 20s", which 95 % of waits are to be within; a study file can have any other goal`,
  );
};
