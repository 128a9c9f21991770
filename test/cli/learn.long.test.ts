import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { learnCommand } from '../../adapters/cli/learn/learn.ts';
import type { PageData } from '../../adapters/console/app/pageData.ts';
import { allLessons } from '../../adapters/docs/lessons.ts';
import { goodLesson, lessonWith } from '../lab/lesson/lessons.ts';
import { bundle, podsimProcess } from '../support/bundle.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();

describe('learn', () => {
  test('lists the course', async () => {
    const { code, out } = await podsim('learn');
    for (const { spec } of allLessons('.')) expect(out).toContain(`  ${spec.title}\n`);
    expect(out.match(/^ *\d+ {2}/gm)).toHaveLength(18);
    expect(code).toBe(0);
  });

  test.each(['3', '03', 'scenarios/lessons/03-three-clocks.lesson.yaml'])(
    'shows lesson %s with its questions and without answers',
    async (name) => {
      const { code, out, err } = await podsim('learn', name);
      expect(out).toMatch(/^3\. Three clocks/);
      expect(out).toContain('What happens to the third job?\n  a) It completes at 51 s');
      expect(out).toContain('  max of delayTime of ep-a ≤ 30s\n');
      expect(out).not.toContain('The time to live spares nothing');
      expect(out).not.toContain('A solution');
      expect({ code, err }).toStrictEqual({ code: 0, err: '' });
    },
  );

  test('shows the computed answers with their rules, and a solution, where asked', async () => {
    const { out } = await podsim('learn', '3', '--answers');
    expect(out).toContain('30s at 00:00:31.000, entry ');
    expect(out).toContain('The time to live spares nothing');
    expect(out).toContain('job.ttl: `policy.ttl` (default 24 h');
  });

  test.each(['3', '16'])('shows a solution of lesson %s that can be copied into a file, which meets the goal', async (name) => {
    const { out } = await podsim('learn', name, '--answers');
    const [, solution = ''] = /^A solution:\n((?:- .*\n)+)/m.exec(out) ?? [];
    const steps = folder.write(`${name}.yaml`, solution);
    expect(await podsim('learn', name, '--try', steps)).toMatchObject({ code: 0, out: expect.stringContaining('The goal is met.') });
  });

  test('asks nothing where there is no terminal', async () => {
    const { code, out } = podsimProcess(['learn', '1']);
    expect(code).toBe(0);
    expect(out).toBe((await podsim('learn', '1')).out);
  });

  test.each(allLessons('.').map(({ file }) => file))('shows %s whole', async (file) => {
    const { code, out } = await podsim('learn', file, '--answers');
    expect(code).toBe(0);
    expect(out).toContain('Your turn\n');
  });
});

describe('learn -o', () => {
  const dataOf = (html: string): PageData =>
    JSON.parse(/<script type="application\/json" id="podsim-data">([^<]*)<\/script>/.exec(html)?.[1] ?? 'null');

  test('writes the course as a page, or one lesson of it', async () => {
    const out = folder.at('course.html');
    expect(await podsim('learn', '-o', out)).toMatchObject({
      code: 0,
      out: expect.stringContaining('course.html has 18 lessons: open it in a browser'),
    });
    const { scenarios, lessons } = dataOf(folder.read('course.html'));
    expect(scenarios).toStrictEqual([]);
    expect(lessons?.map(({ number, title, goal }) => ({ number, title, goal }))).toStrictEqual(
      allLessons('.').map(({ spec: { title, goal } }, k) => ({ number: String(k + 1), title, goal })),
    );
    expect((await podsim('learn', '3', '-o', out)).out).toContain('has one lesson');
    const [only, ...others] = dataOf(folder.read('course.html')).lessons ?? [];
    expect(others).toStrictEqual([]);
    expect(only?.text).toBe(readFileSync('scenarios/lessons/03-three-clocks.lesson.yaml', 'utf8'));
    expect(folder.read('course.html')).toContain('<title>podsim: Three clocks');
  });

  test('takes the scenario files along that a lesson names', async () => {
    folder.write('own/a.scenario.yaml', 'title: a\nworld: { endpoints: [{ id: ep-a }] }\n');
    const file = folder.write(
      'own/b.lesson.yaml',
      goodLesson.replace('  text: Have a worker', '  scenario: a.scenario.yaml\n  text: Have a worker'),
    );
    await podsim('learn', file, '-o', folder.at('one.html'));
    expect(Object.values(dataOf(folder.read('one.html')).lessons?.[0]?.files ?? {})).toStrictEqual([
      'title: a\nworld: { endpoints: [{ id: ep-a }] }\n',
    ]);
  });

  test('says that a page has the answers and the task itself', async () => {
    for (const args of [['--answers'], ['--try', 'a.yaml']])
      expect(await podsim('learn', '3', '-o', folder.at('x.html'), ...args)).toMatchObject({
        code: 3,
        err: expect.stringContaining('--out writes a page'),
      });
  });
});

