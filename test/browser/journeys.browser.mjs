import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertAtEnd,
  assertCount,
  assertMoment,
  assertText,
  lengthOf,
  makeFailedPage,
  makeFoundPage,
  makePage,
  momentOf,
  settle,
  until,
  visit,
} from './support.mjs';

const busy = makePage('test/browser/busy.scenario.yaml');

const failing = `title: A job that fails
seed: failing
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s }, outcomes: [fail] } }] }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }
  - { at: 5m, act: health, with: { endpoint: ep-a }, expect: { status: 404 } }
assert:
  - { never: JobFailed }
  - { count: JobQueued, is: 1 }
`;

test('a page is opened from disk, plays its run, and comes to the fingerprint of Node', () =>
  visit(busy, {}, async (page) => {
    await until(
      () => page.getAttribute('#fingerprint', 'data-same'),
      (seen) => assert.equal(seen, 'true'),
    );
    await assertText(page, '.header', /passes/);
    await assertMoment(page, 1278);
    await assertText(page, '.details_found h2', /ep-image.*ACTIVE/);
  }));

test('the page of a failed run opens at the failure, says what it is, and leads to its line', () =>
  visit(makeFailedPage(failing), {}, async (page) => {
    await assertText(page, '.failureLine_failureLine', /never.*seen once.*all 2 failures/s);
    const length = await lengthOf(page);
    const moment = await until(
      () => momentOf(page),
      (seen) => assert.ok(seen < length),
    );
    await assertText(page, '[aria-label=Beside] .entry_entry h3', /JobFailed/);
    await page.click('.failureLine_failureLine .link:has-text("all 2 failures")');
    await page.click('.result_held summary');
    await assertText(page, '.result_held', /count of JobQueued = 1.*: 1/s);
    await assertMoment(page, moment);
    // A link to another moment leads there.
    await page.goto(`${page.url().split('#')[0]}#at=3`);
    await page.reload();
    await page.waitForSelector('#fingerprint');
    await assertMoment(page, 3);
  }));

const varied = `title: No job fails
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 2 }, handler: { duration: { fixed: 20s }, chances: { fail: 1/6 } } }] }
steps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } } }]
properties: [{ never: JobFailed }]
`;

test('the page of what was explored opens at the failure, and leads to the entry that made it inevitable', () =>
  visit(makeFoundPage(varied), {}, async (page) => {
    await settle(page);
    await assertText(page, '[aria-label=Beside] .entry_entry h3', /JobFailed/);
    const failed = await momentOf(page);
    await page.click('.failureLine_futures summary');
    await assertText(page, '.failureLine_futures summary', /^it is inevitable from 00:00:.*, after JobStarted of job-/);
    await assertText(page, '.failureLine_futures li:last-child', /20 of 20.*JobStarted/s);
    await page.click('.failureLine_futures li:last-child .link');
    await assertText(page, '[aria-label=Beside] .entry_entry h3', /JobStarted/);
    await until(
      () => momentOf(page),
      (moment) => assert.ok(moment < failed),
    );
  }));

test('the tape is dragged, and everything follows', () =>
  visit(busy, { hash: '#view=now' }, async (page) => {
    const box = await page.locator('#tape').boundingBox();
    const seen = [];
    await page.mouse.move(box.x + box.width * 0.1, box.y + 30);
    await page.mouse.down();
    for (const part of [0.2, 0.45, 0.7]) {
      await page.mouse.move(box.x + box.width * part, box.y + 30, { steps: 5 });
      await until(
        () => page.textContent('.transport_clock .time'),
        (time) => assert.notEqual(time, seen.at(-1)?.at),
      );
      await settle(page);
      seen.push({
        seq: await momentOf(page),
        at: await page.textContent('.transport_clock .time'),
        queue: await page.textContent('.now_numbers dd'),
      });
    }
    await page.mouse.up();
    const sorted = [...seen].sort((a, b) => a.seq - b.seq);
    assert.deepEqual(seen, sorted);
    assert.equal(new Set(seen.map(({ at }) => at)).size, 3);
    assert.ok(new Set(seen.map(({ queue }) => queue)).size > 1);
  }));

