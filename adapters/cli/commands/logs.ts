import { withTimelineOptions } from '../run/timelines.ts';
import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable, Program } from '../terminal/help.ts';

const { fail, pass } = exitCodes;

/** `podsim log`: the commands that read logs, and make other files of them. */
export const addLogCommands = (program: Program, end: End): void => {
  const log = program
    .command('log')
    .description('look at logs: show, rerun, diff, next, record, fork, compare, repair, coverage, stand-in');

  withTimelineOptions(log.command('show'))
    .description('print the state at the end of a log, or its timeline')
    .argument('<log>', 'a log file, or a scenario of one run')
    .option('--at <time>', 'as it was at this virtual time, such as 1m30s')
    .option('--seq <n>', 'as it was after entry n')
    .option('--timeline', 'print the timeline up to there; the options for timelines below ask for it, too')
    .option('--json', 'print every entity in full, as JSON')
    .action((log: string, options) => {
      end(import('../onDemand.ts').then(({ replayCommand }) => replayCommand(log, options)));
    });

  log
    .command('rerun')
    .description('play the inputs of a log through the rules again, and compare')
    .argument('<log>', 'a log file')
    .action((log: string) => {
      end(import('../onDemand.ts').then(({ rerunCommand }) => rerunCommand(log)));
    });

  log
    .command('diff')
    .description('show where two logs differ, and why')
    .argument('<logA>', 'a log file')
    .argument('<logB>', 'another')
    .option('--json', 'print JSON')
    .action((a: string, b: string, options) => {
      end(import('../onDemand.ts').then(({ diffCommand }) => diffCommand(a, b, options)));
    });

  log
    .command('next')
    .description('show what callers could do at the end of a log, and what the machine will do next')
    .argument('<log>', 'a log file, or a scenario of one run')
    .argument('[entity]', 'only this one; job-2 is the log’s second job')
    .option('--limit <n>', 'the most lines of each list; 15 unless given')
    .option('--json', 'print JSON')
    .action((log: string, entity: string | undefined, options) => {
      end(import('../onDemand.ts').then(({ nextCommand }) => nextCommand(log, entity, options)));
    });

  log
    .command('record')
    .description('write a log as a scenario that produces the same log')
    .argument('<log>', 'a log file')
    .option('--stand-in', 'without its real workers: what they did answers its jobs, so any seed and any change can be played')
    .option('-o, --out <file>', 'the scenario file to write; printed unless given')
    .action((log: string, options) => {
      end(import('../onDemand.ts').then(({ recordCommand }) => recordCommand(log, options)));
    });

  log
    .command('fork')
    .description('write a log with the same past up to a point, which can be continued from there')
    .argument('<log>', 'a log file')
    .option('--at <time>', 'back to this virtual time, such as 1m30s; to the end unless given')
    .option('--seq <n>', 'back to entry n')
    .option('--seed <seed>', 'the seed for all draws after that point; the log’s own unless given')
    .option('--stand-in', 'what its real workers did stands in for them: the fork needs none')
    .requiredOption('-o, --out <file>', 'the log file to write')
    .action((log: string, options) => {
      end(import('../onDemand.ts').then(({ forkCommand }) => forkCommand(log, options)));
    });

  log
    .command('compare')
    .description('show how two runs differ, and their metrics; or the effect of a change, over many seeds')
    .argument('<files...>', 'two log or scenario files; or one, with --change or with a matrix')
    .option('--change <file>', 'what to change and when: { at: 30s, settings: … } or { at: 30s, act: …, with: … }')
    .option('--seeds <range>', 'play scenarios with these seeds, such as 1..20; with --change, 1..20 unless given')
    .option('--only <member>', 'of a scenario with a matrix, only the members that hold this text')
    .option('--metrics', 'only the metrics, not where the logs differ')
    .option(
      '--fail-if <threshold>',
      "exit with 1 only if this holds, such as 'delayTime.p95 > +10%'; repeatable",
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--json', 'print JSON')
    .action((files: string[], options) => {
      end(import('../onDemand.ts').then(({ compareCommand }) => compareCommand(files, options)));
    });

  log
    .command('repair')
    .description('report what is wrong with a log, and write a copy of what is right')
    .argument('<path>', 'a log file, or a data directory')
    .option('-o, --output <copy>', 'the copy to write; the original’s name with .repaired appended unless given')
    .option('--check', 'only report, write nothing')
    .action((path: string, options) => {
      end(import('../onDemand.ts').then(({ repairCommand }) => repairCommand(path, options)));
    });

  log
    .command('coverage')
    .description('say which rules, refusals, statuses, transitions and faults tests or sessions met, and what they have never seen')
    .argument('<paths...>', 'logs, what tests wrote with PODSIM_COVERAGE=DIR, or folders with some below')
    .option('-o, --out <file>', 'write it to a file: name.html for a page, name.json, name.info for lcov, or text')
    .action((paths: string[], options) => {
      end(import('../onDemand.ts').then(({ coverageCommand }) => coverageCommand(paths, options)));
    });

  log
    .command('stand-in')
    .description('print what the real workers of an endpoint did as a handler that does the same')
    .argument('<log>', 'a log file, or a scenario of one run')
    .argument('[endpoint]', 'the endpoint; the only one with real workers unless given')
    .option('-o, --out <file>', 'the file to write; printed unless given')
    .action((log: string, endpoint: string | undefined, options) => {
      end(import('../onDemand.ts').then(({ standInCommand }) => standInCommand(log, endpoint, options)));
    });
};

// biome-ignore format: a table
export const logHelp = {
  'log show': {
    examples: [
      ['podsim log show a.log', 'the state at the end'],
      ['podsim log show a.log --at 1m30s', 'the state after a minute and a half'],
      ['podsim log show a.log --seq 12', 'the state after entry 12'],
      ['podsim log show a.log --kind pod,cluster --from 1h', 'the timeline of pods and clusters after an hour'],
    ],
    codes: { [pass]: 'printed' },
  },
  'log rerun': {
    examples: [['podsim log rerun a.log', 'whether its inputs give the same log today']],
    codes: { [pass]: 'the same log', [fail]: 'another log' },
  },
  'log diff': {
    examples: [['podsim log diff a.log b.log', 'their first difference']],
    codes: { [pass]: 'the logs are the same', [fail]: 'they differ' },
  },
  'log next': {
    examples: [
      ['podsim log next a.log', 'what callers could do at the end, and what happens next'],
      ['podsim log next a.log ep-a', 'of one endpoint'],
    ],
    codes: { [pass]: 'printed' },
  },
  'log record': {
    examples: [
      ['podsim log record a.log --out a.scenario.yaml', 'a scenario that gives the same log'],
      ['podsim log record a.log --stand-in --out b.scenario.yaml', 'one for a session with real workers, which needs none, for studies and changes'],
    ],
    codes: { [pass]: 'written', [fail]: 'the log cannot be recorded so that a run gives it again' },
  },
  'log fork': {
    examples: [
      ['podsim log fork a.log --at 30s --seed b --out b.log', 'the same past, and another future after 30 s'],
      ['podsim log fork a.log --at 30s --stand-in --out b.log', 'of a session with real workers: it goes on without them'],
    ],
    codes: { [pass]: 'written' },
  },
  'log compare': {
    examples: [
      ['podsim log compare a.log b.log', 'where two logs differ, and what that affects'],
      ['podsim log compare a.scenario.yaml b.scenario.yaml --seeds 1..20', 'two scenarios, over twenty seeds'],
      ['podsim log compare matrix.scenario.yaml', 'the members of a matrix'],
      ["podsim log compare a.scenario.yaml b.scenario.yaml --seeds 1..20 --metrics --fail-if 'delayTime.p95 > +10%'", 'for a build: whether it became slower'],
      ['podsim log compare a.scenario.yaml --change change.yaml', 'the effect of a change, over twenty seeds'],
    ],
    codes: {
      [pass]: 'the logs are the same, the effect of the change is shown, or no --fail-if holds',
      [fail]: 'the logs differ; with --fail-if, one holds',
    },
  },
  'log repair': {
    examples: [
      ['podsim log repair data --check', 'what is wrong with the logs of a data directory'],
      ['podsim log repair a.log --output b.log', 'a copy of all that is right'],
    ],
    codes: { [pass]: 'nothing is wrong', [fail]: 'something is wrong' },
  },
  'log coverage': {
    examples: [
      ['podsim log coverage met', 'of tests that ran with PODSIM_COVERAGE=met'],
      ['podsim log coverage a.log', 'of a session'],
      ['podsim log coverage met --out coverage.info', 'for a build server that reads lcov'],
    ],
    codes: { [pass]: 'printed or written' },
  },
  'log stand-in': {
    examples: [
      ['podsim log stand-in a.log', 'the handler, to put into a scenario instead of `handler: { external: {} }`'],
      ['podsim log stand-in a.log ep-a --out ep-a.yaml', 'that of one endpoint, in a file'],
    ],
    codes: { [pass]: 'printed' },
  },
} satisfies HelpTable;
