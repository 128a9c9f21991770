import { checkFolder } from '../files.ts';
import { BadInput } from '../terminal/exit.ts';
import type { PlayOneOptions } from './playOne.ts';
import { reporterNamed } from './reporters.ts';
import { narrowsTimeline, readFilter } from './timelines.ts';

export interface RunOptions extends PlayOneOptions {
  readonly bail?: boolean;
  readonly strict?: boolean;
  readonly timeline?: boolean;
  readonly quiet?: boolean;
  readonly jobs?: string;
  readonly example?: boolean;
  /** What the runs met is shown, or written into a file. */
  readonly coverage?: boolean;
  readonly coverageFile?: string;
  /** The folder for pages of runs that do not pass. */
  readonly page?: string;
  readonly reporter: string;
}

const threadsMax = 256;

/** Whether the timeline of every run is shown: an option that narrows it asks for it, too. */
export const showsTimeline = (options: RunOptions): boolean => options.timeline === true || narrowsTimeline(options);

export const checkOptions = (options: RunOptions): void => {
  const { jobs, quiet, reporter, page, seed, seeds } = options;
  const timeline = showsTimeline(options);
  readFilter(options);
  reporterNamed(reporter);
  if (jobs !== undefined && !(/^[1-9]\d{0,2}$/.test(jobs) && Number(jobs) <= threadsMax))
    throw new BadInput(`--jobs '${jobs}' is no number of threads; give a whole number from 1 to ${threadsMax}`);
  if (options.coverage === true && options.coverageFile === undefined && reporter !== 'pretty')
    throw new BadInput(
      `--coverage prints text after the runs; beside --reporter ${reporter}, write it to a file: --coverage-file coverage.json`,
    );
  if (options.update === true && (seed ?? seeds) !== undefined)
    throw new BadInput('--update writes timelines of the seeds of the files: leave out --seed and --seeds');
  if (page !== undefined) checkFolder(page);
  if (timeline && quiet === true) throw new BadInput('give --timeline or --quiet, not both');
  if (reporter !== 'pretty' && (timeline || quiet === true))
    throw new BadInput(`--timeline and --quiet belong to the reporter pretty; '${reporter}' always shows the same`);
};
