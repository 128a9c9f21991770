// `npm run bench -- explorer`: how many stories the explorer plays in a second, and how many of the rules that are broken where they meet
// (test/mutants/table/combinations.mjs) it finds, beside pure chance in the same time.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { combinations } from '../mutants/table/combinations.mjs';
import { changed } from '../mutants/trials.mjs';
import { median } from './median.mjs';

const from = (path) => import(new URL(`../../dist/${path}`, import.meta.url));
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const cores = 2;
const runs = 4_000;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** What the machine needs for nothing: CPU time of a process that does nothing. Other figures are to be read beside it. */
const nothingMs = () =>
  median(
    Array.from({ length: 5 }, () => {
      const program = 'const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000))';
      return Number(spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' }).stdout);
    }),
  );

/** Rows of a table: name, value, what it should be. */
export const explorerSpeed = async () => {
  const { Exploration } = await from('adapters/explorer/exploration.js');
  const { bounds } = await from('adapters/explorer/exploreRuns.js');
  const { PlayThreads } = await from('adapters/cli/run/threads.js');
  const { readerFor } = await from('adapters/cli/files.js');
  const { storyToVary } = await from('engine/lab/explorer/index.js');
  const folder = here('../../scenarios/');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.scenario.yaml'))
    .sort()
    .map((name) => join(folder, name))
    .flatMap((file) => storyToVary(readFileSync(file, 'utf8'), { ...bounds, file, read: readerFor(file) }) ?? []);
  const exploration = new Exploration(files, '1');
  const threads = new PlayThreads(cores, Number.POSITIVE_INFINITY);
  const entries = [];
  const [startedAt, cpuBefore] = [performance.now(), cpuMs()];
  while (exploration.runs < runs) {
    const batch = (await Promise.all(threads.map('explore', exploration.next(runs), ({ from }) => `played from run ${from} on`))).flat();
    entries.push(...batch.map((one) => one.entries));
    exploration.take(batch);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuSeconds = (cpuMs() - cpuBefore) / 1_000;
  await threads.close();
  return [
    ['a process that does nothing, CPU ms', nothingMs(), ''],
    ['stories a second, two threads', runs / seconds, 'at least 300 on two idle cores'],
    ['stories a CPU second, threads included', runs / cpuSeconds, ''],
    ['entries a story, mean', entries.reduce((sum, one) => sum + one, 0) / runs, ''],
    ['cells met', exploration.cells.length, ''],
  ];
};

const hooks = here('../mutants/hooks.mjs');

/** One search on one core, with a rule changed. */
const searching = (mutant, how, seed, seconds) => {
  const env = { ...process.env, PODSIM_MUTANT: JSON.stringify({ file: mutant.file, source: changed(mutant) }) };
  const child = spawn(process.execPath, ['--import', hooks, here('exploreRule.mjs'), how, seed, String(seconds)], { env });
  const done = new Promise((resolve, reject) => {
    let [said, complained] = ['', ''];
    child.stdout.on('data', (text) => (said += text));
    child.stderr.on('data', (text) => (complained += text));
    child.on('close', (code, signal) => {
      if (signal !== null) resolve({ runs: 0, seconds: 0 });
      else if (code !== 0 || complained.includes('mutant not loaded')) reject(new Error(complained));
      else resolve(JSON.parse(said));
    });
  });
  return { child, done };
};

/** The same on as many cores, each with a seed of its own; the first that finds something ends the others. */
export const searchOnCores = async (mutant, how, seconds) => {
  const searches = Array.from({ length: how === 'scenarios' ? 1 : cores }, (_, k) => searching(mutant, how, String(k + 1), seconds));
  const results = await Promise.all(
    searches.map(async ({ child, done }) => {
      const result = await done;
      if (result.found !== undefined) for (const other of searches) if (other.child !== child) other.child.kill();
      return result;
    }),
  );
  const { found, seconds: taken } = results.find((one) => one.found !== undefined) ?? { seconds };
  return { found, seconds: taken, runs: results.reduce((sum, one) => sum + one.runs, 0) };
};

export const showSearch = ({ found, seconds, runs: played }) =>
  found === undefined ? `not in ${played} runs` : `${found.steps} steps, ${seconds.toFixed(1)} s, ${played} runs`;

/** Prints what was found of each rule, and how; true if the explorer found ten of twelve, and chance fewer. */
export const brokenRules = async (seconds = 60) => {
  const found = { explorer: [], chance: [] };
  for (const mutant of combinations) {
    const explorer = await searchOnCores(mutant, 'explorer', seconds);
    const chance = await searchOnCores(mutant, 'chance', seconds);
    if (explorer.found !== undefined) found.explorer.push(explorer.found);
    if (chance.found !== undefined) found.chance.push(chance.found);
    process.stdout.write(`${mutant.rule}: ${mutant.about}\n  explorer: ${showSearch(explorer)}\n  chance:   ${showSearch(chance)}\n`);
    if (explorer.found !== undefined) process.stdout.write(`  ${explorer.found.property}: ${explorer.found.words}\n`);
  }
  const steps = median(found.explorer.map((one) => one.steps)) ?? 0;
  process.stdout.write(`of ${combinations.length}, the explorer found ${found.explorer.length} and chance ${found.chance.length}; `);
  process.stdout.write(`${steps} steps in the median file (at least 10 of 12, fewer by chance, at most 6 steps)\n`);
  return found.explorer.length >= 10 && found.chance.length < found.explorer.length && steps <= 6;
};
