import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drain, hasGroups, killGroup } from '../../fleet/processGroup.ts';

/** How an agent ended, and its output; only the end of a long one. */
export interface AgentEnding {
  readonly printed: string;
  /** Its exit code; a signal's name where one ended it; `timeout` where it took too long. */
  readonly end: number | string;
}

const printedMax = 100_000;

/**
 * The environment of a command: this process's variables, without those that name a folder of podsim, of the project that called it, or of
 * the shell.
 */
export const environmentOfAgent = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:PODSIM_|npm_|INIT_CWD$|PWD$|OLDPWD$|_$)/i.test(name)));

/**
 * Runs an agent's command in an empty folder, so that it finds neither the task nor the server, and ends it with all that it started after
 * `timeoutMs` of real time. The task is in `PODSIM_TASK`, and on its standard input.
 */
export const runAgent = async (
  command: string,
  brief: string,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): Promise<AgentEnding> => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-task-'));
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(command, {
        cwd: folder,
        shell: true,
        detached: hasGroups,
        env: { ...env, PODSIM_TASK: brief },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let printed = '';
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        killGroup(child.pid);
      }, timeoutMs);
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed = `${printed}${text}`.slice(-printedMax);
      });
      // Not inherited: a process that left the group would hold podsim's own open, and what reads it would wait.
      child.stderr.on('data', (bytes: Buffer) => process.stderr.write(bytes));
      child.once('error', reject);
      child.once('exit', async (code, signal) => {
        clearTimeout(timer);
        killGroup(child.pid);
        await Promise.all([drain(child.stdout), drain(child.stderr)]);
        resolve({ printed, end: isLate ? 'timeout' : (code ?? signal ?? 0) });
      });
      // An agent that reads none of it may be gone before it is written.
      child.stdin.on('error', () => undefined).end(brief);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
