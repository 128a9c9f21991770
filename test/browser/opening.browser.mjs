import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertText, makeFailedPage, makePage, sizes, until, visit, writeScenario } from './support.mjs';

const scenario = (rest) => `title: two jobs
seed: s
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }] }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { first: id } }
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { second: id } }
${rest}`;

const failing = makeFailedPage(
  scenario('  - { act: status, with: { endpoint: ep-a, job: $first }, expect: { body: { status: COMPLETED } } }'),
);
const passing = makePage(writeScenario('passing.scenario.yaml', scenario('  - { when: job $second is COMPLETED, within: 2m }')));

for (const size of sizes)
  test(`the page of a failed run opens on the failing step and its job: ${size.width} wide`, () =>
    visit(failing, { size }, async (page) => {
      await assertText(page, '.failureLine_failureLine', /expected "COMPLETED", seen "IN_QUEUE"/);
      await until(
        () => page.evaluate(() => location.hash),
        (hash) => assert.match(hash, /job-1\b/),
      );
      await page.keyboard.press('4');
      await assertText(page, '.why_found h2', /job-1/);
    }));

test('the page of a run that passes opens on the job that waited longest', () =>
  visit(passing, {}, async (page) => {
    await assertText(page, '.opening_line', /where the longest wait ends, 27s of job-2/);
    await assertText(page, '.why_found h2', /job-2/);
  }));
