import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { studyProgress } from '../../adapters/cli/run/progress.ts';
import { withNote } from '../../adapters/cli/terminal/notes.ts';
import { terminalColumns } from '../../adapters/cli/terminal/terminal.ts';
import { bundle } from '../support/bundle.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();

/** Starts a command, presses Ctrl-C once it is `ready`, and gives how it ended. */
const interrupted = async (args: readonly string[], ready: (said: string) => boolean) => {
  const child = spawn(process.execPath, [bundle, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect.poll(() => ready(said), { timeout: 30_000 }).toBe(true);
  child.kill('SIGINT');
  return { code: await ended, said };
};

test('Ctrl-C in a study says that what was computed is kept', async () => {
  const results = folder.at('results');
  const study = ['study', 'scenarios/studies/flashboot.study.yaml', '--results', results, '--jobs', '1'];
  const { code, said } = await interrupted(study, () => existsSync(results));
  expect(said).toBe(`stopped: what was computed is kept in ${results}, and the same command goes on from there\n`);
  expect(code).toBe(130);
});

test('Ctrl-C in a run of many ends with the summary of those that were played', async () => {
  const { code, said } = await interrupted(['run', 'scenarios', '--jobs', '2'], (text) => text.includes(' ✓ '));
  expect(said).toMatch(/\n\d+ passed, 0 failed\n/);
  const [, played, all] = /stopped after (\d+) of (\d+) runs\n/.exec(said) ?? [];
  expect(Number(played)).toBeGreaterThan(0);
  expect(Number(played)).toBeLessThan(Number(all));
  expect(code).toBe(130);
});

test('Ctrl-C ends a worker of studies that waits for Redis', async () => {
  const worker = ['study-worker', '--queue', 'redis://127.0.0.1:1', '--wait', '1h'];
  const { code, said } = await interrupted(worker, (text) => text.includes('does not answer'));
  expect(said).toContain('stopped after 0 plays');
  expect(code).toBe(0);
});

/** Does `work` as if stdout and stderr were a terminal of so many columns, and gives what stderr gets. */
const onTerminal = (columns: number, work: () => void): string => {
  let said = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const terminal = { isTTY: true, columns };
  const kept = [process.stdout, process.stderr].map((stream) => [stream, { isTTY: stream.isTTY, columns: stream.columns }] as const);
  for (const [stream] of kept) Object.assign(stream, terminal);
  try {
    work();
  } finally {
    for (const [stream, before] of kept) Object.assign(stream, before);
    write.mockRestore();
  }
  return said;
};

test('a progress bar leaves the terminal as it is: Ctrl-C could not put it back', () => {
  const said = onTerminal(80, () => {
    const bar = studyProgress();
    bar.at(1, 40);
    bar.stop();
  });
  expect(said).toContain('1/40 plays');
  expect(said).not.toContain('\u001b[?');
});

test('what takes long, and cannot be counted, is named on a terminal for as long', () => {
  const said = onTerminal(80, () => {
    expect(withNote('playing 20 seeds', () => 7)).toBe(7);
    expect(() => withNote('playing 3 seeds', () => expect.unreachable())).toThrow();
  });
  expect(said).toBe('playing 20 seeds …\r\u001b[Kplaying 3 seeds …\r\u001b[K');
});

test('a terminal that does not know its width has the usual one', () => {
  const widths: unknown[] = [];
  for (const columns of [0, 120]) onTerminal(columns, () => widths.push(terminalColumns()));
  expect(widths).toStrictEqual([80, 120]);
});
