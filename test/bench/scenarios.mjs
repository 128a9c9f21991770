// How long all scenarios take in one thread and in two, in turn, and when the first line is printed. The machine must have two idle
// cores: `npm run bench -- scenarios`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median } from './median.mjs';

const rounds = 5;

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Wall time from the start to the first line, and to the end. */
const played = async (jobs) => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [at('dist/bin/podsim.js'), 'run', 'scenarios', '--jobs', String(jobs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: at('.'),
  });
  let firstMs;
  child.stdout.on('data', () => {
    firstMs ??= performance.now() - startedAt;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`with ${jobs} threads: exit ${code}`);
  return { firstMs, wholeMs: performance.now() - startedAt };
};

/** Rows of the bench's table. */
export const scenarioFigures = async () => {
  const pairs = [];
  for (let round = 0; round < rounds; round++) pairs.push({ one: await played(1), two: await played(2) });
  return [
    ['all scenarios, two threads, ms', median(pairs.map(({ two }) => two.wholeMs)), ''],
    ['first line, two threads, ms', median(pairs.map(({ two }) => two.firstMs)), 'under 1000'],
    ['one thread : two threads', median(pairs.map(({ one, two }) => one.wholeMs / two.wholeMs)), 'at least 1.6'],
  ];
};
