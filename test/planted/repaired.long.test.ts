import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { changed } from '../mutants/trials.mjs';
import { fewOrAll } from '../support/long.ts';
import { playedText } from '../support/worlds/playing.ts';
import { planted } from './table.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Bugs that the explorer is known to find in the scenarios of a folder. The others are looked for in all of them, in the long version. */
const known = [
  { id: 'last-chunk-twice-after-the-end', folder: 'streaming/' },
  { id: 'requeued-attempt-lacks-a-chunk', folder: 'streaming/' },
];
const others = planted.filter(({ id }) => known.every((one) => one.id !== id)).map(({ id }) => ({ id, folder: '' }));
const sought = [...known, ...others].slice(0, fewOrAll(1, planted.length));

/** So many runs of each search. */
const runsMax = 1_000;

/** The file that the explorer writes of a planted bug; undefined if it does not find it in so many runs. */
const foundOf = async (id: string, folder: string): Promise<string | undefined> => {
  const bug = planted.find((one) => one.id === id) ?? expect.fail(`no bug is called ${id}`);
  const env = { ...process.env, PODSIM_MUTANT: JSON.stringify({ file: bug.file, source: changed(bug) }) };
  const args = [
    '--import',
    here('../mutants/hooks.mjs'),
    here('../bench/exploreRule.mjs'),
    'explorer',
    '1',
    'Infinity',
    String(runsMax),
    folder,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return (JSON.parse(stdout) as { readonly found?: { readonly text: string } }).found?.text;
};

test('the file of a planted bug passes once the bug is repaired, whatever is answered then', async () => {
  const found: string[] = [];
  for (const { id, folder } of sought) {
    const text = await foundOf(id, folder);
    if (text === undefined) continue;
    found.push(id);
    expect(playedText(text), `${id}:\n${text}`).toMatchObject({ verdict: 'pass', failures: [], unfired: [] });
  }
  // What is not found says nothing of this; but those that are known to be found are.
  expect(found.length).toBeGreaterThanOrEqual(Math.min(sought.length, known.length));
});
