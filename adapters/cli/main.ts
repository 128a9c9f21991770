import { Command, Option } from 'commander';
import { engineVersion } from '../../engine/index.ts';
import { compareCommand } from './compare.ts';
import { printCompletionScript, printCompletions } from './completion.ts';
import { reportError } from './errors.ts';
import { exitCodes } from './exit.ts';
import { explainCommand, nextCommand } from './explain.ts';
import { withExploreOptions } from './exploreOptions.ts';
import { forkCommand } from './fork.ts';
import { withExamples } from './help.ts';
import { knownName } from './knownName.ts';
import { learnCommand } from './learn.ts';
import { diffCommand, replayCommand, rerunCommand } from './logs.ts';
import { newCommand } from './newScenario.ts';
import { pageCommand } from './page.ts';
import { recordCommand } from './record.ts';
import { repairCommand } from './repair.ts';
import { rulesCommand } from './rules.ts';
import { run } from './run.ts';
import { type SchemaOptions, schemaCommand } from './schemas.ts';
import { type WrittenServeOptions, withServeOptions } from './serveOptions.ts';
import { standInCommand } from './standIn.ts';
import { withQueueOptions, withStudyOptions } from './studyOptions.ts';
import { templateNames } from './templates.ts';
import { withTimelineOptions } from './timelines.ts';
import { commandNames, usageError } from './usageError.ts';
import { validateCommand } from './validate.ts';

let code: number = exitCodes.pass;

/** Examples below the help of a command. */
const program = new Command('podsim')
  .description('A deterministic simulator of a GPU-cloud platform: pods, clusters, serverless endpoints and their job queues')
  .version(engineVersion)
  .exitOverride()
  .showSuggestionAfterError(false)
  .configureOutput({ outputError: (text, write) => write(`${usageError(program, text)}\n`) });

withTimelineOptions(program.command('run'))
  .description('play scenarios and report whether they pass')
  .argument('<paths...>', 'scenario files, or folders with some below')
  .option('--seed <seed>', 'play with this seed instead of the file’s')
  .option('--seeds <range>', 'play each with many seeds, such as 1..20')
  .option('--only <text>', 'only runs whose file, title or matrix member holds this text, in any letter case')
  .option('--bail', 'stop at the first that does not pass')
  .option('--strict', 'warnings fail, too')
  .option('--update', 'write the timelines of runs that pass beside their files')
  .option('--reporter <name>', 'pretty, json, junit or tap', 'pretty')
  .option('--timeline', 'show the timeline of every run; unless given, only that of a run alone')
  .option('--quiet', 'show only runs that do not pass, and the summary; of a run alone, the results of its load')
  .option('--jobs <n>', 'play in this many threads; in one for each processor unless given')
  .option('--log <file>', 'write the log of the one run to a file')
  .option('--page <dir>', 'write an HTML page into this folder for each run that does not pass')
  .action((paths: string[], options) => {
    const played = run(paths, options);
    code = typeof played === 'number' ? played : endLater(played);
  });

program
  .command('validate')
  .description('say what runs of scenario files would find, without playing them; and check lessons and studies')
  .argument('<paths...>', 'scenario, lesson and study files, or folders with some below')
  .option('--strict', 'warnings fail, too')
  .action((paths: string[], options) => {
    const validated = validateCommand(paths, options);
    code = typeof validated === 'number' ? validated : endLater(validated);
  });

program
  .command('schema')
  .description('print the JSON Schema of scenario files, for editors')
  .option('--lesson', 'print that of lesson files')
  .option('--study', 'print that of study files')
  .option('--report', 'print that of what run --reporter json prints')
  .option('--study-report', 'print that of what study --json prints')
  .option('--explore-report', 'print that of what explore --reporter json prints')
  .option('--client-report', 'print that of what explore --reporter json prints of a client')
  .action((options: SchemaOptions) => {
    const schema = schemaCommand(options);
    if (typeof schema === 'number') code = schema;
    else code = endLater(schema);
  });

program
  .command('rules')
  .description('print the rulebook; one rule, with the scenarios and lessons that show it; or a lifecycle')
  .argument('[name]', 'a rule’s id, or pod, job, worker, cluster, endpoint, …')
  .option('--mermaid', 'draw the lifecycle as a Mermaid diagram')
  .option('--json', 'print JSON')
  .action((name: string | undefined, options) => {
    code = rulesCommand(name, options);
  });

withTimelineOptions(program.command('replay'))
  .description('print the state at the end of a log, or its timeline')
  .argument('<log>', 'a log file, or a scenario of one run')
  .option('--at <time>', 'as it was at this virtual time, such as 1m30s')
  .option('--seq <n>', 'as it was after entry n')
  .option('--timeline', 'print the timeline up to there; the options for timelines below ask for it, too')
  .option('--json', 'print every entity in full, as JSON')
  .action((log: string, options) => {
    code = replayCommand(log, options);
  });

