import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endedProcess } from '../support/serving/servingProcess.ts';

interface Ran {
  readonly title: string;
  readonly seed: string;
  readonly isDone: boolean;
  readonly calls: number;
  readonly dollars: number;
  readonly fingerprint: string;
  readonly verdicts: readonly { readonly of: string; readonly isMet: boolean }[];
}

const scripted = resolve('test/agents/scripts/scripted.mjs');

const files = ['orphaned-pod', 'six-jobs', 'stuck-queue'].map((name) => `scenarios/tasks/${name}.task.yaml`);

/** What an agent of that style comes to. */
const runsOf = async (style: string, seeds = '1..2'): Promise<readonly Ran[]> => {
  const { out, err } = await endedProcess(['task', 'run', ...files, '--agent', `node ${scripted} ${style}`, '--seeds', seeds, '--json']);
  expect(err).toBe('');
  return (JSON.parse(out) as { readonly runs: readonly Ran[] }).runs;
};

const unmetOf = ({ verdicts }: Ran) => verdicts.filter(({ isMet }) => !isMet).map(({ of }) => of);

describe('of agents that follow a script', () => {
  test('the careful one does its tasks, and the same calls come to the same log', async () => {
    const runs = await runsOf('careful');
    expect(runs.length).toBe(6);
    expect(runs.filter(({ isDone }) => !isDone)).toStrictEqual([]);
    expect(await runsOf('careful')).toStrictEqual(runs);
  });

  test.each(['naive', 'spendthrift', 'idle'])('the %s one does none', async (style) => {
    expect((await runsOf(style, '1..1')).filter(({ isDone }) => isDone)).toStrictEqual([]);
  });

  test('each is told what it missed', async () => {
    const byTitle = async (style: string) => Object.fromEntries((await runsOf(style, '1..1')).map((run) => [run.title, unmetOf(run)]));
    const [pod, jobs, queue] = [
      'A pod that runs, and nothing left behind',
      'Six jobs, as cheap as they can be',
      'A queue that does not move',
    ];
    expect(await byTitle('naive')).toStrictEqual({ [pod]: ['orphans'], [jobs]: ['dollars'], [queue]: ['diagnosis'] });
    expect(await byTitle('spendthrift')).toMatchObject({ [pod]: ['dollars', 'orphans'], [jobs]: ['dollars', 'orphans'] });
  });
});

describe('runs of tasks', () => {
  const run = async (...more: readonly string[]) =>
    await endedProcess(['task', 'run', files[0] ?? '', '--agent', `node ${scripted} naive`, '--seeds', '1..4', '--regret', ...more]);

  test('come to the same scores, to the byte, however many agents are at work at once', async () => {
    const [one, three] = [await run('--json'), await run('--json', '--jobs', '3')];
    expect(three.out).toBe(one.out);
    const { runs } = JSON.parse(one.out) as { readonly runs: readonly { readonly regret: unknown; readonly times: unknown }[] };
    expect(runs.length).toBe(4);
    expect(runs[0]).toMatchObject({
      regret: { dollars: 0, inevitableSince: { words: 'the agent ended' } },
      times: { timing: 'textbook' },
    });
  });

  test('are shown as text and as JUnit, with the times that they rest on', async () => {
    const { out } = await run();
    expect(out).toMatch(/seed 1 · times: textbook, not measured · \d+ points · 5 calls · \$0\.01/);
    expect(out).toContain('inevitable since entry');
    const { out: xml } = await run('--reporter', 'junit');
    expect(xml).toMatch(/<testsuite name="podsim task" tests="4" failures="4">/);
    expect(xml).toContain('<property name="times" value="textbook, not measured"/>');
    const measured = await endedProcess(['task', 'run', 'scenarios/tasks/slow-start.task.yaml', '--agent', 'true']);
    expect(measured.out).toMatch(
      // The agent calls nothing, so nothing starts.
      /times: measured-2026-11; nothing in it hangs on a measured time/,
    );
  });

  test('are written as pages, with the calls of the agent on the tape', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'podsim-pages-'));
    await run('--page', folder);
    const pages = readdirSync(folder);
    expect(pages.length).toBe(4);
    expect(readFileSync(join(folder, pages[0] ?? ''), 'utf8')).toContain('createPod');
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['--jobs', '0', "--jobs '0' is no number of agents at once"],
    ['--reporter', 'xml', "there is no reporter 'xml'"],
  ])('are refused with %s %s', async (option, value, words) => {
    const { code, err } = await run(option, value);
    expect([code, err]).toStrictEqual([3, expect.stringContaining(words)]);
  });
});

describe('an agent', () => {
  test('finds an empty folder, no token, no file of the task or its world, and no folder of the server', async () => {
    const looks = 'echo "files: $(ls -A)"; env; cat /proc/self/cmdline | tr "\\0" " "; echo diagnosis: none';
    const looked = `node -e "fetch(process.env.PODSIM_URL + '/_podsim/v1/log').then((a) => console.error('log: ' + a.status))"; (${looks}) >&2`;
    const { err } = await endedProcess(['task', 'run', files[2] ?? '', '--agent', looked], { PODSIM_CONTROL_TOKEN: 'secret-token' });
    expect(err).toContain('files: \n');
    expect(err).toContain('log: 401');
    expect(err).not.toMatch(/CONTROL|secret-token|task\.yaml|seed/i);
    expect(err.split('\n').filter((line) => line.includes(process.cwd()) && !line.startsWith('PATH='))).toStrictEqual([]);
  });

  test('is ended with all that it started when it takes too long', async () => {
    const { out } = await endedProcess(['task', 'run', files[1] ?? '', '--agent', 'sleep 60', '--timeout', '3s']);
    expect(out).toContain('the agent ended with timeout');
  });

  test('that cannot be run, or a file that is no task, is said with what to do', async () => {
    const bad = await endedProcess(['task', 'run', ...files, '--agent', 'no-such-command-here']);
    expect([
      bad.code,
      bad.out.includes('the agent ended with 127, before it called: it runs in an empty folder, so give paths from the root'),
    ]).toStrictEqual([1, true]);
    const none = await endedProcess(['task', 'run', 'scenarios/jobs', '--agent', 'true']);
    expect([none.code, none.err]).toStrictEqual([
      3,
      expect.stringMatching(/^no \*\.task\.yaml in scenarios\/jobs; there is scenarios\/jobs\/\S+: it is a scenario: `podsim run /),
    ]);
  });
});
