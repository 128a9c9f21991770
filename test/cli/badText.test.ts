import { expect, test } from 'vitest';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { passing } from './stories.ts';

const folder = new Folder();

const encoded = (mark: string): Buffer => Buffer.from(`${mark}${passing}`, 'utf16le');

test.each([
  ['with a mark', encoded('\ufeff')],
  ['with the mark of the other order', encoded('\ufeff').swap16()],
  ['without a mark', encoded('')],
])('a file in UTF-16 is said to be one: %s', async (_, bytes) => {
  const file = folder.write('utf16.scenario.yaml', bytes);
  const { code, err } = await podsim('run', file);
  expect(code).toBe(3);
  expect(err).toContain(`${file}: is written in UTF-16; save it as UTF-8: iconv -f UTF-16 -t UTF-8 ${file} > NEW`);
});

test('a workbook is said to be one', async () => {
  const file = folder.write('jobs.xlsx', Buffer.from('PK\x03\x04 …'));
  expect(await podsim('run', file)).toMatchObject({
    code: 3,
    err: `${file}: is a workbook of a spreadsheet, or another archive: save its sheet as CSV, or unpack it\n`,
  });
});

test('a file of UTF-8 with a mark, or with a zero in a text, is read', async () => {
  expect((await podsim('run', folder.write('mark.scenario.yaml', `\ufeff${passing}`), '--quiet')).code).toBe(0);
});

test('a file with more steps than are read says how to write fewer', async () => {
  const step = '  - { act: run, with: { endpoint: ep-a, body: { input: { n: 1 } } }, expect: { status: 200 } }\n';
  const file = folder.write('many.scenario.yaml', passing + step.repeat(5_000));
  const { code, err } = await podsim('run', '--check', file);
  expect(code).toBe(3);
  expect(err).toContain('more than 200000 tokens; `repeat` makes many steps of one, and `load` many calls');
});
