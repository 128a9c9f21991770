import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { scenarioFiles } from '../../../adapters/cli/files.ts';
import { main } from '../../../adapters/cli/main.ts';
import { foldLine } from '../../../adapters/cli/terminal/terminal.ts';
import { Folder } from '../../support/folder.ts';

const columns = 80;
const folder = new Folder();
const { isTTY, columns: before } = process.stdout;
const files = scenarioFiles(['scenarios']).filter((_, k) => k % 24 === 0);

beforeAll(() => {
  Object.assign(process.stdout, { isTTY: true, columns });
});

afterAll(() => {
  Object.assign(process.stdout, { isTTY, columns: before });
});

/** The lines that are wider, but for a command to copy; what is said is something. */
const tooWide = async (...args: string[]): Promise<readonly string[]> => {
  let out = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  try {
    expect([args, await main(args)]).toStrictEqual([args, 0]);
  } finally {
    spy.mockRestore();
  }
  const lines = out.split('\n');
  expect(lines.length).toBeGreaterThan(3);
  return lines.filter((line) => line.length > columns && !line.startsWith('  to repeat: '));
};

test('no timeline is wider than a terminal, of a run or of a log, and neither is what else is said of it', async () => {
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const log = folder.at(`${files.indexOf(file)}.log`);
    expect([file, await tooWide('run', file, '--log', log)]).toStrictEqual([file, []]);
    for (const words of [
      ['log', 'show', log, '--timeline'],
      ['log', 'show', log, '--answers'],
      ['log', 'next', log],
      ['log', 'coverage', log],
    ])
      expect([file, words, await tooWide(...words)]).toStrictEqual([file, words, []]);
  }
});

test.each([
  ['explain', 'test/browser/busy.scenario.yaml', 'job-100'],
  ['log', 'compare', 'scenarios/studies/now-and-then.scenario.yaml', 'scenarios/studies/now-and-then.scenario.yaml'],
  ['spec', 'rules', 'job'],
  ['spec', 'rules', 'worker'],
  ['spec', 'operations'],
  ['spec', 'times'],
  ['help', '--all'],
])('%s %s %s', async (...words) => expect(await tooWide(...words)).toStrictEqual([]));

describe('a line that is too wide', () => {
  test('continues below its beginning, word by word', () => {
    const words = 'a job that waits for a worker '.repeat(8).trim();
    const parts = foldLine(`  ${words}`, columns);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.filter((part) => part.length > columns)).toStrictEqual([]);
    expect(parts.slice(1).every((part) => /^ {6}\S/.test(part))).toBe(true);
    expect(parts.map((part) => part.trim()).join(' ')).toBe(words);
  });

  test('keeps its colors, which take no room', () => {
    const [red, plain] = ['\u001b[31m', '\u001b[39m'];
    const line = `${'one '.repeat(15)}${red}${'two '.repeat(15)}${plain}${'three '.repeat(15)}`.trimEnd();
    const codes = new RegExp(`${red}|${plain}`.replaceAll('[', '\\['), 'g');
    const parts = foldLine(line, columns);
    expect(parts.map((part) => part.replaceAll(codes, ''))).toStrictEqual(foldLine(line.replaceAll(codes, ''), columns));
    expect(parts.join(' ').match(codes)).toStrictEqual([red, plain]);
    expect(parts.join('\n')).toContain(`one ${red}two`);
    expect(foldLine(`${red}${'x'.repeat(columns)}${plain}`, columns)).toHaveLength(1);
  });
});