program
  .command('rerun')
  .description('play the inputs of a log through the rules again, and compare')
  .argument('<log>', 'a log file')
  .action((log: string) => {
    code = rerunCommand(log);
  });

program
  .command('diff')
  .description('show where two logs differ, and why')
  .argument('<logA>', 'a log file')
  .argument('<logB>', 'another')
  .option('--json', 'print JSON')
  .action((a: string, b: string, options) => {
    code = diffCommand(a, b, options);
  });

program
  .command('explain')
  .description('explain why a job, a worker, an endpoint … is in its status')
  .argument('<log>', 'a log file, or a scenario of one run')
  .argument('<entity>', 'its id; job-2 is the log’s second job')
  .option('--last <n>', 'only the newest n steps and refusals; 6 unless given')
  .option('--of <entity>', 'only what concerns this entity, too: of a worker, what it did for one job')
  .option('--json', 'print JSON')
  .action((log: string, entity: string, options) => {
    code = explainCommand(log, entity, options);
  });

program
  .command('next')
  .description('show what callers could do at the end of a log, and what the machine will do next')
  .argument('<log>', 'a log file, or a scenario of one run')
  .argument('[entity]', 'only this one; job-2 is the log’s second job')
  .option('--limit <n>', 'the most lines of each list; 15 unless given')
  .option('--json', 'print JSON')
  .action((log: string, entity: string | undefined, options) => {
    code = nextCommand(log, entity, options);
  });

program
  .command('record')
  .description('write a log as a scenario that produces the same log')
  .argument('<log>', 'a log file')
  .option('--stand-in', 'without its real workers: what they did answers its jobs, so any seed and any change can be played')
  .option('-o, --out <file>', 'the scenario file to write; printed unless given')
  .action((log: string, options) => {
    code = recordCommand(log, options);
  });

program
  .command('stand-in')
  .description('print what the real workers of an endpoint did as a handler that does the same')
  .argument('<log>', 'a log file, or a scenario of one run')
  .argument('[endpoint]', 'the endpoint; the only one with real workers unless given')
  .option('-o, --out <file>', 'the file to write; printed unless given')
  .action((log: string, endpoint: string | undefined, options) => {
    code = standInCommand(log, endpoint, options);
  });

program
  .command('page')
  .description('write an HTML file that plays runs and shows them: open it by double click')
  .argument('[files...]', 'scenario files, folders with some below, or logs; without any, a new scenario')
  .option('--seed <seed>', 'play scenarios with this seed instead of the file’s')
  .option('--only <text>', 'only runs whose file, title or matrix member holds this text, in any letter case')
  .requiredOption('-o, --out <file>', 'the HTML file to write')
  .action((files: string[], options) => {
    code = pageCommand(files, options);
  });

program
  .command('fork')
  .description('write a log with the same past up to a point, which can be continued from there')
  .argument('<log>', 'a log file')
  .option('--at <time>', 'back to this virtual time, such as 1m30s; to the end unless given')
  .option('--seq <n>', 'back to entry n')
  .option('--seed <seed>', 'the seed for all draws after that point; the log’s own unless given')
  .option('--stand-in', 'what its real workers did stands in for them: the fork needs none')
  .requiredOption('-o, --out <file>', 'the log file to write')
  .action((log: string, options) => {
    code = forkCommand(log, options);
  });

program
  .command('compare')
  .description('show how two runs differ, and their metrics; or the effect of a change, over many seeds')
  .argument('<files...>', 'two log or scenario files; or one, with --change or with a matrix')
  .option('--change <file>', 'what to change and when: { at: 30s, settings: … } or { at: 30s, act: …, with: … }')
  .option('--seeds <range>', 'play scenarios with these seeds, such as 1..20; with --change, 1..20 unless given')
  .option('--only <member>', 'of a scenario with a matrix, only the members that hold this text')
  .option('--json', 'print JSON')
  .action((files: string[], options) => {
    code = compareCommand(files, options);
  });

// Studies are loaded on demand, too.
withStudyOptions(program.command('study'))
  .description('play many configurations of a scenario with many seeds, and say which meets a goal at the least cost')
  .action((file: string | undefined, options) => {
    code = endLater(import('./study.ts').then(({ studyCommand }) => studyCommand(file, options)));
  });

