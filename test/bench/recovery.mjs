// Whether a twin finds the numbers of a hidden endpoint within its intervals: `npm run bench -- twin` for endpoints whose questions it answers, and
// `npm run bench -- twin-fit [COUNT]` for more of them, without the questions.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const run = promisify(execFile);
export const podsim = (...words) => run(process.execPath, [here('../../dist/bin/podsim.js'), ...words], { maxBuffer: 1e9 });

const monday = Date.UTC(2026, 9, 5);
const hourMs = 3_600_000;

/** The generator and the loop, which are in TypeScript. */
export const loadHidden = async (folder) => {
  const bundle = await rolldown({ input: { draw: here('../twin/hidden/draw.ts'), endpoint: here('../twin/hidden/endpoint.ts') } });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
  return { ...(await import(join(folder, 'draw.mjs'))), ...(await import(join(folder, 'endpoint.mjs'))) };
};

/** Writes the records of an endpoint into a folder, and imports them as a person would. */
export const importHidden = async (hidden, endpoint, jobs, folder, goal) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'jobs.csv'), hidden.csvOf(jobs, monday));
  const { workersMax, idleTimeoutMs, queueDelayMs } = endpoint;
  const given = ['--workers-max', `${workersMax}`, '--idle-timeout', `${idleTimeoutMs}ms`, '--queue-delay', `${queueDelayMs}ms`];
  await podsim('twin', 'import', join(folder, 'jobs.csv'), '-o', join(folder, 'twin'), ...given, '--goal', `${goal}s`);
};

/** Each number that the twin in a folder gives an interval for, with its kind and what it truly is. */
export const recoveredBy = (hidden, endpoint, folder) =>
  judgeFit(hidden, endpoint, JSON.parse(readFileSync(join(folder, 'twin', 'twin.json'), 'utf8')).fit);

const judgeFit = (hidden, endpoint, fit) => {
  const judged = (kind, { name, low, high }, truth) => ({ kind, name, truth, low, high, isHeld: low <= truth && truth <= high });
  return [
    ...fit.service.estimates.flatMap((one) => {
      const truth = serviceTruth(endpoint.service)[one.name];
      // Numbers of another family than that of the endpoint are none of its own.
      return truth === undefined ? [] : [judged('service', one, truth)];
    }),
    ...fit.arrivals.estimates.map((one) =>
      judged(one.name === 'rate' ? 'rate' : 'rate of a piece', one, rateTruth(fit.arrivals, one, endpoint)),
    ),
    ...(fit.coldStarts?.estimate == null ? [] : [judged('cold start', fit.coldStarts.estimate, startTruth(hidden, endpoint))]),
  ];
};

const serviceTruth = ({ medianMs, sigma }) => {
  const p95 = medianMs * Math.exp(1.6448536269514722 * sigma);
  return { median: medianMs, p50: medianMs, p95 };
};

/** On average over the hours of the piece; with its bursts, which come at any time alike. */
const rateTruth = ({ pieces, everyMs }, { name }, { perHour, bursts }) => {
  const times = bursts === undefined ? 1 : (bursts.everyMs + bursts.lastMs * bursts.times) / (bursts.everyMs + bursts.lastMs);
  const place = name === 'rate' ? undefined : pieces.findIndex(({ atMs }) => name === `rate from ${atMs / hourMs}h`);
  const from = place === undefined ? 0 : pieces[place].atMs / hourMs;
  const until = place === undefined ? 24 : (pieces[place + 1]?.atMs ?? everyMs) / hourMs;
  let sum = 0;
  for (let hour = from; hour < until; hour++) sum += perHour[hour % 24];
  return (times * sum) / (until - from);
};

/** The middle of many starts, with the time for which a job waits before a worker is added. */
const startTruth = (hidden, { starts, queueDelayMs }) => {
  const next = hidden.numbersFrom(1);
  const drawn = Array.from({ length: 100_000 }, () => {
    let left = next();
    const mode = starts.find(({ share }) => {
      left -= share;
      return left < 0;
    });
    return queueDelayMs + (mode === undefined ? 0 : mode.medianMs * Math.exp(mode.sigma * hidden.normalFrom(next)));
  });
  return hidden.percentile(drawn, 0.5);
};

/** Rows of the bench's table. */
export const recoveryRows = (recovered) => {
  const kinds = [...new Set(recovered.map(({ kind }) => kind))];
  const row = (name, some, wanted) => [
    `twin: ${name} within its interval, %`,
    (100 * some.filter(({ isHeld }) => isHeld).length) / some.length,
    `${wanted}${some.length} intervals`,
  ];
  return [
    row('a parameter', recovered, '90 to 97, '),
    ...kinds.map((kind) =>
      row(
        kind,
        recovered.filter((one) => one.kind === kind),
        '',
      ),
    ),
  ];
};

/** What an import reads from their CSV. */
const tableOf = (JobTable, jobs) => {
  const table = new JobTable();
  for (const { submitted, delay, execution, worker } of jobs) {
    const row = { line: 0, submitted: monday + submitted, delay, execution, size: Number.NaN, retries: 0 };
    table.add({ ...row, status: 'COMPLETED', worker: `w${worker}` });
  }
  table.sort();
  return table;
};

/** `npm run bench -- twin-fit`: many endpoints, without backtests and studies of them. */
export const fitFigures = async (count = 100, from = 1) => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-twins-'));
  const { fitTwin } = await import(here('../../dist/adapters/twin/fitTwin.js'));
  const { JobTable } = await import(here('../../dist/adapters/twin/records/jobTable.js'));
  try {
    const hidden = await loadHidden(folder);
    const recovered = [];
    for (let number = from; number < from + count; number++) {
      const endpoint = hidden.drawEndpoint(number);
      const { workersMax, idleTimeoutMs, queueDelayMs } = endpoint;
      const given = { workersMax, idleTimeoutMs, queueDelay: queueDelayMs / 1_000 };
      recovered.push(...judgeFit(hidden, endpoint, fitTwin(tableOf(JobTable, hidden.playHidden(endpoint).jobs), given, 'twin')));
    }
    return recoveryRows(recovered);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
