import { isLeft } from 'fp-ts/lib/Either.js';
import { type AgentTask, formatBrief, parseTask } from '../../../engine/agents/index.ts';
import { parseDuration } from '../../../engine/kernel/index.ts';
import { type FileFinding, problemText } from '../../../engine/scenario/index.ts';
import type { World } from '../../../engine/world/index.ts';
import { readerFor, readText, scenarioFiles, taskEnding, whyOtherKind } from '../files.ts';
import { readSelectedSeeds } from '../run/load.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { writeTaskPage } from '../write/page.ts';
import { environmentOfAgent, runAgent } from './agent.ts';
import { type AgentAtWork, type PlayedTask, playTask } from './play.ts';
import { taskReporterNamed } from './reporters.ts';

export { taskJsonSchema } from '../../../engine/agents/index.ts';

/** Options of `podsim task run`. */
export interface TaskRunOptions {
  readonly agent?: string;
  readonly seeds?: string;
  readonly jobs: string;
  readonly timeout: string;
  readonly reporter: string;
  readonly regret?: boolean;
  readonly page?: string;
  readonly json?: boolean;
}

/**
 * `podsim task run`: runs an agent's command on each task under each seed, and judges it. Results appear in the order of the files and
 * seeds.
 */
export const taskRunCommand = async (paths: readonly string[], options: TaskRunOptions): Promise<number> => {
  const { agent, seeds, timeout, jobs, page, regret = false } = options;
  if (agent === undefined) throw new BadInput('task run needs an agent: --agent COMMAND');
  const timeoutMs = parseDuration(timeout);
  if (timeoutMs === undefined || timeoutMs === 0) throw new BadInput(`--timeout '${timeout}' is no duration; write it like 10m`);
  if (!/^[1-9]\d?$/.test(jobs)) throw new BadInput(`--jobs '${jobs}' is no number of agents at once; give a whole number from 1 to 99`);
  const reporter = taskReporterNamed(options.json === true ? 'json' : options.reporter);
  const given = seeds === undefined ? undefined : readSelectedSeeds({ seeds });
  const tasks = scenarioFiles(paths, [taskEnding]).map((file) => readTask(file, given));
  const waiting = tasks.flatMap((task) => task.scenarios.map((scenario) => ({ task, scenario })));
  const running: Promise<PlayedTask>[] = [];
  const work: AgentAtWork = (brief, env) => runAgent(agent, brief, { ...environmentOfAgent(), ...env }, timeoutMs);
  /** The k-th, once one of those before it is over. */
  const start = (k: number): void => {
    const one = waiting[k];
    if (one === undefined || running[k] !== undefined) return;
    const { task, scenario } = one;
    const shown = page === undefined ? undefined : (world: World) => writeTaskPage(page, task.file, scenario.definition.seed, world);
    const run = playTask(task, scenario, work, { regret, page: shown });
    // Its error is for the one who awaits it, when its turn comes.
    run.catch(() => undefined);
    running[k] = run;
  };
  const played: PlayedTask[] = [];
  for (let k = 0; k < waiting.length; k++) {
    for (let ahead = k; ahead < k + Number(jobs); ahead++) start(ahead);
    const one = await running[k];
    if (one === undefined) continue;
    played.push(one);
    process.stdout.write(reporter.each(one));
  }
  process.stdout.write(reporter.end(played));
  return played.every(({ isDone }) => isDone) ? exitCodes.pass : exitCodes.fail;
};

/** `podsim task show`: prints an agent's instructions. */
export const taskShowCommand = (paths: readonly string[]): number => {
  const briefs = scenarioFiles(paths, [taskEnding]).map((file) => formatBrief(readTask(file, undefined).spec));
  process.stdout.write(briefs.join('\n'));
  return exitCodes.pass;
};

/** Lists the problems of a task file, for `podsim run --check`. */
export const taskFindings = (file: string): readonly FileFinding[] => {
  const parsed = parseTask(file, readText(file), readerFor(file));
  if (isLeft(parsed)) return parsed.left.map((problem) => ({ ...problem, isError: true }));
  return parsed.right.scenarios.flatMap(({ findings }) => findings);
};

const readTask = (file: string, seeds: readonly string[] | undefined): AgentTask => {
  const other = whyOtherKind(file, 'task run');
  if (other !== undefined) throw new BadInput(`${file}: ${other}`);
  const parsed = parseTask(file, readText(file), readerFor(file), seeds);
  if (isLeft(parsed)) throw new BadInput(parsed.left.map(problemText).join('\n'));
  return parsed.right;
};
