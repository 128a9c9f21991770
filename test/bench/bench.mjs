// `npm run bench`: every figure as a ratio to a baseline of the same run, as a table and in test/bench/results.json.
// `npm run bench -- scaling`: what each operation costs among few others and among many.
// `npm run bench -- holding`: how long other worlds wait while one does something long.
// `npm run bench -- simulators`: the engine beside SimPy (Debian's python3-simpy3, for one) with the same work, and the queue alone.
// `npm run bench -- start`: what it costs to start, alone.
// `npm run bench -- audit [JOBS]`: how much longer the processor works with invariants than without, in one process and in turn.
// `npm run bench -- scenarios`: how much sooner two threads have played all scenarios than one.
// `npm run bench -- studies`: how often what studies say is true, over 1,000 seeded experiments of each kind.
// `npm run bench -- sharing`: how near jobs that share a worker come to theory, and what they cost; it is part of `studies`, too.
// `npm run bench -- coverage [COUNT]`: of these, how often intervals hold the true mean.
// `npm run bench -- choices [COUNT]`: and how often choices and stars are right.
// `npm run bench -- twin [COUNT] [FROM]`: how good the recommendations of twins are, for so many hidden endpoints, beside those of the raw trace.
// `npm run bench -- twin-loop [COUNT] [FROM]`: how good they are for so many endpoints of each family, with the loop of these in place of the engine.
// `npm run bench -- twin-changes [COUNT]`: how often twins find changes in the course of records, where there are some and where there are none.
// `npm run bench -- twin-fit [COUNT] [FROM]`: how often twins find the numbers of hidden endpoints within their intervals, without studies of them.
// `npm run bench -- study-speed`: how quick studies are on one thread and two, and by way of a queue where REDIS_URL names one.
// `npm run bench -- explorer [SECONDS]`: how quick the explorer is, and which broken rules it finds in so many seconds, beside chance.
// `npm run bench -- planted [SECONDS]`: which of the planted bugs are seen in their stories and, with SECONDS, found by the explorer in that time.
// `npm run bench -- workers`: how many jobs real workers can take and end in a second, over HTTP, beside a bare server.
// `npm run bench -- page`: how quick a replay page is, in Chromium.
// `npm run bench -- console`: how well a live console follows 500 jobs a second, in Chromium.
// `npm run bench -- peers`: comparison with other servers, which are installed for this into a folder of their own.
// `npm run bench -- --against REV`: comparison of this revision with another, in turn.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { httpFigures } from './http.mjs';
import { median } from './median.mjs';
import { startFigures } from './start.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const rounds = 5;

const measure = (name, n, options = []) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...options, '--expose-gc', here('measure.mjs'), name, String(n)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout);
};

// Memory is cleaned up in the same thread: several wait for each other on a machine that has other work, and that would count, too.
const audited = (n) => measure('audit', n, ['--single-threaded-gc']);

if (process.argv[2] === 'holding') {
  await (await import('./holding.mjs')).holding();
  process.exit();
}
if (process.argv[2] === 'scaling') process.exit((await import('./scaling.mjs')).scaling() ? 0 : 1);

if (process.argv[2] === 'simulators') {
  print((await import('./simulators.mjs')).simulatorFigures());
  process.exit();
}

if (process.argv[2] === 'start') {
  print(startFigures());
  process.exit();
}

if (process.argv[2] === 'audit') {
  const { ratio, least, most } = audited(Number(process.argv[3] ?? 20_000));
  print([
    ['engine with invariants : engine', ratio, 'at most 1.05'],
    ['least of nine pairs', least, ''],
    ['most of nine pairs', most, ''],
  ]);
  process.exit();
}

if (process.argv[2] === 'scenarios') {
  print(await (await import('./scenarios.mjs')).scenarioFigures());
  process.exit();
}

if (process.argv[2] === 'studies') {
  print(await (await import('./studies.mjs')).studyFigures(Number(process.argv[3] ?? 1_000)));
  process.exit();
}

if (process.argv[2] === 'sharing') {
  print((await import('./sharing.mjs')).sharingFigures());
  process.exit();
}

if (process.argv[2] === 'coverage') {
  print((await import('./coverage.mjs')).coverageFigures(Number(process.argv[3] ?? 100)));
  process.exit();
}

if (process.argv[2] === 'choices') {
  const count = Number(process.argv[3] ?? 100);
  const { fewFigures, starFigures } = await import('./stars.mjs');
  print([...(await import('./choices.mjs')).choiceFigures(count), ...starFigures(10 * count), ...fewFigures(20 * count)]);
  process.exit();
}

if (process.argv[2] === 'twin') {
  print(await (await import('./twin.mjs')).twinFigures(Number(process.argv[3] ?? 30), Number(process.argv[4] ?? 1)));
  process.exit();
}

if (process.argv[2] === 'twin-loop') {
  print(await (await import('./twinLoop.mjs')).twinLoopFigures(Number(process.argv[3] ?? 3), Number(process.argv[4] ?? 1)));
  process.exit();
}

