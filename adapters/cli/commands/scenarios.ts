import { Option } from 'commander';
import type { RunOptions } from '../run/options.ts';
import { run } from '../run/run.ts';
import { withTimelineOptions } from '../run/timelines.ts';
import { BadInput, type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';
import { interruptedCode } from '../terminal/interrupt.ts';
import { templateNames } from '../write/templates.ts';

const { fail, incomplete, pass, unread } = exitCodes;

/** The commands that write scenarios to start from, play them and check them. */
export const addScenarioCommands = (program: Program, end: End): void => {
  program
    .command('new')
    .description('write a small scenario to start from, or a small lesson or study')
    .argument('<file>', 'the file to write')
    .option('--template <name>', templateNames.join(', '), 'job')
    .action((file: string, options) => {
      end(import('../onDemand.ts').then(({ newCommand }) => newCommand(file, options)));
    });

  const command = program
    .command('run')
    .description('play scenarios and report whether they pass')
    .argument('[paths...]', 'scenario files, or folders with some below; with --check, lessons and studies, too')
    .optionsGroup('What is played:')
    .option('--example', 'play the one that comes with podsim: a job fails, and is retried')
    .option('--seed <seed>', 'play with this seed instead of the file’s')
    .option('--seeds <range>', 'play each with many seeds, such as 1..20')
    .option('--only <text>', 'only runs whose file, title or matrix member holds this text, in any letter case')
    .option('--jobs <n>', 'play in this many threads; in one for each processor unless given')
    .option('--bail', 'stop at the first that does not pass')
    .option('--watch', 'go on, and play again what changes: a scenario, its timeline, or a file that it names')
    .optionsGroup('How it is judged:')
    .addOption(new Option('--check', 'play nothing; say what a run would find, and check lessons and studies').conflicts(notChecked))
    .option('--strict', 'warnings fail, too')
    .option('--update', 'write the timelines of runs that pass beside their files')
    .optionsGroup('What is shown:')
    .option('--reporter <name>', 'pretty, json, junit, tap or github', 'pretty')
    .option('--timeline', 'show the timeline of every run; unless given, only that of a run alone')
    .option('--quiet', 'show only runs that do not pass, and the summary; of a run alone, the results of its load')
    .option('--coverage', 'say which rules, refusals, statuses, transitions and faults the runs met, and what they have never seen')
    .optionsGroup('What is written:')
    .option('--log <file>', 'write the log of the one run to a file')
    .option('--page <dir>', 'write an HTML page into this folder for each run that does not pass')
    .option('--coverage-file <file>', 'write that to a file: name.html for a page, name.json, name.info for lcov, or text');
  withTimelineOptions(command).action((paths: string[], options: RunOptions & { check?: true; watch?: true }) => {
    end(playOrCheck(paths, options));
  });
};

/** What says how runs are played, shown or written has no meaning where nothing is played. */
const notChecked = [
  'example',
  'seed',
  'seeds',
  'only',
  'jobs',
  'bail',
  'watch',
  'update',
  'timeline',
  'quiet',
  'coverage',
  'log',
  'page',
  'coverageFile',
];

const playOrCheck = (paths: readonly string[], options: RunOptions & { check?: true; watch?: true }): number | Promise<number> => {
  if (paths.length === 0 && options.example !== true)
    throw new BadInput('name scenario files, or folders with some below; `podsim run --example` plays one that comes with podsim');
  if (options.check === true) return import('../onDemand.ts').then(({ checkFiles }) => checkFiles(paths, options));
  return options.watch === true ? import('../run/watch.ts').then(({ runWatching }) => runWatching(paths, options)) : run(paths, options);
};

// biome-ignore format: a table
export const scenarioHelp = {
  new: {
    examples: [
      ['podsim new a', 'writes a.scenario.yaml'],
      ['podsim new a --template lesson', 'writes a.lesson.yaml'],
      ['podsim new a --template study', 'writes a.study.yaml'],
      ['podsim new a --template load', 'a scenario of a load; also: job, pod, cluster, billing, fault'],
    ],
    codes: { [pass]: 'written' },
  },
  run: {
    examples: [
      ['podsim run --example', 'the one that comes with podsim, in 80 columns'],
      ['podsim run scenarios', 'every scenario below a folder'],
      ['podsim run scenarios --only retry --timeline', 'some of them, with their timelines'],
      ['podsim run a.scenario.yaml --update', 'one, and write its timeline beside it'],
      ['podsim run a.scenario.yaml --seeds 1..20 --reporter junit', 'one with twenty seeds, for a build server'],
      ['podsim run scenarios --reporter github', 'every one, with each failure beside its line in a pull request'],
      ['podsim run a.scenario.yaml --log a.log', 'one, and keep its log for explain and `podsim log`'],
      ['podsim run scenarios --page pages', 'every one, and a page to look at for each that does not pass'],
      ['podsim run scenarios --quiet --coverage', 'every one, and what they have never seen'],
      ['podsim run --check scenarios', 'whether every file below a folder can be played; nothing is'],
      ['podsim run --check a.study.yaml --strict', 'a study: every configuration is checked; warnings fail, too'],
      ['podsim run scenarios --watch', 'every one, and again those that change'],
      ['podsim run a.scenario.yaml --of job-2 --answers', 'one, with the timeline of one job and the answers about it'],
    ],
    codes: {
      [pass]: 'every run passes; with --check, nothing is wrong, or there are only warnings',
      [fail]: 'a run fails; with --check and --strict, there are warnings',
      [incomplete]: 'no run fails, but one does not come to its end',
      [interruptedCode]: 'Ctrl-C: the summary is of what was played by then',
      [unread]: 'the output cannot be written, or is no longer read: the rest is not played',
    },
  },
} satisfies HelpTable;
