// `npm run mutants:sample -- [PLACES] [SEED]`: changes at places of the engine and of four rooms of the adapters, which the seed draws. The
// table of mutants is known to those who write tests; this sample is not. Prints what survives, and its share by room.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inParallel } from '../inParallel.mjs';
import { played, ran, scenarioFiles } from '../trials.mjs';
import { drawChanges } from './draw.mjs';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const root = here('../../..');

/**
 * What runs a place, by its name, with its CPU seconds; of a scenario, its exit code.
 * @typedef {{ name: string, seconds: number, code?: number, ran: string[], atLoad: string[] }} Covered
 */

/**
 * Makes the changes, one at a time: first the scenarios that run the place are played, then the tests that do, the quickest first.
 * @param {number} places
 * @param {string} seed
 */
const trySample = async (places, seed) => {
  const changes = await drawChanges(places, seed);
  process.stdout.write(`${changes.length} changes from the seed ${seed}; again: npm run mutants:sample -- ${places} ${seed}\n`);
  const { scenarios, tests } = await findCovered(changes);
  /** @type {(typeof changes)[number][]} */
  const survivors = [];
  let tried = 0;
  await inParallel(changes, async (change) => {
    const seen = await findWhatSees(change, scenarios, tests);
    tried++;
    if (seen !== undefined) return;
    survivors.push(change);
    const runs = [...scenarios, ...tests].some(({ ran }) => ran.includes(change.id));
    process.stdout.write(
      `${tried}/${changes.length}  ${runs ? 'survived' : 'not run '}  dist/${change.file}:${change.line}: ${cut(change.was)} → ${cut(change.is)}\n`,
    );
  });
  reportRooms(changes, survivors);
};

/**
 * What runs each place: all scenarios and tests are run once, without a change.
 * @param {readonly import('./draw.mjs').Change[]} changes
 */
const findCovered = async (changes) => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-sample-'));
  try {
    writeFileSync(join(folder, 'places.json'), JSON.stringify(changes.map(({ id, file, at }) => ({ id, file, at }))));
    const options = { cwd: root, env: { ...process.env, PODSIM_SAMPLE: folder }, maxBuffer: 1 << 28 };
    execFileSync(process.execPath, [here('scenarioCoverage.mjs'), ...scenarioFiles], options);
    const scenarios = readCovered(folder, 'scenarios');
    const failing = scenarios.filter(({ code }) => code !== 0).map(({ name }) => name);
    if (failing.length > 0) throw new Error(`fail without any change: ${failing.join(', ')}`);
    process.stdout.write(`${scenarios.length} scenarios run ${countRun(scenarios)} of the places\n`);
    const { failed, said } = await ran([], undefined, {
      args: config,
      env: { PODSIM_SAMPLE: folder },
      timeout: longestRunMs,
    });
    if (failed) throw new Error(`the tests fail without any change:\n${said.slice(-5_000)}`);
    const tests = readCovered(folder, 'tests').map((test) => ({ ...test, name: relative(root, test.name) }));
    process.stdout.write(`${tests.length} files of tests run ${countRun(tests)} of the places\n`);
    return { scenarios, tests };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const config = ['--config', here('vitest.config.ts')];
/** All tests once, on a machine that other work keeps busy. */
const longestRunMs = 3_600_000;

/** @returns {Covered[]} the quickest first */
const readCovered = (/** @type {string} */ folder, /** @type {string} */ of) =>
  readdirSync(folder)
    .filter((name) => name.startsWith(of))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.seconds - b.seconds);

const countRun = (/** @type {readonly Covered[]} */ all) => new Set(all.flatMap(({ ran }) => ran)).size;

/**
 * The first that fails with the change in place: a scenario, or a file of tests.
 * @param {import('./draw.mjs').Change} change
 * @param {readonly Covered[]} scenarios
 * @param {readonly Covered[]} tests
 */
const findWhatSees = async (change, scenarios, tests) => {
  for (const { names, timeout } of inBatches(findRunning(change, scenarios)))
    if ((await played(names, change, { timeout })).code !== 0) return names;
  for (const { names, timeout } of inBatches(findRunning(change, tests)))
    if ((await ran(names, change, { args: [...config, '--bail', '1', '--maxWorkers', '1'], timeout })).failed) return names;
  return undefined;
};

/** What loads a file sees what is made at load, and only the first that loads it is known: then it is all. */
const findRunning = (/** @type {import('./draw.mjs').Change} */ { id }, /** @type {readonly Covered[]} */ all) =>
  all.some(({ atLoad }) => atLoad.includes(id)) ? all : all.filter(({ ran }) => ran.includes(id));

/**
 * The names in batches, each of which may take three times as long as the one before: most changes are seen by the first. A batch that takes
 * twenty times as long as it did without a change is taken to be endless.
 */
const inBatches = (/** @type {readonly Covered[]} */ all) => {
  /** @type {{ names: string[], timeout: number }[]} */
  const batches = [];
  let most = 1;
  for (let from = 0; from < all.length; most *= 3) {
    let to = from;
    let seconds = 0;
    while (to < all.length && (to === from || seconds < most)) seconds += all[to++]?.seconds ?? 0;
    batches.push({ names: all.slice(from, to).map(({ name }) => name), timeout: 60_000 + Math.ceil(20_000 * seconds) });
    from = to;
  }
  return batches;
};

const cut = (/** @type {string} */ code) => {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
};

/**
 * @param {readonly import('./draw.mjs').Change[]} changes
 * @param {readonly import('./draw.mjs').Change[]} survivors
 */
const reportRooms = (changes, survivors) => {
  const roomOf = (/** @type {{ file: string }} */ { file }) => file.split('/').slice(0, 2).join('/');
  for (const room of [...new Set(changes.map(roomOf))].sort()) {
    const all = changes.filter((change) => roomOf(change) === room).length;
    const lived = survivors.filter((change) => roomOf(change) === room).length;
    process.stdout.write(`${room}: ${lived} of ${all} survive, ${Math.round((100 * lived) / all)} %\n`);
  }
  process.stdout.write(`${survivors.length} of ${changes.length} survive\n`);
};

const [places = '300', seed = String(Math.floor(Math.random() * 1e9))] = process.argv.slice(2);
await trySample(Number(places), seed);