if (process.argv[2] === 'twin-changes') {
  print(await (await import('./twinChanges.mjs')).twinChangeFigures(Number(process.argv[3] ?? 200)));
  process.exit();
}

if (process.argv[2] === 'twin-fit') {
  print(await (await import('./recovery.mjs')).fitFigures(Number(process.argv[3] ?? 100), Number(process.argv[4] ?? 1)));
  process.exit();
}

if (process.argv[2] === 'study-speed') {
  print(await (await import('./studySpeed.mjs')).studySpeedFigures());
  process.exit();
}

if (process.argv[2] === 'explorer') {
  const { brokenRules, explorerSpeed } = await import('./explorer.mjs');
  print(await explorerSpeed());
  process.exit((await brokenRules(Number(process.argv[3] ?? 60))) ? 0 : 1);
}

if (process.argv[2] === 'planted') {
  const { arePlantedFound, arePlantedSeen } = await import('../planted/planted.mjs');
  const seconds = Number(process.argv[3] ?? 0);
  const isSeen = await arePlantedSeen();
  process.exit(isSeen && (seconds === 0 || (await arePlantedFound(seconds))) ? 0 : 1);
}

if (process.argv[2] === 'workers') {
  print(await (await import('./workers.mjs')).workerFigures());
  process.exit();
}

if (process.argv[2] === 'page') {
  print(await (await import('./page.mjs')).pageFigures());
  process.exit();
}

if (process.argv[2] === 'console') {
  print(await (await import('./console.mjs')).consoleFigures());
  process.exit();
}

if (process.argv[2] === 'peers') {
  await (await import('./peers.mjs')).peers();
  process.exit();
}

if (process.argv[2] === '--against') {
  (await import('./against.mjs')).against(process.argv[3]);
  process.exit();
}

function print(rows) {
  const shown = (value) => (value >= 1_000 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3));
  process.stdout.write(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}\n`);
  for (const [name, value, wanted] of rows) process.stdout.write(`${name.padEnd(42)}${shown(value).padStart(12)}   ${wanted}\n`);
}

// Bare and engine in turn, so that a machine that slows down slows both.
const pairs = Array.from({ length: rounds }, () => ({
  bare: measure('bare', 1_000_000).jobsPerSecond,
  engine: measure('engine', 200_000),
  guarded: measure('guarded', 200_000).jobsPerSecond,
}));
const perBare = (pick) => median(pairs.map((pair) => pair.bare / pick(pair)));

const sizes = [10_000, 100_000, 1_000_000];
const perJob = sizes.map((n) => {
  const runs = n === 10_000 ? 5 : 3;
  return median(Array.from({ length: runs }, () => 1e6 / measure('streamed', n).jobsPerSecond));
});
const million = measure('streamed', 1_000_000);

const figures = [
  ['bare M/M/8 loop, jobs a second', median(pairs.map((pair) => pair.bare)), ''],
  ['engine, jobs a second', median(pairs.map((pair) => pair.engine.jobsPerSecond)), ''],
  ['engine, events a second', median(pairs.map((pair) => pair.engine.eventsPerSecond)), ''],
  ['bare : engine', perBare((pair) => pair.engine.jobsPerSecond), 'at most 40, aim 20'],
  ['bare : engine, requests looked at and copied', perBare((pair) => pair.guarded), ''],
  ['engine with invariants : engine', audited(20_000).ratio, 'at most 1.05'],
  ...sizes.map((n, k) => [`µs a job, ${n} jobs, log streamed`, perJob[k], '']),
  ['slowest : fastest of these', Math.max(...perJob) / Math.min(...perJob), 'at most 1.25'],
  ['peak MB, a million jobs, log streamed', million.peakMegabytes, 'under 600'],
  ['replay from memory, events a second', measure('replay', 200_000).eventsPerSecond, 'at least 1000000'],
  ['a new world, ms', measure('world', 2_000).milliseconds, 'under 1'],
  ...startFigures(),
];

const platform = measure('platform', 0);
figures.push(
  ['get a pod among 10000, ms', platform.getMs, 'under 1'],
  ['status of a job among 100000, ms', platform.statusMs, 'under 1'],
  ['act on a pod among 10000, ms', platform.actionMs, 'under 1'],
  ['list pods, ms for a thousand', platform.listMsPerThousand, 'linear'],
  ['bytes for each live entity', platform.bytesPerEntity, ''],
);

const inOneProcess = (name) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [here('keeping.mjs'), name], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout);
};

figures.push(...(await httpFigures()));
for (const name of ['fetching', 'worlds', 'reopening', 'forking', 'onDisk']) figures.push(...inOneProcess(name));

print(figures);
writeFileSync(
  here('results.json'),
  `${JSON.stringify({ node: process.version, figures: figures.map(([name, value, wanted]) => ({ name, value, wanted })) }, null, 2)}\n`,
);