test('three clicks tell why a job waits', () =>
  visit(busy, { hash: '#view=timeline&at=729' }, async (page) => {
    await page.click('.shell_tab:text("Now")');
    await page.click('.now_card .chips .chip[data-entity]:has-text("job-")');
    await assertText(page, '[aria-label=Beside] .details_found', /It waits for.*number 1 of \d+ in the queue of ep-chat/s);
    // The third click leads to the entry behind it.
    await page.click('.details_steps .link');
    await settle(page);
    await assertText(page, '[aria-label=Beside] .entry_entry', /JobQueued.*job\.run/s);
  }));

test('a step leads to the next failure, and to what it happened to', () =>
  visit(busy, { hash: '#at=1' }, async (page) => {
    /** Clicks, and waits until the moment is another one. */
    const step = async (label) => {
      const before = await momentOf(page);
      await page.click(`[aria-label="${label}"]`);
      const moment = await until(
        () => momentOf(page),
        (seen) => assert.notEqual(seen, before),
      );
      await settle(page);
      return moment;
    };
    const first = await step('Next fault or failure');
    let type = '';
    for (let k = 0; k < 10 && type !== 'JobFailed'; k++) {
      await step('Next fault or failure');
      type = /[A-Z]\w+/.exec(await page.textContent('.entry_entry h3'))[0];
    }
    assert.equal(type, 'JobFailed');
    await assertText(page, '.details_found h2', /job-\d+.*FAILED/);
    await assertText(page, '.entry_entry', /because of.*#\d+ JobStarted/s);
    let moment = await momentOf(page);
    while (moment > first) moment = await step('Fault or failure before');
    await assertMoment(page, first);
  }));

test('a refused call is shown with its rule', () =>
  visit(busy, { hash: '#view=log&filter=type:InputRefused%20job.expired' }, async (page) => {
    await page.click('.log_line');
    await settle(page);
    await assertText(page, '.entry_entry', /404 job\.expired.*because of.*InputReceived/s);
  }));

test('the log is filtered, and its lines lead to their moments', () =>
  visit(busy, { hash: '#view=log' }, async (page) => {
    await page.fill('#filter', 'of:job-60');
    await page.waitForFunction(() => /^\d+ of/.test(document.querySelector('[data-view=log] [role=status]').textContent));
    await until(
      () => page.locator('.log_line > :nth-child(4)').allTextContents(),
      (types) =>
        assert.deepEqual(
          types.map((text) => text.replace(/^\W+/, '')).filter((name) => name.startsWith('Job')),
          ['JobQueued', 'JobStarted', 'JobFailed', 'JobExpired'],
        ),
    );
    await page.locator('.log_line', { hasText: 'JobFailed' }).click();
    await settle(page);
    await assertText(page, '.entry_entry h3', /JobFailed/);
  }));

test('a worker in the lanes is clicked, and explained at that time', () =>
  visit(busy, { hash: '#view=timeline' }, async (page) => {
    const canvas = page.locator('[data-track=lanes] canvas');
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    // The second row is the first worker's: the name of its host stands above.
    await page.mouse.click(box.x + 40, box.y + 22 + 11);
    await settle(page);
    await assertText(page, '.details_found h2', /ep-chat-w1/);
    await page.click('.timeline_room + .twin_twin summary');
    await assertText(page, '[data-table=hosts]', /ep-chat-w1/);
  }));

test('an address leads back to the same place', () =>
  visit(busy, { hash: '#view=log&at=415&of=job-60&filter=kind:job' }, async (page) => {
    await settle(page);
    await assertMoment(page, 415);
    await assertText(page, '.details_found h2', /job-60.*FAILED/);
    await until(
      () => page.inputValue('#filter'),
      (seen) => assert.equal(seen, 'kind:job'),
    );
    await page.click('.shell_tab:text("Now")');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => location.hash.includes('at=416') && location.hash.includes('view=now'));
  }));

