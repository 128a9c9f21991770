import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLeft } from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, test } from 'vitest';
import { fitArrivals } from '../../adapters/twin/fit/arrivals.ts';
import { importTwin } from '../../adapters/twin/importTwin.ts';
import { JobTable } from '../../adapters/twin/records/jobTable.ts';
import { parseStudy } from '../../engine/lab/study/index.ts';
import { parseScenario } from '../../engine/scenario/scenario.ts';
import { arrivalsOf, csvOf, type HiddenEndpoint, playHidden } from './hidden/endpoint.ts';

const folder = mkdtempSync(join(tmpdir(), 'podsim-twin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const monday = Date.UTC(2026, 9, 5);
const hidden: HiddenEndpoint = {
  seed: 7,
  days: 8,
  perHour: Array.from({ length: 24 }, (_, hour) => (hour < 7 ? 6 : hour < 11 ? 30 : hour < 18 ? 55 : 18)),
  service: { medianMs: 9_000, sigma: 0.7 },
  starts: [
    { medianMs: 11_000, sigma: 0.15, share: 0.7 },
    { medianMs: 42_000, sigma: 0.2, share: 0.3 },
  ],
  workersMax: 2,
  idleTimeoutMs: 30_000,
  queueDelayMs: 500,
};

const imported = async (name: string, text: string, more: Partial<Parameters<typeof importTwin>[1]> = {}) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return importTwin([file], {
    map: new Map(),
    where: [],
    given: { workersMax: 2, idleTimeoutMs: 30_000, queueDelay: 0.5 },
    seed: 'twin',
    goal: '30s',
    ...more,
  });
};

test('bursts are found where there are some, with their rates and lengths, and nowhere else', () => {
  const tableOf = (endpoint: HiddenEndpoint): JobTable => {
    const jobs = new JobTable();
    for (const submitted of arrivalsOf(endpoint))
      jobs.add({
        line: 0,
        submitted: monday + submitted,
        delay: 0,
        execution: 1,
        size: Number.NaN,
        retries: 0,
        status: undefined,
        worker: undefined,
      });
    return jobs;
  };
  expect(fitArrivals(tableOf(hidden))?.bursts).toBeUndefined();
  const { bursts, pieces } = fitArrivals(tableOf({ ...hidden, days: 21, bursts: { times: 5, lastMs: 300_000, everyMs: 2_700_000 } })) ?? {};
  const [calm, burst] = bursts?.states ?? [];
  expect(bursts?.states).toHaveLength(2);
  expect(Math.abs((burst?.times ?? 0) / (calm?.times ?? 1) / 5 - 1)).toBeLessThan(0.2);
  expect(Math.abs((burst?.meanMs ?? 0) / 300_000 - 1)).toBeLessThan(0.35);
  expect(Math.abs((calm?.meanMs ?? 0) / 2_700_000 - 1)).toBeLessThan(0.35);
  // Bursts are not taken for hours.
  expect(pieces?.map(({ atMs }) => atMs / 3_600_000)).toStrictEqual([0, 7, 11, 18]);
});

describe('the twin of a hidden endpoint', () => {
  const records = csvOf(playHidden(hidden).jobs, monday);
  const once = imported('jobs.csv', records);
  const unset = imported('unset.csv', records, { given: {} });

  test('has its parameters', async () => {
    const { fit } = await once;
    const { fit: blind } = await unset;
    const { arrivals, coldStarts, service, own } = fit;
    expect(arrivals?.period).toBe('day');
    expect(arrivals?.pieces.map(({ atMs }) => atMs / 3_600_000)).toStrictEqual([0, 7, 11, 18]);
    for (const [k, rate] of [6, 30, 55, 18].entries()) expect(Math.abs((arrivals?.pieces[k]?.perHour ?? 0) / rate - 1)).toBeLessThan(0.15);
    expect(service.tried[0]?.fitted.kind).toBe('lognormal');
    expect(own).toMatchObject({ workersMax: 2, idleTimeoutMs: 30_000, guessed: [] });
    // What is not given is read off the records.
    expect(blind.own).toMatchObject({ workersMax: 2, idleTimeoutMs: 30_000 });
    expect(blind.own.guessed).toHaveLength(3);
    const [first, second] = coldStarts?.modes ?? [];
    expect(coldStarts?.modes).toHaveLength(2);
    // The scaler waits for half a second before a worker is added.
    expect(Math.abs((first?.medianMs ?? 0) - 11_500)).toBeLessThan(400);
    expect(Math.abs((first?.share ?? 0) - 0.7)).toBeLessThan(0.06);
    expect(Math.abs((second?.medianMs ?? 0) - 42_500)).toBeLessThan(2_000);
    expect(fit.unknown).toStrictEqual([]);
  });

  test('predicts the days that it was not fitted to', async () => {
    const { backtest, report } = await once;
    if (typeof backtest === 'string') throw new Error(backtest);
    const [p50, p95] = backtest.rows;
    expect(backtest.days.count).toBe(2);
    for (const row of [p50, p95]) expect(Math.abs((row?.predicted ?? 0) / (row?.seen ?? 1) - 1)).toBeLessThan(0.1);
    expect(report.join('\n')).toMatch(/Backtest\n {2}fitted to the first 6 d, played the last 2 d/);
  });

  test('is a scenario that can be played, and the same bytes again', async () => {
    const { files } = await once;
    expect(files.map(({ name }) => name)).toContain('twin.study.yaml');
    const texts = new Map(files.map(({ name, text }) => [name, text]));
    const parsed = parseScenario('twin.scenario.yaml', texts.get('twin.scenario.yaml') ?? '', (path) => texts.get(path));
    expect(parsed).toMatchObject({ _tag: 'Right', right: [{ findings: [] }] });
    expect((await imported('jobs.csv', records)).files).toStrictEqual(files);
  });

  test('has a study whose answer quotes the backtest, and which is to hold in circumstances where that is asked for', async () => {
    const { files } = await imported('jobs.csv', records, { isForCircumstances: true });
    const texts = new Map(files.map(({ name, text }) => [name, text]));
    const text = texts.get('twin.study.yaml') ?? '';
    expect(text).toMatch(
      /\nbacktest:\n {2}delayTime\.p50: \{ error: -?[\d.]+, inBand: true, on: the last 2 d \}\n {2}delayTime\.p95: \{ error: -?[\d.]+, inBand: true, on: the last 2 d \}\n/,
    );
    const read = (path: string) => texts.get(path);
    const study = parseStudy('twin.study.yaml', text, { scenario: read, includedBy: () => read }, { lint: true });
    expect(study).toMatchObject({ _tag: 'Right', right: { findings: [] } });
    expect(isLeft(study) ? 0 : new Set(study.right.configurations.map(({ circumstance }) => circumstance)).size).toBe(8);
  });

  test('is not recommended from 300 records, nor without times, nor without delays', async () => {
    const [head = '', ...rows] = records.trim().split('\n');
    const few = await imported('few.csv', [head, ...rows.slice(0, 300)].join('\n'));
    expect(few.files.map(({ name }) => name)).not.toContain('twin.study.yaml');
    expect(few.fit.unknown.map(({ words }) => words).join('\n')).toContain('300 jobs are too few');
    const cut = (...kept: readonly number[]) => [head, ...rows].map((row) => kept.map((k) => row.split(',')[k]).join(',')).join('\n');
    const timeless = await imported('timeless.csv', cut(0, 2, 3, 4, 5));
    expect(timeless.files).toStrictEqual([]);
    expect(timeless.fit.unknown[0]?.words).toContain('when jobs come');
    const delayless = await imported('delayless.csv', cut(0, 1, 3));
    expect(delayless.files.map(({ name }) => name)).not.toContain('twin.study.yaml');
    expect(delayless.fit.unknown.map(({ words }) => words).join('\n')).toContain('how long workers take to start');
  });
});

test('a twin of records with sizes plays a line by size, and the backtest says how much that explains of other jobs', async () => {
  const sized: HiddenEndpoint = {
    ...hidden,
    service: { medianMs: 1_500, sigma: 0.5 },
    sizes: { median: 400, sigma: 0.8, interceptMs: 2_000, slopeMs: 12 },
  };
  const { fit, backtest, files, report } = await imported('sized.csv', csvOf(playHidden(sized).jobs, monday));
  if (typeof fit.bySize !== 'object' || typeof backtest === 'string') throw new Error('there is no line');
  expect(fit.bySize.slopeMs / fit.bySize.per).toBeCloseTo(12, 0);
  expect(backtest.explained).toBeGreaterThan(0.9);
  expect(Math.abs((backtest.rows[1]?.predicted ?? 0) / (backtest.rows[1]?.seen ?? 1) - 1)).toBeLessThan(0.1);
  expect(report.join('\n')).toContain('the line by size explains 9');
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  expect(texts.get('twin.scenario.yaml')).toContain('duration: { bySize: { size: { empirical: { file: sizes.csv, column: size } }');
  expect(parseScenario('twin.scenario.yaml', texts.get('twin.scenario.yaml') ?? '', (path) => texts.get(path))).toMatchObject({
    _tag: 'Right',
    right: [{ findings: [] }],
  });
});
