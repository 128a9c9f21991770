// Compares this revision with another. Measurements alternate, each in a process of its own, so that a slowdown of the machine affects both.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './median.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rounds = 7;

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Another revision, built in a folder of its own; with this one's packages where it asks for the same. */
const builtAt = (rev) => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-against-'));
  git('worktree', 'add', '--quiet', '--force', '--detach', folder, rev);
  if (git('diff', '--stat', rev, '--', 'package-lock.json') === '') symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
};

const forget = (folder) => {
  git('worktree', 'remove', '--force', folder);
  rmSync(folder, { recursive: true, force: true });
};

/** One measurement of what a folder was built to; undefined where that revision cannot be measured so. */
const measured = (folder, name, n, figure) => {
  const { stdout, status } = spawnSync(process.execPath, ['--expose-gc', join(root, 'test/bench/measure.mjs'), name, String(n)], {
    encoding: 'utf8',
    env: { ...process.env, PODSIM_BUILT: `${join(folder, 'dist')}/` },
  });
  return status === 0 ? JSON.parse(stdout)[figure] : undefined;
};

/** How long a process of its own takes to play one scenario, in ms. */
const played = (folder) => {
  const scenario = join(root, 'scenarios/jobs/retry-after-failure.scenario.yaml');
  const begin = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, [join(folder, 'dist/bin/podsim.js'), 'run', scenario], { stdio: 'ignore' });
  return status === 0 ? Number(process.hrtime.bigint() - begin) / 1e6 : undefined;
};

// biome-ignore format: a table
const rows = [
  ['jobs a second, log kept',       (folder) => measured(folder, 'engine', 200_000, 'jobsPerSecond')],
  ['jobs a second, invariants on',  (folder) => measured(folder, 'audited', 100_000, 'jobsPerSecond')],
  ['jobs a second, log streamed',   (folder) => measured(folder, 'streamed', 100_000, 'jobsPerSecond')],
  ['jobs a second, log sealed',     (folder) => measured(folder, 'sealed', 100_000, 'jobsPerSecond')],
  ['replay, events a second',       (folder) => measured(folder, 'replay', 100_000, 'eventsPerSecond')],
  ['a new world, ms',               (folder) => measured(folder, 'world', 2_000, 'milliseconds')],
  ['podsim run of one file, ms',    played],
];

const shown = (value) => (value >= 1_000 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3));
const spread = (values) => `${shown(median(values))} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`;

export const against = (rev) => {
  if (rev === undefined) throw new Error('name a revision: npm run bench -- --against main~1');
  const other = builtAt(rev);
  try {
    process.stdout.write(`${''.padEnd(30)}${'this'.padEnd(32)}${git('rev-parse', '--short', rev).padEnd(32)}this : that\n`);
    for (const [name, figure] of rows) {
      // The revision that goes first changes with every round.
      const pairs = Array.from({ length: rounds }, (_, k) => {
        const first = figure(k % 2 === 0 ? root : other);
        const second = figure(k % 2 === 0 ? other : root);
        return k % 2 === 0 ? [first, second] : [second, first];
      });
      if (pairs.flat().includes(undefined)) {
        process.stdout.write(`${name.padEnd(30)}one of the two cannot be measured so\n`);
        continue;
      }
      const ratio = median(pairs.map(([mine, theirs]) => mine / theirs));
      const [mine, theirs] = [0, 1].map((k) => spread(pairs.map((pair) => pair[k])));
      process.stdout.write(`${name.padEnd(30)}${mine.padEnd(32)}${theirs.padEnd(32)}${ratio.toFixed(2)}\n`);
    }
  } finally {
    forget(other);
  }
};