withQueueOptions(program.command('study-worker'))
  .description('play for studies that run with --queue, until it is stopped; on as many machines as there are')
  .requiredOption('--queue <url>', 'the Redis that the studies use, such as redis://redis.example:6379')
  .option('--jobs <n>', 'play in this many threads; in one for each processor unless given')
  .option('--results <dir>', 'a folder of results: what is there is not played again, and what is played is stored there, too')
  .option('--until-idle <time>', 'stop after so long without work')
  .action((options) => {
    code = endLater(import('./study.ts').then(({ studyWorkerCommand }) => studyWorkerCommand(options)));
  });

withExploreOptions(program.command('explore')).action((paths: string[], options) => {
  code = endLater(import('./explore.ts').then(({ exploreCommand }) => exploreCommand(paths, options)));
});

program
  .command('repair')
  .description('report what is wrong with a log, and write a copy of what is right')
  .argument('<path>', 'a log file, or a data directory')
  .option('-o, --output <copy>', 'the copy to write; the original’s name with .repaired appended unless given')
  .option('--check', 'only report, write nothing')
  .action((path: string, options) => {
    code = repairCommand(path, options);
  });

program
  .command('learn')
  .description('list the lessons; play one as text; judge steps that should solve its task; or write a page with lessons')
  .argument('[lesson]', 'the number of a lesson, or a lesson file')
  .option('--answers', 'show everything with the answers, and ask nothing')
  .option('--try <file>', 'judge the steps in this file by the goal of the lesson’s task')
  .option('-o, --out <file>', 'the HTML file to write: the whole course, or the lesson')
  .action((lesson: string | undefined, options) => {
    const told = learnCommand(lesson, options);
    code = typeof told === 'number' ? told : endLater(told);
  });

program
  .command('new')
  .description('write a small scenario to start from, or a small lesson or study')
  .argument('<file>', 'the file to write')
  .option('--template <name>', templateNames.join(', '), 'job')
  .action((file: string, options) => {
    code = newCommand(file, options);
  });

// The server is loaded on demand: playing a scenario must not wait for a web server to load.
withServeOptions(program.command('serve').description('serve both APIs and the control plane over HTTP'), '8787').action((options) => {
  code = startServing(({ serve }) => serve(options));
});

withServeOptions(program.command('exec').description('serve for as long as a command runs'), '0')
  .argument('[command...]', 'the command and its arguments, after --')
  .option(
    '--workers <endpoint>',
    'real processes stand for the workers of this endpoint, which runs the command in each; or "ENDPOINT=COMMAND"',
    (one: string, before: readonly string[] = []) => [...before, one],
  )
  .action((command: string[], options: WrittenServeOptions) => {
    code = startServing(({ exec }) => exec(command, options));
  });

program
  .command('worker-env')
  .description('print the variables that make a process a worker of an endpoint, for `env` and `docker run --env-file`')
  .argument('<endpoint>', 'the endpoint, whose handler is external')
  .addOption(new Option('--url <url>', 'the server, or a world of it').env('PODSIM_URL').default('http://127.0.0.1:8787'))
  .addOption(new Option('--api-key <key>', 'the key that the worker sends').env('PODSIM_API_KEY').default('podsim-dev-key'))
  .option('--worker <id>', 'the worker that the process stands for; one that is up or starting and has no process unless given')
  .addOption(new Option('--control-token <token>', 'the token that the control plane requires').env('PODSIM_CONTROL_TOKEN'))
  .action((endpoint: string, options) => {
    code = endLater(import('./workerEnv.ts').then(({ workerEnvCommand }) => workerEnvCommand(endpoint, options)));
  });

program
  .command('completion')
  .description('print the script that completes command lines of podsim in a shell')
  .argument('<shell>', 'bash, zsh or fish')
  .action((shell: string) => {
    code = endLater(printCompletionScript(shell));
  });

program
  .command('completion-server', { hidden: true })
  .argument('[words...]')
  // The words are those of another command line.
  .helpOption(false)
  .allowUnknownOption()
  .action((words: string[]) => {
    code = endLater(printCompletions(program, words));
  });

withExamples(program);

const startServing = (run: (module: typeof import('./serve.ts')) => Promise<number>): number => endLater(import('./serve.ts').then(run));

/** Continues after `main` has returned. The exit code is set at the end. */
const endLater = (work: Promise<number>): number => {
  work
    .catch((error: unknown) => reportError(error, process.argv.slice(2)))
    .then((ended) => {
      process.exitCode = ended;
    });
  return exitCodes.pass;
};

/** Runs the command line. It always ends with an exit code and a message, never with a stack trace. */
export const main = (args: readonly string[]): number => {
  code = exitCodes.pass;
  try {
    // The parser answers an unknown command after `help` with the help of all.
    const [first, name] = args;
    if (first === 'help' && name !== undefined) knownName(name, commandNames(program), `error: unknown command '${name}'`);
    program.parse(args, { from: 'user' });
    return code;
  } catch (error) {
    return reportError(error, args);
  }
};
