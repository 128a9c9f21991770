import { beforeAll, expect, test } from 'vitest';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { csvOf, type HiddenEndpoint, playHidden } from './hidden/endpoint.ts';

const folder = new Folder();

const hidden: HiddenEndpoint = {
  seed: 7,
  days: 8,
  perHour: Array.from({ length: 24 }, (_, hour) => (hour < 7 ? 6 : hour < 11 ? 30 : hour < 18 ? 55 : 18)),
  service: { medianMs: 9_000, sigma: 0.7 },
  starts: [{ medianMs: 11_000, sigma: 0.15, share: 1 }],
  workersMax: 2,
  idleTimeoutMs: 30_000,
  queueDelayMs: 500,
};
const settings = ['--workers-max', '2', '--idle-timeout', '30s', '--queue-delay', '500ms'];

const write = (name: string, endpoint: HiddenEndpoint): string =>
  folder.write(name, csvOf(playHidden(endpoint).jobs, Date.UTC(2026, 9, 5)));
const twin = folder.at('twin');
const check = (file: string) => podsim('twin', 'check', twin, file, ...settings, '--results', folder.at('results'));

beforeAll(async () => {
  const { code } = await podsim('twin', 'import', write('jobs.csv', hidden), '-o', twin, ...settings);
  expect(code).toBe(0);
  // A smaller study than the one that is written.
  folder.write(
    'twin/twin.study.yaml',
    `study: How many?
scenario: twin.scenario.yaml
vary: { workers.max: [1, 2, 6] }
seeds: 6
measures: [delayTime.p95, cost]
goal: { delayTime.p95: { lte: 20s }, minimize: cost }
`,
  );
}, 200_000);

test('newer records of the same endpoint are as predicted', async () => {
  const { code, out } = await check(write('same.csv', { ...hidden, seed: 99, days: 3 }));
  expect(out).toMatch(/arrivals +as it was/);
  expect(out).toMatch(/Recommendation\n {2}stands/);
  expect(code).toBe(0);
}, 200_000);

test('a piece that has drifted is named, and the study played again with it', async () => {
  const slower = await check(write('slower.csv', { ...hidden, seed: 98, days: 3, service: { medianMs: 40_000, sigma: 0.7 } }));
  expect(slower.out).toMatch(/arrivals +as it was/);
  expect(slower.out).toMatch(/service +has drifted/);
  expect(slower.out).toMatch(/cold starts +as it was/);
  expect(slower.out).toMatch(/then: ★ workers\.max=2/);
  expect(slower.out).toMatch(/now: +★ workers\.max=6/);
  expect(slower.out).toMatch(/the recommendation no longer stands: it misses the goal/);
  expect(slower.code).toBe(1);
  const more = await check(write('more.csv', { ...hidden, seed: 97, days: 3, perHour: hidden.perHour.map((rate) => 1.5 * rate) }));
  expect(more.out).toMatch(/arrivals +has drifted/);
  expect(more.code).toBe(1);
}, 600_000);

test('what cannot be checked says what to do', async () => {
  const empty = await podsim('twin', 'check', folder.path, folder.at('jobs.csv'));
  expect(empty.err).toContain(`has no twin.json: \`podsim twin import FILES -o ${folder.path}\` writes it`);
  const few = folder.write('few.csv', 'submitted,executionTime\n2026-11-01T00:00:00Z,100\n2026-11-01T00:01:00Z,100\n');
  const short = await check(few);
  expect(short.err).toContain('2 jobs are too few to tell drift from chance');
  expect([empty.code, short.code]).toStrictEqual([3, 3]);
}, 200_000);
