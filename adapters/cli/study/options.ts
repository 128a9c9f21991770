import type { Command } from 'commander';
import { type RecordOptions, withRecordOptions } from '../twin/options.ts';

export interface StudyOptions extends RecordOptions {
  readonly goal?: string;
  readonly force?: boolean;
  readonly results: string;
  readonly jobs?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly effects?: boolean;
  readonly out?: string;
  readonly timing?: readonly string[];
  readonly measures?: boolean;
  readonly settings?: boolean;
  readonly shard?: string;
  readonly merge?: readonly string[];
  readonly queue?: string;
  readonly queuePrefix: string;
  readonly wait: string;
  readonly why?: boolean;
  readonly verify?: string;
  readonly play?: string;
  readonly seed?: string;
  readonly log?: string;
}

/** The options of `podsim study`. */
export const withStudyOptions = (command: Command): Command =>
  withQueueOptions(
    withRecordOptions(
      command
        .argument('[file]', 'a study file; or records of jobs (CSV, NDJSON, JSON), of which a study is made')
        .optionsGroup('Of records:')
        .option('--goal <goal>', 'what 95 % of waits are to be within, such as "p95 20s"; 30s unless given')
        .option('--force', 'write over the scenario and the study that were made of them, also if you have changed them'),
    )
      .optionsGroup('What is played:')
      .option('--results <dir>', 'where results are kept, so that none is computed twice', '.podsim/results')
      .option('--jobs <n>', 'play in this many threads; in one for each processor unless given')
      .option('--timing <names...>', 'with the times of this name in place of those of its scenario; with several, an answer under each')
      .optionsGroup('What is shown:')
      .option('--json', 'print the report as JSON; with several timings, a list of them')
      .option('--csv', 'print it as CSV, a row for each configuration')
      .option('--effects', 'with --csv: the main effects instead, a row for each value of each setting')
      .option('-o, --out <file>', 'write one HTML page with the pictures, the table, and the median run of each configuration')
      .optionsGroup('What is listed, without a play:')
      .option('--measures', 'list what a study can measure, and play nothing')
      .option('--settings', 'list what can be varied in the scenario of the study, or in a scenario file, and play nothing')
      .option('--why', 'say why results that are missing are not known: what has changed since the last run')
      .optionsGroup('One configuration:')
      .option('--play <number>', 'play this configuration once, and show it as `podsim run` does')
      .option('--seed <seed>', 'with --play: with this seed; 1 unless given')
      .option('--log <file>', 'with --play: write its log to a file')
      .optionsGroup('Many machines:')
      .option('--shard <k/n>', 'make only the k-th of n shares of the plays, such as 3/20')
      .option('--merge <dirs...>', 'bring the results in these folders together, and report; play nothing')
      .option('--verify <share>', 'play a share of the stored results again, such as 1%, and compare')
      .option('--queue <url>', 'let `podsim study-worker` play, on any machines, by way of this Redis'),
  );

/** What a study and its workers agree on, except where Redis is. */
export const withQueueOptions = (command: Command): Command =>
  command
    .option('--queue-prefix <name>', 'begins all names in Redis, so that several teams can share one', 'podsim')
    .option('--wait <time>', 'how long to wait for Redis while it cannot be reached', '1m');
