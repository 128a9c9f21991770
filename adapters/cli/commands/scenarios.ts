import type { Command } from 'commander';
import { contractCommand } from '../look/contract.ts';
import { operationsCommand } from '../look/operations.ts';
import { rulesCommand } from '../look/rules.ts';
import { run } from '../run/run.ts';
import { withTimelineOptions } from '../run/timelines.ts';
import { type End, exitCodes } from '../terminal/exit.ts';
import type { HelpTable } from '../terminal/help.ts';
import { interruptedCode } from '../terminal/interrupt.ts';
import { type SchemaOptions, schemaCommand } from '../write/schemas.ts';
import { validateCommand } from '../write/validate.ts';

const { fail, incomplete, pass, unread } = exitCodes;

/** The commands that play and check scenarios, and that say how they are written and which rules they show. */
export const addScenarioCommands = (program: Command, end: End): void => {
  withTimelineOptions(program.command('run'))
    .description('play scenarios and report whether they pass')
    .argument('<paths...>', 'scenario files, or folders with some below')
    .option('--seed <seed>', 'play with this seed instead of the file’s')
    .option('--seeds <range>', 'play each with many seeds, such as 1..20')
    .option('--only <text>', 'only runs whose file, title or matrix member holds this text, in any letter case')
    .option('--bail', 'stop at the first that does not pass')
    .option('--strict', 'warnings fail, too')
    .option('--update', 'write the timelines of runs that pass beside their files')
    .option('--reporter <name>', 'pretty, json, junit, tap or github', 'pretty')
    .option('--timeline', 'show the timeline of every run; unless given, only that of a run alone')
    .option('--quiet', 'show only runs that do not pass, and the summary; of a run alone, the results of its load')
    .option('--jobs <n>', 'play in this many threads; in one for each processor unless given')
    .option('--log <file>', 'write the log of the one run to a file')
    .option('--coverage', 'say which rules, refusals, statuses, transitions and faults the runs met, and what they have never seen')
    .option('--coverage-file <file>', 'write that to a file: name.json, name.info for lcov, or text')
    .option('--page <dir>', 'write an HTML page into this folder for each run that does not pass')
    .option('--watch', 'go on, and play again what changes: a scenario, its timeline, or a file that it names')
    .action((paths: string[], options) => {
      end(options.watch === true ? import('../run/watch.ts').then(({ runWatching }) => runWatching(paths, options)) : run(paths, options));
    });

  program
    .command('validate')
    .description('say what runs of scenario files would find, without playing them; and check lessons, studies and small worlds')
    .argument('<paths...>', 'scenario, lesson, study and world files, or folders with some below')
    .option('--strict', 'warnings fail, too')
    .action((paths: string[], options) => {
      end(validateCommand(paths, options));
    });

  program
    .command('schema')
    .description('print the JSON Schema of scenario files, for editors')
    .option('--lesson', 'print that of lesson files')
    .option('--study', 'print that of study files')
    .option('--world', 'print that of small worlds')
    .option('--report', 'print that of what run --reporter json prints')
    .option('--study-report', 'print that of what study --json prints')
    .option('--explore-report', 'print that of what explore --reporter json prints')
    .option('--fidelity-report', 'print that of what fidelity --reporter json prints')
    .option('--client-report', 'print that of what explore --reporter json prints of a client')
    .option('--jobs', 'print that of the files of jobs that observe submits')
    .option('--observation', 'print that of what observe writes, and fidelity plays')
    .option('--task', 'print that of task files, which agents do')
    .action((options: SchemaOptions) => {
      end(schemaCommand(options));
    });

  program
    .command('rules')
    .description('print the rulebook; one rule, with the scenarios and lessons that show it; the measured times; or a lifecycle')
    .argument('[name]', 'a rule’s id; timing; or pod, job, worker, cluster, endpoint, …')
    .option('--mermaid', 'draw the lifecycle as a Mermaid diagram')
    .option('--xstate', 'print the lifecycle as an XState machine, which the editor of stately.ai imports')
    .option('--json', 'print JSON')
    .action((name: string | undefined, options) => {
      end(rulesCommand(name, options));
    });

  program
    .command('operations')
    .description('list what steps, tests and clients may call; or one operation, with its parameters, and how it is called')
    .argument('[name]', 'an operation, such as run or createEndpoint')
    .option('--json', 'print JSON')
    .action((name: string | undefined, options) => {
      end(operationsCommand(name, options));
    });

  program
    .command('contract')
    .description('list the contracts of the management API; or say how one differs from another, or from an OpenAPI document')
    .argument('[diff]', 'the word diff; without it, what each contract added is listed')
    .argument('[first]', 'a contract, such as 2026-08, or a document')
    .argument('[second]', 'another')
    .option('--json', 'print JSON')
    .action((verb: string | undefined, first: string | undefined, second: string | undefined, options) => {
      end(contractCommand(verb, first, second, options));
    });
};

