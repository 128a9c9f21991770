import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { deployed, inBatches } from './hidden/contradicting.ts';
import { csvOf, type HiddenEndpoint, playHidden } from './hidden/endpoint.ts';

// Endpoints that are none of those a twin is made for: what the plays of such a twin say is sure of the twin, and wrong of the endpoint.

const folder = new Folder();
const hidden: HiddenEndpoint = {
  seed: 7,
  days: 8,
  perHour: Array.from({ length: 24 }, (_, hour) => (hour < 7 ? 6 : hour < 11 ? 30 : hour < 18 ? 55 : 18)),
  service: { medianMs: 9_000, sigma: 0.7 },
  starts: [
    { medianMs: 11_000, sigma: 0.15, share: 0.7 },
    { medianMs: 42_000, sigma: 0.2, share: 0.3 },
  ],
  workersMax: 3,
  idleTimeoutMs: 30_000,
  queueDelayMs: 500,
};
const settings = ['--workers-max', '3', '--idle-timeout', '30s', '--queue-delay', '500ms', '--goal', '10m'];

/** Imports the records, and plays a smaller study than the one that is written: of fewer choices, with the same judgment of the records. */
const answer = async (name: string, jobs: ReturnType<typeof playHidden>['jobs']) => {
  const twin = folder.at(name);
  const records = folder.write(`${name}.csv`, csvOf(jobs, Date.UTC(2026, 9, 5)));
  const imported = await podsim('twin', 'import', records, '-o', twin, ...settings);
  const file = `${name}/twin.study.yaml`;
  const smaller = readFileSync(folder.at(file), 'utf8')
    .replace(/workers\.max: .*/, 'workers.max: [3, 12]')
    .replace(/idleTimeout: .*/, 'idleTimeout: [30s]')
    .replace(/max: 200/, 'max: 20')
    .replace(/\nsensitivity: .*/, '');
  folder.write(file, smaller);
  return { imported, study: await podsim('study', folder.at(file), '--results', folder.at('results')) };
};

describe('a star, and "sure", are not given to a twin that its records contradict', () => {
  // biome-ignore format: a table
  test.each([
    ['a deploy in the middle of the records', 'deploy',  playHidden(hidden, deployed(hidden, 5, 2)),         /how long jobs run changed at 2026-10-\d\dT\d\d:\d\d UTC, after (?:4 d 2[0-3] h|5 d(?: [1-4] h)?) of the records: mean 1\d\.\d s before, 2\d\.\d s after; p95 .*; import what came after it: --from 2026-10-/],
    ['starts that grow',                      'growing', playHidden({ ...hidden, slowerPerDay: 0.3 }),       /how long workers take to start changes all the time.*; no part of them is as the next will be/],
    ['more workers than are said',            'workers', playHidden({ ...hidden, workersMax: 8, perHour: hidden.perHour.map((rate) => 6 * rate) }), /the backtest has delayTime\.p95 .*; likely because \d jobs ran at once, and workers\.max is said to be 3/],
  ])('%s', async (_, name, { jobs }, why) => {
    const { imported, study } = await answer(name, jobs);
    expect(imported.out).toMatch(why);
    expect(imported.out).not.toContain('nothing that was looked for');
    expect(imported.err).toMatch(why);
    expect(study.out.replaceAll(/\s+/g, ' ')).toContain('No configuration is recommended, however sure the plays are');
    expect(study.out.replaceAll(/\s+/g, ' ')).toMatch(why);
    expect(study.out).not.toContain('★');
    expect(study.out).not.toContain('sure with');
    expect([imported.code, study.code]).toStrictEqual([1, 1]);
  }, 300_000);
});

test('batches are played as whole days, and an answer is given', async () => {
  const { imported, study } = await answer('batches', playHidden(hidden, inBatches(hidden, 5)).jobs);
  expect(imported.out).toMatch(/played as whole days: jobs come in batches, of [45]\.\d on average within 1 s/);
  expect(imported.out).toContain('nothing that was looked for speaks against it');
  expect(study.out).toContain('★');
  expect([imported.code, study.code]).toStrictEqual([0, 0]);
}, 300_000);

test('stationary and independent records have both', async () => {
  const { imported, study } = await answer('plain', playHidden(hidden).jobs);
  expect(imported.out).toContain('nothing that was looked for speaks against it');
  // The answer stands first: what to set and what it costs, then how sure that is.
  expect(study.out.split('\n').slice(2, 4).join(' ')).toMatch(
    /^★ workers\.max=\d+ workers\.min=[01] idleTimeout=\w+ meets the goal .*, \$[\d.]+/,
  );
  expect(study.out).toContain('That is sure with 95 %');
  expect([imported.code, study.code]).toStrictEqual([0, 0]);
}, 300_000);
