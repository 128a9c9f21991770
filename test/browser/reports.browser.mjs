import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { assertAccessible, assertCount, assertText, settle, sizes, until, visit, writeScenario } from './support.mjs';

/** Six days of jobs: more by day than by night, and every third worker takes long to start. */
const records = () => {
  let state = 7;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const rows = ['submitted,delayTime,executionTime,workerId'];
  for (let at = 0; at < 6 * 86_400; ) {
    at += -Math.log(1 - next()) * (at % 86_400 < 28_800 ? 600 : 90);
    const delay = next() < 0.5 ? 5 : next() < 0.7 ? 9_000 + 2_000 * next() : 40_000 + 5_000 * next();
    rows.push(
      `${new Date(1_790_000_000_000 + 1_000 * at).toISOString()},${Math.round(delay)},${Math.round(-4_000 * Math.log(1 - next())) + 1},w`,
    );
  }
  return `${rows.join('\n')}\n`;
};

const file = writeScenario('jobs.csv', records());
const folder = join(dirname(file), 'twin');
execFileSync(process.execPath, ['dist/bin/podsim.js', 'twin', 'import', file, '-o', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
const page = join(folder, 'twin.html');
const ready = { waitFor: '.twinPage_page' };

test('a twin is opened from disk: each fit is a picture beside the data, and the backtest comes first', () =>
  visit(page, ready, async (tab) => {
    await assertText(tab, 'h1', /jobs\.csv/);
    await assertText(tab, '.twinPage_part >> nth=0', /delayTime\.p95.*and it was/);
    await assertCount(tab, '[aria-label="Backtest"] circle', 4);
    await assertCount(tab, '[aria-label="Arrivals"] .frame_countBar', 24);
    await assertCount(tab, '[aria-label="Service"] .quantilePlot_dot', 200);
    await assertText(tab, '[aria-label="Cold starts"]', /modes/);
    await assertText(tab, '[aria-label="Report"] pre', /Understood/);
  }));

for (const size of sizes)
  for (const theme of ['light', 'dark'])
    test(`axe finds nothing on the page of a twin, and nothing is too wide: ${size.width}, ${theme}`, () =>
      visit(page, { ...ready, size, theme }, async (tab) => {
        await settle(tab);
        await assertAccessible(tab, `twin, ${size.width} wide, ${theme}`);
      }));

const met = join(folder, '..', 'met.html');
execFileSync(process.execPath, ['dist/bin/podsim.js', 'run', 'test/browser/busy.scenario.yaml', '--quiet', '--coverage-file', met], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const covered = { waitFor: '.coveragePage_page' };

test('the coverage of runs is a page: what they have never seen, how much they met, and how often', () =>
  visit(met, covered, async (tab) => {
    await assertText(tab, '[aria-label="Never seen"] tbody', /a worker that crashes twiceworker\.lifecycle|400: /);
    await assertText(tab, '[aria-label="How much"] tbody', /operations\d+\d+\d+of both APIs/);
    const times = () => tab.locator('[aria-label="All of it"] tbody tr td:last-child').allTextContents();
    const byTimes = '[aria-label="All of it"] th button:text("times")';
    await tab.click(byTimes);
    await until(times, (seen) => assert.equal(seen[0], '0'));
    await tab.click(byTimes);
    await until(times, (seen) => assert.ok(Number(seen[0]) > 100));
  }));

for (const size of sizes)
  for (const theme of ['light', 'dark'])
    test(`axe finds nothing on the page of coverage, and nothing is too wide: ${size.width}, ${theme}`, () =>
      visit(met, { ...covered, size, theme }, async (tab) => {
        await assertAccessible(tab, `coverage, ${size.width} wide, ${theme}`);
      }));
