import { expect, test } from 'vitest';
import { podsimProcess } from '../../support/bundle.ts';
import { Folder } from '../../support/folder.ts';

/** The sample clients with the mistakes that they were written with, and in how many runs from a seed all of them are found. */
const samples = [
  { name: 'poller', seed: 1, runs: 10, mistakes: ['terminal-is-terminal', 'jobs-accounted-for'] },
  { name: 'podBatch', seed: 1, runs: 10, mistakes: ['no-orphans'] },
  { name: 'nightly', seed: 1, runs: 10, mistakes: ['work-once'] },
  { name: 'watcher', seed: 1, runs: 10, mistakes: ['polls-with-pause'] },
  { name: 'renter', seed: 3, runs: 40, mistakes: ['pays-once'] },
  { name: 'album', seed: 2, runs: 20, mistakes: ['webhooks-in-any-order'] },
  { name: 'racer', seed: 1, runs: 10, mistakes: ['connections-closed'] },
  { name: 'submitter', seed: 4, runs: 12, mistakes: ['obeys-retry-after', 'retries-bounded', 'stops-when-gone'] },
];

const asked = (seed: number, runs: number): readonly string[] => ['--seed', String(seed), '--runs', String(runs)];

test.each(samples)('the mistakes of $name are found, and written as scenarios', ({ name, seed, runs, mistakes }) => {
  const folder = new Folder();
  const { code, out } = podsimProcess(['explore', `test/examples/clients/${name}.mjs`, ...asked(seed, runs), '--out', folder.path]);
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
  await expect(folder.read(name)).toMatchFileSnapshot('../../examples/clients/found.yaml');
});

test.each(samples)('$name has none of them once it is mended', ({ name, seed, runs }) => {
  const folder = new Folder();
  const said = podsimProcess(['explore', `test/examples/clients/${name}.mended.mjs`, ...asked(seed, runs), '--out', folder.path]);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('nothing broke') });
});

/** Clients in Python, each with the mistake that it was written with, and the run from the seed 1 that shows it. `npm run explorer:clients` makes many. */
const commands = [
  { name: 'renter', run: 7, mistake: 'pays-once: call ' },
  { name: 'lister', run: 29, mistake: 'no-orphans: call 1 ' },
  { name: 'visitor', run: 0, mistake: "no-mistakes: TypeError: 'NoneType' object is not subscriptable" },
];

const exploreCommand = (name: string, ...run: readonly string[]) =>
  podsimProcess([
    'explore',
    '--exec',
    `python3 test/examples/clients/${name}.py`,
    '--may-give-up',
    '2/3',
    '--out',
    new Folder().path,
    ...run,
  ]);

test.each(commands)('the mistake of $name in Python is found, and its mended twin survives', ({ name, run, mistake }) => {
  expect(exploreCommand(name, '--run', String(run)).out).toContain(mistake);
  for (const one of [String(run), '2']) expect(exploreCommand(`${name}.mended`, '--run', one).out).toContain('nothing broke');
});

test('a client in Python without a timeout waits for all of the time for which an answer is withheld, and its mended twin does not', () => {
  const [name, run] = ['waiter', ['--withhold', '6s', '--run', '0']];
  const { code, out } = exploreCommand(name, ...run);
  expect(code).toBe(1);
  expect(out).toContain('calls-time-out: call 2 (status) got no answer');
  expect(out).toContain('--withhold 6s --seed 1 --run 0');
  expect(exploreCommand(`${name}.mended`, ...run, '--may-give-up', '1/1').out).toContain('nothing broke');
});

test.each([
  [['--withhold', '10s'], 'test/examples/clients/poller.mjs', 'belongs to --exec'],
  [['--withhold', '1m', '--exec', 'true'], undefined, 'must be a time of less than 1m'],
  [['--withhold', 'long', '--exec', 'true'], undefined, 'must be a time of less than 1m'],
])('explore %s is refused', (options, file, words) => {
  const { code, err } = podsimProcess(['explore', ...(file === undefined ? [] : [file]), ...options]);
  expect([code, err]).toStrictEqual([3, expect.stringContaining(words)]);
});

test('a client that gives up in most of its runs is found, and its mended twin is not', () => {
  const folder = new Folder();
  const explored = (name: string) => podsimProcess(['explore', `test/examples/clients/${name}.mjs`, ...asked(1, 10), '--out', folder.path]);
  const { code, out } = explored('impatient');
  expect(code).toBe(1);
  expect(out).toContain('work-done: the client did not do its work in 10 of 10 runs');
  expect(explored('impatient.mended')).toMatchObject({ code: 0 });
});

test('mistakes of clients in Python are found, those that they print and those that their calls show', () => {
  const folder = new Folder();
  const explored = (name: string, runs: number) =>
    podsimProcess([
      'explore',
      '--exec',
      `python3 test/examples/clients/${name}.py`,
      '--may-give-up',
      '2/3',
      ...asked(1, runs),
      '--out',
      folder.path,
    ]);
  expect(explored('asker', 2).out).toContain("no-mistakes: KeyError: 'output'");
  expect(explored('batch', 3).out).toContain('work-once: call ');
  expect(explored('batch.mended', 3)).toMatchObject({ code: 0 });
});
