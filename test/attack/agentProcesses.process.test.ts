import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { runAgent } from '../../adapters/cli/task/agent.ts';
import { hasGroups } from '../../adapters/fleet/processGroup.ts';
import { bundle } from '../support/bundle.ts';

/** An agent leaves a process in a session of its own, which holds its output open: no group that ends takes it along (task run, --timeout). */

const leaving = 'setsid sleep 1000 & echo $!';

/** The process that was left, ended. */
const endLeft = (printed: string): void => {
  const id = Number(/\d+/.exec(printed)?.[0]);
  expect(process.kill(id, 0)).toBe(true);
  process.kill(id, 'SIGKILL');
};

describe.skipIf(!hasGroups || process.platform === 'darwin')('a process that an agent leaves in a session of its own', () => {
  test('is not waited for once the agent has ended, and all that the agent printed is read', async () => {
    const { printed, end } = await runAgent(`${leaving}; head -c 60000 /dev/zero | tr '\\0' x; exit 3`, 'brief', process.env, 60_000);
    endLeft(printed);
    expect([end, printed.replace(/^\d+\n/, '')]).toStrictEqual([3, 'x'.repeat(60_000)]);
  });

  test('is not waited for once its time is over either', async () => {
    const { printed, end } = await runAgent(`${leaving}; sleep 1000`, 'brief', process.env, 2_000);
    endLeft(printed);
    expect(end).toBe('timeout');
  });

  test.each([
    ['has ended', `${leaving} >&2; echo seen >&2`, '1m'],
    ['is out of time', `${leaving} >&2; echo seen >&2; sleep 1000`, '2s'],
  ])('does not hold the errors of podsim open once the agent %s', (_, agent, timeout) => {
    const words = `'${process.execPath}' '${bundle}' task run scenarios/tasks/cheapest-card.task.yaml --agent '${agent}' --timeout ${timeout}`;
    // As a shell pipes it: what reads ends when all that write have closed.
    const { stdout, error } = spawnSync(`${words} 2>&1 | cat`, { shell: true, encoding: 'utf8', timeout: 60_000 });
    endLeft(stdout);
    expect(error).toBeUndefined();
    expect(stdout).toContain('seen\n');
    expect(stdout).toMatch(/of 1 /);
  });

  test('may print for ever', async () => {
    const { printed, end } = await runAgent(`setsid yes & echo $!`, 'brief', process.env, 60_000);
    expect(end).toBe(0);
    // What it writes to is closed, so it ends by itself.
    expect(printed.length).toBeLessThanOrEqual(100_000);
  });
});