describe('learn --try', () => {
  const steps = folder.write('steps.yaml', '- { at: 0s, act: updateEndpoint, with: { endpoint: ep-a, body: { timeout: 15s } } }\n');

  test('says that the goal is met, by exit code too', async () => {
    expect(await podsim('learn', '3', '--try', steps)).toMatchObject({
      code: 0,
      out: '  ✓ max of delayTime of ep-a ≤ 30s\n  ✓ count of JobCompleted = 5\nThe goal is met.\n',
    });
  });

  test('says what is missing', async () => {
    const late = folder.write('late.yaml', '- { at: 1m, act: updateEndpoint, with: { endpoint: ep-a, body: { timeout: 15s } } }\n');
    const { code, out } = await podsim('learn', '3', '--try', late);
    expect(code).toBe(1);
    expect(out).toContain('  ✗ max of delayTime of ep-a ≤ 30s: delayTime of ep-a max: expected lte 30s, got ');
    expect(out).toMatch(/The goal is not met\.\n$/);
  });

  test('shows a call that was refused', async () => {
    const refused = folder.write('refused.yaml', '- { at: 1m, act: retry, with: { endpoint: ep-a, job: no-such-job } }\n');
    expect((await podsim('learn', '3', '--try', refused)).out).toContain('was refused: 404');
  });

  test('says what is wrong with the file', async () => {
    const wrong = folder.write('wrong.yaml', '- { at: 1m, act: updateEndpont }\n');
    expect(await podsim('learn', '3', '--try', wrong)).toMatchObject({
      code: 3,
      err: expect.stringContaining("did you mean 'updateEndpoint'?"),
    });
  });
});

