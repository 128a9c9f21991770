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
      await page.keyboard.press('0');
      await assertText(page, '.details_found h2', /job-1/);
    }));

test('the page of a run that passes opens on the job that waited longest', () =>
  visit(passing, {}, async (page) => {
    await assertText(page, '.opening_line', /where the longest wait ends, 27 s of job-2/);
    await assertText(page, '.details_found h2', /job-2/);
  }));

const placeOf = async (page) => ({
  time: await page.textContent('.transport_transport b, .transport_clock'),
  who: await page.textContent('.details_found h2'),
  hash: await page.evaluate(() => location.hash),
});

test('a link that a person writes leads to a time and a job, and the address is written in the same words', () =>
  visit(passing, { hash: '#at=00:00:26&job=2' }, async (page) => {
    await assertText(page, '.details_found h2', /job-2.*IN_QUEUE/);
    const { time, hash } = await until(
      () => placeOf(page),
      ({ hash }) => assert.match(hash, /job=job-2/),
    );
    assert.match(time, /00:00:2[56]/);
    await visit(passing, { hash }, async (other) => {
      await until(
        () => placeOf(other),
        (seen) => assert.equal(seen.time, time),
      );
      await assertText(other, '.details_found h2', /job-2.*IN_QUEUE/);
    });
    // As links were before.
    await page.evaluate(() => {
      location.hash = '#at=3&of=job-1';
    });
    await assertText(page, '.details_found h2', /job-1/);
    await until(
      () => page.inputValue('.transport_entryNumber input'),
      (seen) => assert.equal(seen, '3'),
    );
  }));

for (const size of sizes)
  test(`a page from disk says where its links open, and what to send instead: ${size.width} wide`, () =>
    visit(passing, { hash: '#at=00:00:27&job=2', size }, async (page) => {
      if (size.width < 500) await page.click('.header summary:has-text("More")');
      await page.click('summary:text-is("Link")');
      await assertText(page, '.popup:visible', /on this machine alone.*page-\d+\.html/s);
      await until(
        () => page.inputValue('#short-link'),
        (link) => assert.match(link, /^file:.*#at=00:00:27&job=job-2/),
      );
      const whole = await page.inputValue('#made-link');
      assert.match(whole, /^file:.*#s=[\w-]+&.*at=00:00:27&job=job-2/);
      // What follows the # opens on another page, too.
      await visit(failing, { hash: whole.slice(whole.indexOf('#')) }, async (other) => {
        await assertText(other, '.opening_line, .failureLine_failureLine, h1', /two jobs/);
        await other.keyboard.press('0');
        await assertText(other, '.details_found h2', /job-2/);
      });
      const { x, width } = await page.locator('.popup:visible').first().boundingBox();
      assert.ok(x >= 0 && x + width <= size.width, `the links stand from ${x} to ${x + width}`);
    }));
