import type { Command } from 'commander';
import { exitCodes } from './exit.ts';

interface Shown {
  /** Command lines, each with what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** What exit codes mean for this command, beside those that mean the same for all. */
  readonly codes: Readonly<Record<number, string>>;
}

const { pass, fail, incomplete, badInput, lagged, ourFault, unread } = exitCodes;

/** What the help of each command shows after its options. */
// biome-ignore format: a table
const shown: Readonly<Record<string, Shown>> = {
  run: {
    examples: [
      ['podsim run scenarios', 'every scenario below a folder'],
      ['podsim run scenarios --only retry --timeline', 'some of them, with their timelines'],
      ['podsim run a.scenario.yaml --update', 'one, and write its timeline beside it'],
      ['podsim run a.scenario.yaml --seeds 1..20 --reporter junit', 'one with twenty seeds, for a build server'],
      ['podsim run a.scenario.yaml --log a.log', 'one, and keep its log for explain, replay and diff'],
      ['podsim run scenarios --page pages', 'every one, and a page to look at for each that does not pass'],
      ['podsim run a.scenario.yaml --of job-2 --answers', 'one, with the timeline of one job and the answers about it'],
    ],
    codes: {
      [pass]: 'every run passes',
      [fail]: 'a run fails',
      [incomplete]: 'no run fails, but one does not come to its end',
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
    ],
    codes: { [pass]: 'printed' },
  },
  replay: {
    examples: [
      ['podsim replay a.log', 'the state at the end'],
      ['podsim replay a.log --at 1m30s', 'the state after a minute and a half'],
      ['podsim replay a.log --seq 12', 'the state after entry 12'],
      ['podsim replay a.log --kind pod,cluster --from 1h', 'the timeline of pods and clusters after an hour'],
    ],
    codes: { [pass]: 'printed' },
  },
  rerun: {
    examples: [['podsim rerun a.log', 'whether its inputs give the same log today']],
    codes: { [pass]: 'the same log', [fail]: 'another log' },
  },
  diff: {
    examples: [['podsim diff a.log b.log', 'their first difference']],
    codes: { [pass]: 'the logs are the same', [fail]: 'they differ' },
  },
  explain: {
    examples: [
      ['podsim explain a.log job-1', 'the first job of a log'],
      ['podsim explain a.log ep-a-w1 --last 10', 'the last ten steps of a worker'],
      ['podsim explain a.log ep-a-w1 --of job-2', 'what a worker did for one job'],
    ],
    codes: { [pass]: 'printed' },
  },
  next: {
    examples: [
      ['podsim next a.log', 'what callers could do at the end, and what happens next'],
      ['podsim next a.log ep-a', 'of one endpoint'],
    ],
    codes: { [pass]: 'printed' },
  },
  record: {
    examples: [
      ['podsim record a.log --out a.scenario.yaml', 'a scenario that gives the same log'],
      ['podsim record a.log --stand-in --out b.scenario.yaml', 'one for a session with real workers, which needs none, for studies and changes'],
    ],
    codes: { [pass]: 'written', [fail]: 'the log cannot be recorded so that a run gives it again' },
  },
  'stand-in': {
    examples: [
      ['podsim stand-in a.log', 'the handler, to put into a scenario instead of `handler: { external: {} }`'],
      ['podsim stand-in a.log ep-a --out ep-a.yaml', 'that of one endpoint, in a file'],
    ],
    codes: { [pass]: 'printed' },
  },
  page: {
    examples: [
      ['podsim page a.scenario.yaml -o replay.html', 'a page to look through one run'],
      ['podsim page scenarios --only retry -o retries.html', 'several runs in one page'],
      ['podsim page a.log -o replay.html', 'the inputs of a log, which the page plays again'],
    ],
    codes: { [pass]: 'written' },
  },
  fork: {
    examples: [
      ['podsim fork a.log --at 30s --seed b --out b.log', 'the same past, and another future after 30 s'],
      ['podsim fork a.log --at 30s --stand-in --out b.log', 'of a session with real workers: it goes on without them'],
    ],
    codes: { [pass]: 'written' },
  },
  compare: {
    examples: [
      ['podsim compare a.log b.log', 'where two logs differ, and what that affects'],
      ['podsim compare a.scenario.yaml b.scenario.yaml --seeds 1..20', 'two scenarios, over twenty seeds'],
      ['podsim compare matrix.scenario.yaml', 'the members of a matrix'],
      ['podsim compare a.scenario.yaml --change change.yaml', 'the effect of a change, over twenty seeds'],
    ],
    codes: { [pass]: 'the logs are the same, or the effect of the change is shown', [fail]: 'the logs differ' },
  },
  study: {
    examples: [
      ['podsim study a.study.yaml', 'plays what is not known yet, and shows which configuration is best'],
      ['podsim study a.study.yaml --csv > a.csv', 'every configuration with every measure, for a spreadsheet'],
      ['podsim study a.study.yaml -o a.html', 'a page with its pictures, and the replay of each median run'],
      ['podsim study a.study.yaml --json --jobs 4', 'the report for programs, made by four threads'],
      ['podsim study a.scenario.yaml --settings', 'what a study of a scenario may vary'],
      ['podsim study --measures', 'what a study can measure'],
      ['podsim study a.study.yaml --shard 3/20 --results r3', 'the third of twenty shares, on a machine of its own'],
      ['podsim study a.study.yaml --merge r1 r2 r3', 'the report of what these folders have together'],
      ['podsim study a.study.yaml --queue redis://redis:6379', 'played by `podsim study-worker`, on any machines'],
      ['podsim study a.study.yaml --verify 1%', 'whether stored results are what their plays come to today'],
    ],
    codes: {
      [pass]: 'the study, or the shard, is complete, whether a configuration meets the goal or not',
      [fail]: 'a result is not what its play comes to, with --verify; the play fails, with --play',
      [incomplete]: 'results are missing, with --merge or --verify; the play does not come to its end, with --play',
    },
  },
  explore: {
    examples: [
      ['podsim explore scenarios', 'a thousand variations of what is in a folder'],
      ['podsim explore a.scenario.yaml --for 60s', 'of one file, as many as a minute allows'],
      ['podsim explore scenarios --seed 7 --runs 200', 'other ones, and fewer'],
      ['podsim explore a.scenario.yaml --out broken', 'what breaks is written into this folder'],
      ['podsim explore scenarios --page pages', 'and a page to look at for each failure'],
      ['podsim explore scenarios --corpus corpus', 'stories that show something new are kept, and varied next time'],
      ['podsim explore scenarios --reporter junit', 'for a build server; `podsim run found corpus` replays what is kept'],
    ],
    codes: { [pass]: 'nothing broke, also by the time of Ctrl-C', [fail]: 'something broke: the scenario that shows it is written' },
  },
  'study-worker': {
    examples: [
      ['podsim study-worker --queue redis://redis:6379', 'plays with all processors until it is stopped'],
      ['podsim study-worker --queue redis://redis:6379 --results /shared', 'and stores results in a folder that others share'],
      ['podsim study-worker --queue redis://redis:6379 --until-idle 5m', 'until there is nothing to do for five minutes'],
    ],
    codes: { [pass]: 'stopped by a signal, or idle' },
  },
  repair: {
    examples: [
      ['podsim repair data --check', 'what is wrong with the logs of a data directory'],
      ['podsim repair a.log --output b.log', 'a copy of all that is right'],
    ],
    codes: { [pass]: 'nothing is wrong', [fail]: 'something is wrong' },
  },
  learn: {
    examples: [
      ['podsim learn', 'the course'],
      ['podsim learn 3', 'the third lesson: each question is asked before anything moves'],
      ['podsim learn 3 --answers', 'the same with all answers'],
      ['podsim learn 3 --try steps.yaml', 'whether these steps solve its task'],
      ['podsim learn -o course.html', 'the course as a page: open it by double click'],
    ],
    codes: { [pass]: 'shown, written, or the task is solved', [fail]: 'the task is not solved' },
  },
  new: {
    examples: [
      ['podsim new a', 'writes a.scenario.yaml'],
      ['podsim new a --template lesson', 'writes a.lesson.yaml'],
      ['podsim new a --template study', 'writes a.study.yaml'],
      ['podsim new a --template load', 'a scenario of a load; also: job, pod, cluster, billing, fault'],
    ],
    codes: { [pass]: 'written' },
  },
  serve: {
    examples: [
      ['podsim serve --clock auto', 'time runs forward to each answer'],
      ['podsim serve --clock measured --scenario a.scenario.yaml', 'time waits for real workers, and counts how long they took'],
      ['podsim serve --speed 60 --lag-max 2s', 'a minute a second, or an error where this machine cannot follow'],
      ['podsim serve --data-dir data --port 9000', 'worlds are stored, and continued'],
      ['podsim serve --scenario a.scenario.yaml --log-format json', 'the world of a scenario; requests are logged as JSON'],
    ],
    codes: { [pass]: 'stopped by a signal', [lagged]: 'virtual time could not follow its clock (--lag-max)' },
  },
  exec: {
    examples: [
      ['podsim exec --clock auto -- npm test', 'serves while the tests run, with PODSIM_URL and PODSIM_API_KEY'],
      ['podsim exec --scenario a.scenario.yaml --workers ep-a -- python handler.py', 'real processes are the workers of ep-a'],
      ['podsim exec --scenario a.scenario.yaml --workers "ep-a=python handler.py" -- npm test', 'the same, while the tests run'],
    ],
    codes: { [pass]: 'the exit code is that of the command', [lagged]: 'virtual time could not follow its clock (--lag-max)' },
  },
  'worker-env': {
    examples: [
      ['podsim worker-env ep-a > worker.env', 'for `docker run --network host --env-file worker.env IMAGE`'],
      ['podsim worker-env ep-a --worker ep-a-w2', 'those of one worker; `env $(podsim worker-env ep-a) python handler.py` starts one'],
    ],
    codes: { [pass]: 'printed' },
  },
  completion: {
    examples: [
      ['source <(podsim completion bash)', 'in ~/.bashrc'],
      ['source <(podsim completion zsh)', 'in ~/.zshrc, after compinit'],
      ['podsim completion fish | source', 'in ~/.config/fish/config.fish'],
    ],
    codes: { [pass]: 'printed' },
  },
};

/** Adds examples and exit codes to the help of every command. */
export const withExamples = (program: Command): void => {
  for (const command of program.commands) command.addHelpText('after', () => textFor(command.name()));
};

const textFor = (name: string): string => {
  const row = shown[name];
  if (row === undefined) return '';
  const codes = {
    [badInput]: 'arguments or files are invalid',
    [ourFault]: 'a defect of podsim',
    [unread]: 'the output cannot be written',
    ...row.codes,
  };
  return `\n${listed('Examples', row.examples)}\n\n${listed('Exit codes', Object.entries(codes))}`;
};

const listed = (title: string, rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return [`${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join('\n');
};