describe('on a terminal', () => {
  let out = '';
  beforeEach(() => {
    out = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += stripVTControlCharacters(String(text));
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const lesson = folder.write('a.lesson.yaml', goodLesson);
  /** Plays the lesson with these lines as input. */
  const answered = async (...lines: string[]): Promise<string> => {
    const left = [...lines];
    const close = vi.fn();
    const ask = async (prompt: string) => {
      out += `${prompt}${left[0] ?? ''}\n`;
      return left.shift();
    };
    expect(await learnCommand(lesson, {}, () => ({ ask, close }))).toBe(0);
    expect(close).toHaveBeenCalledOnce();
    return out;
  };

  test('each question is asked before anything of its answer is shown', async () => {
    const shown = await answered('25s', 'a');
    const [before = '', after = ''] = shown.split('duration, such as 25s> 25s\n');
    expect(before).not.toContain('JobStarted');
    expect(before).not.toContain('It starts when the new worker is ready.');
    expect(shown).not.toContain('ending=');
    expect(after).toMatch(/WorkerReady[\s\S]*JobStarted[\s\S]*Right\.\n25s at 00:00:55\.000/);
    expect(shown).toContain('2 of 2 right.');
    expect(shown.indexOf('Your turn')).toBeGreaterThan(shown.indexOf('2 of 2 right.'));
  });

  test('a wrong answer is corrected, and a wrong choice gets its own words', async () => {
    const shown = await answered('2m', 'b');
    expect(shown).toContain('No.\n25s at 00:00:55.000');
    expect(shown).toContain('No. Its handler did not fail.\nCOMPLETED at 00:01:00.000');
    expect(shown).toContain('0 of 2 right.');
  });

  test('what cannot be read is asked again', async () => {
    const shown = await answered('soon', '25', '25s', 'x', 'a');
    expect(shown.match(/give a duration such as/g)).toHaveLength(2);
    expect(shown).toContain('give one of a, b');
    expect(shown).toContain('2 of 2 right.');
  });

  test('the end of the input ends the lesson', async () => {
    const shown = await answered('25s');
    expect(shown).toContain('Right.');
    expect(shown).not.toContain('Your turn');
  });
});

// util-linux has a command that gives a process a terminal.
test.skipIf(!existsSync('/usr/bin/script'))('a process on a terminal asks, also where lines come before they are asked for', () => {
  const { stdout, status } = spawnSync('script', ['-qec', `node ${bundle} learn 1`, '/dev/null'], {
    encoding: 'utf8',
    input: 'b\n20s\n27s\n30m\nb\n',
  });
  expect(stripVTControlCharacters(stdout)).toContain('4 of 5 right.');
  expect(status).toBe(0);
});

describe('lessons in other commands', () => {
  test('validate plays a lesson, and says what is wrong with it at its place', async () => {
    const good = folder.write('good.lesson.yaml', goodLesson);
    const bad = folder.write('bad.lesson.yaml', lessonWith('answer: 25s', 'answer: 24s'));
    expect(await podsim('run', '--check', good)).toMatchObject({ code: 0, out: '1 lesson, nothing wrong\n' });
    expect(await podsim('run', '--check', bad)).toMatchObject({
      code: 3,
      out: '1 lesson, 1 error\n',
      err: `${bad}:18:15: steps.0.question.answer: is stated to be "24s", but the log says 25s\n`,
    });
    expect(await podsim('learn', bad)).toMatchObject({ code: 3, err: expect.stringContaining('the log says 25s; podsim run --check ') });
  });

  test('validate counts lessons beside runs, and run plays scenarios only', async () => {
    const mixed = new Folder();
    mixed.write('a.lesson.yaml', goodLesson);
    expect(await podsim('run', mixed.path)).toMatchObject({
      code: 3,
      err: `no *.scenario.yaml in ${mixed.path}; there is ${mixed.path}/a.lesson.yaml: it is a lesson: \`podsim learn ${mixed.path}/a.lesson.yaml\` reads it\n`,
    });
    mixed.write('a.scenario.yaml', 'title: x\n');
    expect((await podsim('run', '--check', mixed.path)).out).toBe('1 run, 1 lesson, nothing wrong\n');
    expect((await podsim('run', mixed.path)).out).toContain('1 passed');
  });

  test('validate finds the scenario of a lesson from any folder, and shows its warnings', async () => {
    const { code, out } = podsimProcess(['run', '--check', '08-cluster-loses-a-host.lesson.yaml'], { cwd: 'scenarios/lessons' });
    expect({ code, out }).toStrictEqual({ code: 0, out: '1 lesson, nothing wrong\n' });
    const idle = folder.write(
      'idle.lesson.yaml',
      lessonWith(
        '  steps:\n',
        '  faults: [{ fault: worker-crash, match: { endpoint: ep-a }, at: 30d }]\n  assert: [{ never: JobFailed, where: { colour: red } }]\n  steps:\n',
      ),
    );
    expect(await podsim('run', '--check', idle)).toMatchObject({
      code: 0,
      out: '1 lesson, 1 warning\n',
      err: expect.stringContaining("JobFailed has no field 'colour'"),
    });
  });

  test('new writes a lesson that is right, and names its schema', async () => {
    const path = folder.at('new');
    expect((await podsim('new', path, '--template', 'lesson')).out).toContain(
      `${path}.lesson.yaml written; check it with: podsim run --check ${path}.lesson.yaml`,
    );
    expect(await podsim('run', '--check', `${path}.lesson.yaml`)).toMatchObject({ code: 0, err: '' });
    expect((await podsim('learn', `${path}.lesson.yaml`)).code).toBe(0);
  });
});
