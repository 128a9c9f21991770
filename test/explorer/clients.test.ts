import { expect, test } from 'vitest';
import { podsimProcess } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

/** The sample clients with the mistakes that they were written with, and in how many runs from the seed 1 all of them are found. */
const samples = [
  { name: 'poller', runs: 10, mistakes: ['terminal-is-terminal', 'jobs-accounted-for'] },
  { name: 'podBatch', runs: 10, mistakes: ['no-orphans'] },
  { name: 'submitter', runs: 40, mistakes: ['obeys-retry-after', 'retries-bounded', 'stops-when-gone'] },
];

test.each(samples)('the mistakes of $name are found, and written as scenarios', ({ name, runs, mistakes }) => {
  const folder = new Folder();
  const { code, out } = podsimProcess(['explore', `test/examples/clients/${name}.mjs`, '--runs', String(runs), '--out', folder.path]);
  expect(code).toBe(1);
  const found = folder.names().map((file) => folder.read(file));
  for (const mistake of mistakes) {
    expect(out).toContain(`${mistake}: call `);
    expect(found).toContainEqual(expect.stringContaining(`- client: ${mistake}\n`));
  }
});

test('the page shows what is found of the poller', async () => {
  const folder = new Folder();
  podsimProcess([
    'explore',
    'test/examples/clients/poller.mjs',
    '--runs',
    '10',
    '--property',
    'terminal-is-terminal',
    '--out',
    folder.path,
  ]);
  const [name = ''] = folder.names();
  await expect(folder.read(name)).toMatchFileSnapshot('../examples/clients/found.yaml');
});

test.each(samples)('$name has none of them once it is mended', ({ name, runs }) => {
  const folder = new Folder();
  const said = podsimProcess(['explore', `test/examples/clients/${name}.mended.mjs`, '--runs', String(runs), '--out', folder.path]);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('nothing broke') });
});
