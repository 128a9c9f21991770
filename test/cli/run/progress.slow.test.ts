import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exploreProgress } from '../../../adapters/cli/run/progress.ts';
import { pollProgress } from '../../../adapters/cli/terminal/notes.ts';
import { Exploration } from '../../../adapters/explorer/exploration.ts';
import { bounds, exploreRuns } from '../../../adapters/explorer/exploreRuns.ts';
import { storyToVary } from '../../../engine/lab/explorer/index.ts';

const failure = (run: number, words: string) => ({ run, failure: { property: 'one-worker-a-job', words } });

/** What is printed on stderr while some work is done. */
const printed = (work: () => void): string => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  work();
  const text = write.mock.calls.map(([part]) => String(part)).join('');
  write.mockRestore();
  return text;
};

/** What a terminal shows of a text last: between escapes, the last thing that is more than a sign or two. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told what to do by them
const lastShown = (text: string): string | undefined => text.split(/\x1b[78]|\x1b\[[?\d;]*[A-Za-z]/).findLast((part) => part.length > 2);

describe('the progress of an exploration on a terminal', () => {
  const { isTTY, columns } = process.stderr;
  beforeEach(() => {
    process.stderr.isTTY = true;
    process.stderr.columns = 120;
  });
  afterEach(() => {
    process.stderr.isTTY = isTTY;
    process.stderr.columns = columns;
  });

  test('is a bar with how many runs there were, and what they found and met; it is gone when they end', () => {
    const text =
      'title: a job\nworld: { endpoints: [{ id: ep-a }] }\nsteps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } } }]\n';
    const exploration = new Exploration([storyToVary(text, bounds) ?? expect.fail('it is not varied')], 's');
    const shown = printed(() => {
      const progress = exploreProgress(30, false);
      exploration.take(exploration.next(30).flatMap(exploreRuns));
      progress.at(exploration.runs, exploration);
      progress.stop();
    });
    expect(exploration.cells.length).toBeGreaterThan(20);
    expect(lastShown(shown)).toMatch(new RegExp(`^=+ 30/30 runs, no failure, ${exploration.cells.length} cells$`));
    expect(shown).toMatch(/-+ 0\/30 runs, no failure, 0 cells/);
    // The last thing that is printed clears the line.
    expect(shown.endsWith('\u001b[1G\u001b[2K')).toBe(true);
  });

  test('counts failures, of which none has a line of its own', () => {
    const text = printed(() => {
      const progress = exploreProgress(1_000, false);
      progress.at(400, { runs: 400, cells: ['a', 'b'], found: [failure(7, 'two of them')] });
      progress.at(1_000, { runs: 1_000, cells: ['a', 'b', 'c'], found: [failure(7, 'two of them'), failure(900, 'three of them')] });
      progress.stop();
    });
    expect(lastShown(text)).toMatch(/ 1000\/1000 runs, 2 failures, 3 cells$/);
    expect(text).not.toContain('two of them');
  });

  test('says how much of its time has gone, and never more than all', () => {
    const shown = (goneMs: number): string | undefined =>
      lastShown(
        printed(() => {
          const progress = exploreProgress(60_000, true);
          progress.at(goneMs, { runs: 812, cells: ['a'], found: [failure(7, 'two of them')] });
          progress.stop();
        }),
      );
    expect(shown(15_000)).toMatch(/^=+-+ 15 s of 60 s, 812 runs, 1 failure, 1 cells$/);
    expect(shown(60_400)).toMatch(/^=+ 60 s of 60 s, 812 runs/);
  });
});

test('where there is no terminal, the progress of an exploration is one line for each failure', () => {
  const { isTTY } = process.stderr;
  process.stderr.isTTY = false;
  const text = printed(() => {
    const progress = exploreProgress(1_000, false);
    progress.at(200, { runs: 200, cells: ['a'], found: [] });
    progress.at(400, { runs: 400, cells: ['a'], found: [failure(312, 'two of them')] });
    progress.at(600, { runs: 600, cells: ['a'], found: [failure(312, 'two of them'), failure(500, 'three of them')] });
    progress.stop();
  });
  process.stderr.isTTY = isTTY;
  expect(text).toBe('found in run 312: one-worker-a-job: two of them\nfound in run 500: one-worker-a-job: three of them\n');
});

test('the progress of polls is their last on a terminal, on one line that is gone at the end, and nothing elsewhere', () => {
  const { isTTY } = process.stderr;
  const show = (isTerminal: boolean): string => {
    process.stderr.isTTY = isTerminal;
    return printed(() => {
      const progress = pollProgress();
      progress.show('after 1s: jobs 2 inQueue\u001b[2J');
      progress.stop();
    });
  };
  expect([show(true), show(false)]).toStrictEqual(['\rafter 1s: jobs 2 inQueue\ufffd[2J\u001b[K\r\u001b[K', '']);
  process.stderr.isTTY = isTTY;
});
