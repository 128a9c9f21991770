import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { scenarioFiles } from '../../adapters/cli/files.ts';
import { allLessons } from '../../adapters/docs/lessons.ts';
import { overHttpOnly } from '../../adapters/docs/overHttpOnly.ts';
import { entities, kinds } from '../../engine/cloud/entities.ts';
import { rules } from '../../engine/cloud/rulebook/rules.ts';
import { readLifecycle } from '../../engine/kernel/lifecycle.ts';
import { podsimBundled, podsimProcess } from '../support/bundle.ts';
import { podsim } from '../support/commandLine.ts';
import { scenariosIn } from '../support/worlds/playing.ts';

describe('rules', () => {
  test('lists every rule, with what it says and rests on', async () => {
    const lines = (await podsim('spec', 'rules')).out.trimEnd().split('\n');
    expect(lines).toHaveLength(rules.length);
    expect(lines).toContainEqual(expect.stringMatching(/^job\.retry +FAILED or TIMED_OUT, .* \[interface\]$/));
  });

  // No scenario shows what only a server can.
  const shown = rules.filter(({ id }) => overHttpOnly[id] === undefined).slice(0, 3);

  test.each(shown.map(({ id, text, source }) => ({ id, text, source })))('shows $id', async ({ id, text, source }) => {
    const { code, out, err } = await podsim('spec', 'rules', id);
    expect(out).toMatch(/\n\nwhat shows it\n(?: {2}\S.*\n {4}podsim (?:run scenarios\/.*\.scenario\.yaml|learn \d+)\n)+$/);
    expect({ code, out: out.slice(0, out.indexOf('\n\n')), err }).toStrictEqual({
      code: 0,
      out: `${id}\n  ${text}\n  source: ${source}`,
      err: '',
    });
  });

  test('names every scenario and every lesson that teaches a rule, and no other', async () => {
    const teaching = scenarioFiles(['scenarios'])
      .flatMap((path) => scenariosIn(path).slice(0, 1))
      .filter(({ spec }) => spec.teaches?.includes('job.retry'));
    const { shownBy, ...rule } = JSON.parse((await podsim('spec', 'rules', 'job.retry', '--json')).out);
    const lessons = allLessons('.').filter(({ spec }) => spec.rules.includes('job.retry'));
    const shown = [
      ...teaching.map(({ file, spec }) => ({ kind: 'scenario', file, title: spec.title })),
      ...lessons.map(({ file, spec }) => ({ kind: 'lesson', file, title: spec.title })),
    ];
    expect(shownBy).toStrictEqual(shown.sort((a, b) => (a.file < b.file ? -1 : 1)));
    expect(lessons.length).toBeGreaterThan(1);
    expect((await podsim('spec', 'rules', 'job.retry')).out).toContain(
      '  the lesson: What a retry is, and what it is not\n    podsim learn 2\n',
    );
    expect(rule).toStrictEqual({ caveat: null, ...rules.find(({ id }) => id === 'job.retry') });
    expect(shownBy.length).toBeGreaterThan(3);
  });

  test('says so when no scenario shows a rule', async () => {
    expect((await podsim('spec', 'rules', 'clock.stall')).out).toMatch(/\n\nno scenario and no lesson shows it\n$/);
  });

  test('finds the scenarios of the package from any folder', () => {
    const { out } = podsimProcess(['spec', 'rules', 'job.retry'], { cwd: '/tmp' });
    expect(out).toMatch(/podsim run (?:\.\.\/)?[\w./-]+\/scenarios\/jobs\/retry-after-failure\.scenario\.yaml\n/);
  });

  test('is JSON for programs', async () => {
    expect(JSON.parse((await podsim('spec', 'rules', '--json')).out)).toStrictEqual({ rules: rules.map((rule) => ({ ...rule })) });
    const { kind, initial, statuses, rows } = JSON.parse((await podsim('spec', 'rules', 'job', '--json')).out);
    expect([kind, initial]).toStrictEqual(['job', 'NEW']);
    expect(statuses[1]).toStrictEqual({ ...entities.job.lifecycle.statuses[1] });
    expect(rows).toStrictEqual(entities.job.lifecycle.rows.map((row) => ({ ...row })));
    expect(await podsim('spec', 'rules', 'job', '--json', '--mermaid')).toMatchObject({
      code: 3,
      err: 'give --mermaid or --json, not both\n',
    });
  });

  test.each(kinds)('shows the lifecycle of %s, as a table and as a diagram', async (kind) => {
    const table = (await podsim('spec', 'rules', kind)).out;
    for (const { status, event } of [...entities[kind].lifecycle.statuses, ...entities[kind].lifecycle.rows] as {
      status?: string;
      event?: string;
    }[])
      expect(table).toContain(status ?? event ?? '');
    const diagram = (await podsim('spec', 'rules', kind, '--mermaid')).out;
    expect(diagram).toMatch(/^stateDiagram-v2\n(?: {2}\S+ --> \S+.*\n)+$/);
    expect((await podsimBundled('spec', 'rules', kind)).out).toBe(table);
    expect((await podsimBundled('spec', 'rules', kind, '--mermaid')).out).toBe(diagram);
  });

  test.each(kinds)('prints the lifecycle of %s as a machine that XState reads, with all that ours says', async (kind) => {
    const { code, out } = await podsim('spec', 'rules', kind, '--xstate');
    expect(code).toBe(0);
    expect(out).toMatch(/^import \{ createMachine \} from 'xstate';\n\nexport const \w+Machine = createMachine\(\{\n/);
    const source = out
      .replace(/^import .*\n/, '')
      .replace('export const', 'return {')
      .replace('Machine = ', 'Machine: ');
    const made: Record<string, AnyStateMachine> = new Function('createMachine', source.replace(/;\s*$/, '}'))(createMachine);
    const { rows, statuses, initial, name } = readLifecycle<string, string>(made[`${kind}Machine`]?.config as never);
    const { lifecycle } = entities[kind];
    expect({ rows, statuses, initial, name }).toStrictEqual({
      rows: lifecycle.rows,
      statuses: lifecycle.statuses,
      initial: lifecycle.initial,
      name: kind,
    });
    expect((await podsimBundled('spec', 'rules', kind, '--xstate')).out).toBe(out);
  });

  // biome-ignore format: a table
  test.each([
    ['nothing',              ['--xstate'],                     `--xstate prints a lifecycle; name one of ${kinds.join(', ')}\n`],
    ['a name that is wrong', ['jobb', '--xstate'],             `--xstate prints a lifecycle, and there is none of 'jobb'; did you mean 'job'? (name one of ${kinds.join(', ')})\n`],
    ['a rule',               ['job.retry', '--xstate'],        `--xstate prints a lifecycle, and there is none of 'job.retry'; `],
    ['a rule, as a diagram', ['job.retry', '--mermaid'],       `--mermaid draws a lifecycle, and there is none of 'job.retry'; `],
    ['two forms',            ['job', '--xstate', '--mermaid'], 'give --mermaid or --xstate, not both\n'],
  ])('prints no machine of %s', async (_, args, words) => {
    const { code, out, err } = await podsim('spec', 'rules', ...args);
    expect({ code, out }).toStrictEqual({ code: 3, out: '' });
    expect(err).toContain(words);
    expect(err).toContain(words.endsWith('; ') ? 'name one of account, ' : '');
  });
});

test('schema prints the schema that editors use', async () => {
  expect(JSON.parse((await podsim('spec', 'schema')).out)).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    required: ['title'],
  });
  expect(JSON.parse((await podsim('spec', 'schema', '--lesson')).out)).toMatchObject({
    required: expect.arrayContaining(['steps', 'task']),
  });
  expect(await podsim('spec', 'schema', '--study', '--study-report')).toMatchObject({
    code: 3,
    err: 'give --study or --study-report, not both\n',
  });
  expect(await podsim('spec', 'schema', '--lesson', '--report')).toMatchObject({ code: 3, err: 'give --lesson or --report, not both\n' });
});
