import { isLeft } from 'fp-ts/lib/Either.js';
import { type AgentTask, briefOf, parseTask } from '../../../engine/agents/index.ts';
import { type FileFinding, parseDuration, problemText } from '../../../engine/index.ts';
import { readerFor, readText, scenarioFiles, taskEnding } from '../files.ts';
import { seedsOf } from '../run/load.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { environmentOfAgent, runAgent } from './agent.ts';
import { type PlayedTask, playTask } from './play.ts';
import { textOfPlayed, textOfSummary } from './text.ts';

export { taskJsonSchema } from '../../../engine/agents/index.ts';

/** Options of `podsim task run`. */
export interface TaskRunOptions {
  readonly agent?: string;
  readonly seeds?: string;
  readonly timeout: string;
  readonly json?: boolean;
}

/** `podsim task run`: runs an agent's command on each task under each seed, one after another, and judges it. */
export const taskRunCommand = async (paths: readonly string[], { agent, seeds, timeout, json }: TaskRunOptions): Promise<number> => {
  if (agent === undefined) throw new BadInput('task run needs an agent: --agent COMMAND');
  const timeoutMs = parseDuration(timeout);
  if (timeoutMs === undefined || timeoutMs === 0) throw new BadInput(`--timeout '${timeout}' is no duration; write it like 10m`);
  const given = seeds === undefined ? undefined : seedsOf({ seeds });
  const tasks = scenarioFiles(paths, [taskEnding]).map((file) => readTask(file, given));
  const played: PlayedTask[] = [];
  for (const task of tasks)
    for (const scenario of task.scenarios) {
      const one = await playTask(task, scenario, (brief, env) => runAgent(agent, brief, { ...environmentOfAgent(), ...env }, timeoutMs));
      played.push(one);
      if (json !== true) process.stdout.write(textOfPlayed(one));
    }
  process.stdout.write(json === true ? `${JSON.stringify({ runs: played }, null, 2)}\n` : textOfSummary(played));
  return played.every(({ isDone }) => isDone) ? exitCodes.pass : exitCodes.fail;
};

/** `podsim task show`: prints what an agent is told. */
export const taskShowCommand = (paths: readonly string[]): number => {
  const briefs = scenarioFiles(paths, [taskEnding]).map((file) => briefOf(readTask(file, undefined).spec));
  process.stdout.write(briefs.join('\n'));
  return exitCodes.pass;
};

/** What is wrong with a task file, for `podsim validate`. */
export const taskFindings = (file: string): readonly FileFinding[] => {
  const parsed = parseTask(file, readText(file), readerFor(file));
  if (isLeft(parsed)) return parsed.left.map((problem) => ({ ...problem, isError: true }));
  return parsed.right.scenarios.flatMap(({ findings }) => findings);
};

const readTask = (file: string, seeds: readonly string[] | undefined): AgentTask => {
  const parsed = parseTask(file, readText(file), readerFor(file), seeds);
  if (isLeft(parsed)) throw new BadInput(parsed.left.map(problemText).join('\n'));
  return parsed.right;
};
