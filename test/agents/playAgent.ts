import { readFileSync } from 'node:fs';
import { isLeft } from 'fp-ts/lib/Either.js';
import { type AgentAtWork, type PlayedTask, playTask, type TaskExtras } from '../../adapters/cli/task/play.ts';
import { type AgentTask, parseTask } from '../../engine/agents/index.ts';
import { platformAt } from './scripts/platform.mjs';
import { type Script, scriptsFor, styles } from './scripts/styles.mjs';
import { tasks } from './scripts/table.mjs';
import { toldBy } from './scripts/told.mjs';

/** A task file that ships, under these seeds. */
export const taskIn = (file: string, seeds: readonly string[]): AgentTask => {
  const parsed = parseTask(file, readFileSync(file, 'utf8'), () => undefined, seeds);
  if (isLeft(parsed)) throw new Error(JSON.stringify(parsed.left));
  return parsed.right;
};

/** An agent of that style, or with that script, in this process. */
const workOf =
  (style: string | Script): AgentAtWork =>
  async (brief, env) => {
    const lines: string[] = [];
    const script = typeof style === 'string' ? styles[style]?.(scriptsFor(tasks, brief)) : style;
    if (script === undefined) throw new Error(`there is no style ${style}`);
    await script(
      platformAt(env),
      toldBy(brief, (text) => lines.push(text)),
      env,
    );
    return { printed: lines.join('\n'), end: 0 };
  };

/** Has it do a task under its k-th seed. */
export const playAgent = async (task: AgentTask, style: string | Script, k = 0, more: TaskExtras = {}): Promise<PlayedTask> => {
  const scenario = task.scenarios[k];
  if (scenario === undefined) throw new Error(`${task.file} has no seed ${k}`);
  return await playTask(task, scenario, workOf(style), more);
};
