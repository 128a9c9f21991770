import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertCount, assertText, lengthOf, makePage, sizes, until, visit } from './support.mjs';

const busy = makePage('test/browser/busy.scenario.yaml');
const storm = makePage('scenarios/limits/hard-retries.scenario.yaml');

/** Opens the palette with Ctrl K, and types; the first hit is what Enter would choose. */
const type = async (page, words) => {
  await page.keyboard.press('Control+k');
  await page.waitForSelector('[aria-label="Find anything"] input:focus');
  await page.keyboard.type(words);
  await assertText(page, '#found [aria-selected=true]', /./);
};

/** The same, and takes the first hit. */
const ask = async (page, words) => {
  await type(page, words);
  await page.keyboard.press('Enter');
  await assertCount(page, '[aria-label="Find anything"]', 0);
};

for (const size of sizes) {
  const open = (look, file = busy) => visit(file, { size }, look);
  const name = (what) => `${what}, from a page just opened, by keyboard: ${size.width} wide`;

  test(name('why job 109 waited'), () =>
    open(async (page) => {
      await type(page, 'why job 109 waited');
      await assertText(page, '#found [aria-selected=true]', /entity.*job-109.*waited \d/s);
      await page.keyboard.press('Enter');
      await assertText(page, '.details_found h2', /job-109/);
    }),
  );

  test(name('which worker crashed'), () =>
    open(async (page) => {
      await type(page, 'which worker crashed');
      await assertText(page, '#found [aria-selected=true]', /WorkerCrashed.*\d+ entries: ep-/s);
      await page.keyboard.press('Enter');
      await until(
        () => page.inputValue('#filter'),
        (filter) => assert.equal(filter, 'type:WorkerCrashed'),
      );
      await assertText(page, '[data-view=log] [role=row].log_current', /WorkerCrashed/);
    }),
  );

  test(name('all 429s'), () =>
    open(async (page) => {
      await type(page, 'all 429s');
      await assertText(page, '#found [aria-selected=true]', /calls.*429.*refused so/s);
      await page.keyboard.press('Enter');
      await until(
        () => page.inputValue('[aria-label="Filter the calls"]'),
        (filter) => assert.equal(filter, 'status:429'),
      );
      await assertText(page, '[data-view=requests] [role=row].log_current', /429/);
    }, storm),
  );

  test(name('the slowest five'), () =>
    open(async (page) => {
      await type(page, 'slowest five');
      await until(
        () => page.locator('#found [role=option]').allTextContents(),
        (rows) => assert.ok(rows.slice(0, 5).every((row) => /entityjob-\d+waited /.test(row))),
      );
      const [first] = await page.locator('#found [role=option] b').allTextContents();
      await page.keyboard.press('Enter');
      await assertText(page, '.details_found h2', new RegExp(first));
    }),
  );

  test(name('the bill of ep-chat'), () =>
    open(async (page) => {
      await type(page, 'bill of ep-chat');
      await assertText(page, '#found [aria-selected=true]', /entity.*ep-chat.*cost \$\d/s);
      await page.keyboard.press('Enter');
      await assertText(page, '.details_found h2', /ep-chat/);
      await assertText(page, '[aria-label="Its bill"] tbody', /worker.*ep-chat-w1.*\$\d/s);
    }),
  );

  test(`the bill of ep-chat, from a page just opened, in two clicks: ${size.width} wide`, () =>
    open(async (page) => {
      await page.click('.range_number button');
      await assertText(page, '[aria-label="Bill"] tfoot', /sum.*\$\d/s);
      await page.click('[aria-label="Bill"] [data-entity=ep-chat]');
      await assertText(page, '[aria-label="Its bill"] tbody', /worker.*ep-chat-w1.*\$\d/s);
    }));

  test(name('jump to 00:03:00'), () =>
    open(async (page) => {
      await ask(page, 'jump to 00:03:00');
      await until(
        () => page.textContent('.transport_clock .time'),
        (text) => assert.match(text, /00:0[23]:[05]\d/),
      );
    }),
  );
}

/** Clicks, and counts the clicks. */
const clicker = (page) => {
  const clicks = [];
  return {
    clicks,
    click: async (selector) => {
      await page.click(selector);
      clicks.push(selector);
    },
  };
};

for (const size of sizes) {
  const open = (look) => visit(busy, { size }, look);
  const name = (what, how) => `${what}, from a page just opened, ${how}: ${size.width} wide`;

  test(name('a worker crashes by a form', 'in four clicks at most'), () =>
    open(async (page) => {
      const { click, clicks } = clicker(page);
      await click('.shell_tab:text("Change")');
      await click('.key:text("Crash a worker")');
      await click('.key:text("Branch")');
      await assertText(page, '[aria-label=Branches]', /injectFault at/);
      await assertText(page, '.answered_answered', /Done/);
      assert.ok(clicks.length <= 4, `${clicks.length} clicks`);
    }),
  );

  test(name('a fork is compared', 'in four clicks at most'), () =>
    open(async (page) => {
      const { click, clicks } = clicker(page);
      await click('.shell_tab:text("Change")');
      await click('.key:text("Lose a host")');
      await click('.key:text("Branch")');
      await click('.answered_answered .key:text("Compare")');
      await page.waitForSelector('.compare_metrics');
      assert.ok(clicks.length <= 4, `${clicks.length} clicks`);
    }),
  );

  test(name('a worker crashes, and the fork is compared', 'by keyboard'), () =>
    open(async (page) => {
      const length = await lengthOf(page);
      await type(page, 'crash a worker');
      await assertText(page, '#found [aria-selected=true]', /action.*Crash a worker …/s);
      await page.keyboard.press('Enter');
      await page.waitForSelector('[data-path="body.match.worker"]:focus');
      await page.keyboard.press('Control+Enter');
      await assertText(page, '.answered_answered', /Done/);
      await ask(page, 'compare with');
      await page.waitForSelector('.compare_metrics');
      await until(
        () => lengthOf(page),
        (seen) => assert.notEqual(seen, length),
      );
    }),
  );
}

test('an action is found by what it does, with its key, and done', () =>
  visit(busy, { hash: '#at=1' }, async (page) => {
    await type(page, 'end of the run');
    await assertText(page, '#found [aria-selected=true]', /action.*key End/s);
    await page.keyboard.press('Enter');
    await until(
      () => page.getAttribute('#tape', 'aria-valuenow'),
      (seq) => assert.notEqual(seq, '1'),
    );
    await ask(page, 'keys and signs');
    await assertText(page, '[aria-label="Keys and signs"]', /next fault or failure/);
  }));

test('a status lists what is so now, and leads to what became so', () =>
  visit(busy, { hash: '#at=729' }, async (page) => {
    await type(page, 'completed');
    await assertText(page, '#found', /job COMPLETED.*became so \d+ times/s);
    await page.keyboard.press('Escape');
    await type(page, 'what failed');
    await assertText(page, '#found [aria-selected=true]', /all failures.*\d+ entries: /s);
  }));
