import { describe, expect, test } from 'vitest';
import { readText } from '../../../adapters/cli/files.ts';
import { newestTiming } from '../../../engine/cloud/timing/timings.ts';
import { fidelityCheckJsonSchema } from '../../../engine/lab/fidelity/index.ts';
import { podsim } from '../../support/commandLine.ts';
import { schemaComplaints } from '../../support/contract/jsonSchema.ts';
import { Folder } from '../../support/folder.ts';

/** The examples of `docs/contributing-facts.md`. */
const walked = ['three-hundred-starts', 'pod-pulls', 'billed-against-executed'].map(
  (name) => `scenarios/observed/${name}.observation.yaml`,
);

const check = (...args: string[]) => podsim('fidelity', '--check', ...args, '--seeds', '4');

describe('a check of an observation', () => {
  test.each(walked)('%s: says that it is usable, what it bears on, and how far off each timing is, in 80 columns', async (file) => {
    const { code, out, err } = await check(file);
    expect([code, err]).toStrictEqual([0, '']);
    expect(out).toContain(`${file}: usable\n`);
    expect(out).toMatch(/Bears on:\n {4}(?:start|pull|bill): /);
    expect(out).toMatch(/\n {4}textbook +plays .*%.*(?:in the band|outside)\n {4}measured-2026-11 +plays .*(?:in the band|outside)\n/);
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(out).not.toContain('To do');
  });

  test('is data, too, as its schema says', async () => {
    const { out } = await check(...walked, '--reporter', 'json', '--timing', 'textbook');
    const printed = JSON.parse(out);
    const complaints = schemaComplaints(fidelityCheckJsonSchema());
    expect(complaints(printed)).toStrictEqual([]);
    expect(complaints({ ...printed, check: [] }).join()).toContain('check');
    expect(printed.checks.map(({ timings }: { timings: unknown[] }) => timings.length)).toStrictEqual([1, 1, 1]);
    expect(printed.checks[0].timings[0]).toMatchObject({ timing: 'textbook', isMadeFromIt: false, error: expect.closeTo(26 / 4.37 - 1) });
  });
});

describe('a check says', () => {
  const text = readText('scenarios/observed/four-jobs-one-by-one.observation.yaml');
  const said = async (changed: string) => {
    expect(changed).not.toBe(text);
    const { code, out, err } = await check(new Folder().write('own.observation.yaml', changed));
    return `${code} ${err}${out.replaceAll(/\s+/g, ' ')}`;
  };

  // biome-ignore format: a table
  test.each([
    ['where a file is wrong, and exits with 3',             text.replace('unit: s, value: 25.2', 'unit: sec, value: 25.2'),  /^3 .*own\.observation\.yaml:22:31: values\.0\.unit: 'sec' is not known here; did you mean 's'/],
    ['what keeps it from being played',                     text.replace(/world:\n(?: .*\n)+/, ''), /^3 .*give the world and steps that play it, or `unplayed` with the reason/],
    ['which value lacks a reading',                         text.replace(', adds: client-clock, read: { last: JobCompleted }', ''), /^0 .*wall_clock: add `read`/],
    ['which observed time stands in the world',             text.replace('value: 25.2', 'value: 5'),                 /^0 .*wall_clock: the world has 5 s, too/],
    ['who is not named',                                    text.replace('author: runpod-plugins-official', 'author: unknown'), /^0 .*author is 'unknown'/],
    ['that a new fact must leave a released timing alone',  text.replace('fact: T043', 'fact: X001').replace('bound: about', 'tells: { quantity: take-interval }'), new RegExp(`^0 .*add .judges: .${newestTiming}.`)],
    ['that a fact has made a timing',                       text.replace('fact: T043', 'fact: T046'),                /^0 .*Made from this fact, so its error here says less: measured-2026-11/],
    ['that it was broken off',                              text.replace('mechanisms:', 'partial: true\nmechanisms:'), /^0 .*the recording was interrupted/],
  ])('%s', async (_, changed, words) => {
    expect(await said(changed)).toMatch(words);
  });

  test('that a file of which nothing is played and nothing learned is not usable, and exits with 1', async () => {
    const { code, out } = await check('scenarios/observed/hosts-of-three-hundred-starts.observation.yaml');
    expect([code, out]).toStrictEqual([1, expect.stringContaining('NOT USABLE')]);
    expect(out).toContain('Not played: which host is free');
  });

  test.each([
    [['--without', 'take'], '--without'],
    [['--update'], '--update'],
  ])('that %s has no meaning for it', async (more, name) => {
    const { code, err } = await check(walked[0] ?? '', ...more);
    expect([code, err]).toStrictEqual([3, expect.stringContaining(`leave out ${name}`)]);
  });

  test('that it needs a file', async () => {
    expect(await podsim('fidelity', '--check')).toMatchObject({ code: 3, err: expect.stringContaining('podsim fidelity --check a.') });
  });
});