test('everything is reached by keyboard alone', () =>
  visit(busy, { hash: '#at=0' }, async (page) => {
    const press = async (key) => {
      await page.keyboard.press(key);
      await settle(page);
    };
    await press('ArrowRight');
    await assertMoment(page, 1);
    await press('Shift+ArrowRight');
    const comesAfter = (before) =>
      until(
        () => momentOf(page),
        (moment) => assert.ok(moment > before),
      );
    const instant = await comesAfter(1);
    await press(']');
    await comesAfter(instant);
    await press('[');
    await press('End');
    await assertAtEnd(page);
    await press('Home');
    await assertMoment(page, 0);
    await press('2');
    await assertCount(page, '[data-view=now]', 1);
    await press('/');
    await page.keyboard.type('type:JobFailed');
    await page.waitForFunction(() => /^\d+ of/.test(document.querySelector('[data-view=log] [role=status]').textContent));
    await press('Escape');
    await page.focus('.virtualRows_room');
    await press('ArrowDown');
    await assertText(page, '.entry_entry h3', /JobFailed/);
    await press('Escape');
    await press('?');
    await assertText(page, 'dialog', /fault or failure/);
    await press('Escape');
    await assertCount(page, 'dialog', 0);
    await press('1');
    // From the top, Tab leads to the tape, and from there on to the tabs of the views.
    await page.click('.brand');
    const reached = [];
    for (let k = 0; k < 30; k++) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => `${document.activeElement.id} ${document.activeElement.textContent.slice(0, 20)}`));
    }
    assert.ok(reached.some((name) => name.startsWith('tape')));
    assert.ok(reached.some((name) => name.includes('Now')));
  }));

test('every view is opened by its key, and a branch is made and compared by keyboard alone', () =>
  visit(busy, { hash: '#at=729' }, async (page) => {
    for (const [key, title] of Object.entries({
      1: 'Timeline',
      2: 'Now',
      3: 'Log',
      4: 'Requests',
      5: 'Compare',
      0: 'Details',
      6: 'Change',
    })) {
      await page.keyboard.press(key);
      await page.waitForSelector(`.shell_tab[aria-current=page]:text-is("${title}")`);
      // The editor takes keys as text.
      await until(
        () => page.evaluate(() => document.activeElement.matches('[data-code]')),
        (seen) => assert.equal(seen, false),
      );
    }
    const tabTo = async (text) => {
      for (let k = 0; k < 200; k++) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate(() => document.activeElement.textContent)) === text) return;
      }
      assert.fail(`Tab does not lead to ${text}`);
    };
    await assertCount(page, '[data-code]', 0);
    await tabTo('Remove all waiting jobs');
    await page.keyboard.press('Enter');
    // The first field has the focus; from any of them, Ctrl Enter makes the change.
    await page.waitForSelector('[aria-label=Change] [data-path=endpoint]:focus');
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('[aria-label=Branches]');
    await page.waitForSelector('#fingerprint');
    await page.click('.brand');
    await page.keyboard.press('5');
    await page.waitForSelector('.compare_metrics');
  }));

test('play lets time run, and stops at a key', () =>
  visit(busy, { hash: '#at=5' }, async (page) => {
    await page.keyboard.press(' ');
    await page.waitForFunction(() => Number(document.querySelector('.transport_entryNumber input').value) > 20);
    await page.keyboard.press(' ');
    await settle(page);
    const at = await momentOf(page);
    await settle(page);
    await assertMoment(page, at);
  }));

test('several runs are in one page, and chosen by name', () =>
  visit(makePage('scenarios/jobs/retry-after-failure.scenario.yaml', 'test/browser/busy.scenario.yaml'), {}, async (page) => {
    const before = await page.getAttribute('#tape', 'aria-valuemax');
    await page.selectOption('.header_runs', { index: 1 });
    await page.waitForFunction((was) => document.getElementById('tape')?.getAttribute('aria-valuemax') !== was, before);
    await page.waitForSelector('#fingerprint[data-same=true]');
    await page.waitForFunction(() => location.hash.includes('run=1'));
  }));