// biome-ignore format: a table
export const scenarioHelp: HelpTable = {
  run: {
    examples: [
      ['podsim run scenarios', 'every scenario below a folder'],
      ['podsim run scenarios --only retry --timeline', 'some of them, with their timelines'],
      ['podsim run a.scenario.yaml --update', 'one, and write its timeline beside it'],
      ['podsim run a.scenario.yaml --seeds 1..20 --reporter junit', 'one with twenty seeds, for a build server'],
      ['podsim run scenarios --reporter github', 'every one, with each failure beside its line in a pull request'],
      ['podsim run a.scenario.yaml --log a.log', 'one, and keep its log for explain, replay and diff'],
      ['podsim run scenarios --page pages', 'every one, and a page to look at for each that does not pass'],
      ['podsim run scenarios --quiet --coverage', 'every one, and what they have never seen'],
      ['podsim run scenarios --watch', 'every one, and again those that change'],
      ['podsim run a.scenario.yaml --of job-2 --answers', 'one, with the timeline of one job and the answers about it'],
    ],
    codes: {
      [pass]: 'every run passes',
      [fail]: 'a run fails',
      [incomplete]: 'no run fails, but one does not come to its end',
      [interruptedCode]: 'Ctrl-C: the summary is of what was played by then',
      [unread]: 'the output cannot be written, or is no longer read: the rest is not played',
    },
  },
  validate: {
    examples: [
      ['podsim validate scenarios', 'every scenario below a folder'],
      ['podsim validate a.scenario.yaml --strict', 'one; warnings fail, too'],
      ['podsim validate a.lesson.yaml', 'a lesson: its answers are compared with its log'],
      ['podsim validate a.study.yaml', 'a study: every configuration is checked, and none is played'],
    ],
    codes: { [pass]: 'nothing is wrong, or there are only warnings', [fail]: 'there are warnings, with --strict' },
  },
  schema: {
    examples: [
      ['podsim schema > scenario.schema.json', 'for `# yaml-language-server: $schema=scenario.schema.json`'],
      ['podsim schema --lesson', 'of lesson files'],
      ['podsim schema --study', 'of study files'],
      ['podsim schema --world', 'of small worlds'],
      ['podsim schema --report', 'of what `podsim run --reporter json` prints'],
      ['podsim schema --study-report', 'of what `podsim study --json` prints'],
      ['podsim schema --explore-report', 'of what `podsim explore --reporter json` prints'],
    ],
    codes: { [pass]: 'printed' },
  },
  rules: {
    examples: [
      ['podsim rules', 'the whole rulebook'],
      ['podsim rules job.retry', 'one rule, with its source'],
      ['podsim rules job --mermaid', 'the lifecycle of a job, as a diagram'],
      ['podsim rules job --xstate > job.js', 'the same as a machine, for the editor of stately.ai'],
    ],
    codes: { [pass]: 'printed' },
  },
  operations: {
    examples: [
      ['podsim operations', 'all of them'],
      ['podsim operations run', 'one: its path, its query and body, and scenarios that call it'],
    ],
    codes: { [pass]: 'printed' },
  },
  contract: {
    examples: [
      ['podsim contract', 'the contracts, and what each added, with its source'],
      ['podsim contract diff 2026-08 2026-11', 'what differs, and which scenarios touch it'],
      ['podsim contract diff 2026-11 openapi.json', 'how far a document that you have is from it'],
    ],
    codes: { [pass]: 'nothing differs, or the list is printed', [fail]: 'something differs' },
  },
};
