// How quick studies are: `npm run bench -- study-speed`. With REDIS_URL, what a queue adds, too.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './median.mjs';

const podsim = fileURLToPath(new URL('../../dist/bin/podsim.js', import.meta.url));
const rounds = 3;

/** Four configurations of a queue, each play with so many jobs. */
const studyText = (jobs, seeds) => `study: how long do jobs wait
scenario:
  world:
    accounts: [{ id: team, keys: [{ name: bulk, rateLimitExempt: true }] }]
    endpoints: [{ id: ep-a, workers: { min: 2, max: 2 }, handler: { duration: { exponential: { mean: 2s } } } }]
  load: [{ as: bulk, with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 4/5s }, exactly: ${jobs} }]
vary: { workers.max: [2, 3, 4, 5] }
seeds: ${seeds}
`;

/** Rows of a table: name, value, what it should be. */
export const studySpeedFigures = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-study-speed-'));
  try {
    const write = (name, jobs, seeds) => {
      const file = join(folder, `${name}.study.yaml`);
      writeFileSync(file, studyText(jobs, seeds));
      return file;
    };
    let made = 0;
    /** The seconds of a study whose results are all missing. */
    const seconds = (file, ...args) => {
      const startedAt = performance.now();
      const { status, stderr } = spawnSync(process.execPath, [podsim, 'study', file, '--results', join(folder, `r${made++}`), ...args]);
      if (status !== 0) throw new Error(String(stderr));
      return (performance.now() - startedAt) / 1_000;
    };
    const [small, long, many] = [write('small', 10, 250), write('long', 1_500, 60), write('many', 3, 2_500)];
    /** The seconds of two processes that share nothing: each plays half of the seeds in one thread. */
    const apart = async () => {
      const startedAt = performance.now();
      await Promise.all(
        [write('first', 1_500, '1..30'), write('second', 1_500, '31..60')].map((file) => ended(file, join(folder, `r${made++}`))),
      );
      return (performance.now() - startedAt) / 1_000;
    };
    const alternated = [];
    for (let round = 0; round < rounds; round++)
      alternated.push([seconds(long, '--jobs', '1'), seconds(long, '--jobs', '2'), await apart()]);
    const [one, two] = [0, 1].map((k) => median(alternated.map((turn) => turn[k])));
    const rows = [
      ['1,000 small plays, seconds', median(Array.from({ length: rounds }, () => seconds(small))), 'under 5 on two cores'],
      ['240 longer plays, ms each in one thread', (one * 1_000) / 240, ''],
      ['one thread : two', one / two, 'at least 1.8'],
      [
        'two processes that share nothing : two threads',
        median(alternated.map(([, threads, processes]) => processes / threads)),
        'at least 0.95',
      ],
      ['10,000 plays, peak MB', await peakMegabytes(many, join(folder, 'many')), 'under 500'],
    ];
    if (process.env.REDIS_URL !== undefined) rows.push(['by way of a queue : two threads', queued(long, two, folder), 'at most 1.1']);
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A study in one thread, in a process of its own. */
const ended = (file, results) =>
  new Promise((resolve, reject) => {
    const study = spawn(process.execPath, [podsim, 'study', file, '--results', results, '--jobs', '1'], { stdio: 'ignore' });
    study.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the study ended with ${code}`))));
  });

/** The most memory that a study had, looked at again and again. */
const peakMegabytes = (file, results) =>
  new Promise((resolve, reject) => {
    const study = spawn(process.execPath, [podsim, 'study', file, '--results', results], { stdio: 'ignore' });
    let peak = 0;
    const watch = setInterval(() => {
      const [, kilobytes = 0] = /^VmHWM:\s+(\d+)/m.exec(statusOf(study.pid)) ?? [];
      peak = Math.max(peak, Number(kilobytes) / 1_024);
    }, 50);
    study.once('exit', (code) => {
      clearInterval(watch);
      if (code === 0) resolve(peak);
      else reject(new Error(`the study ended with ${code}`));
    });
  });

const statusOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

/** The time of the same study by a worker with two threads that is there already, over that of two threads. */
const queued = (file, threads, folder) => {
  const args = ['--queue', process.env.REDIS_URL, '--queue-prefix', `bench-${process.pid}`];
  const worker = spawn(process.execPath, [podsim, 'study-worker', ...args, '--jobs', '2'], { stdio: 'ignore' });
  try {
    const times = Array.from({ length: rounds }, (_, k) => {
      const startedAt = performance.now();
      // Another seed each time: what a queue has done, it does not do again.
      const other = join(folder, `queued-${k}.study.yaml`);
      writeFileSync(other, readFileSync(file, 'utf8').replace('seeds: 60', `seeds: ${1 + k * 100}..${60 + k * 100}`));
      const { status, stderr } = spawnSync(process.execPath, [podsim, 'study', other, '--results', join(folder, `q${k}`), ...args]);
      if (status !== 0) throw new Error(String(stderr));
      return (performance.now() - startedAt) / 1_000;
    });
    return median(times) / threads;
  } finally {
    worker.kill('SIGKILL');
  }
};
