import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, makePage, settle, sizes, until, visit } from './support.mjs';

const busy = makePage('test/browser/busy.scenario.yaml');

const places = {
  timeline: '#view=timeline&at=729&of=job-60',
  'timeline as tables': '#view=timeline&at=729',
  'a range': '#view=timeline&at=729&range=100000-300000',
  now: '#view=now&at=729&of=job-102',
  log: '#view=log&at=729&of=ep-chat-w1',
  'log, filtered': '#view=log&at=729&filter=of:job-60',
  'a refusal': '#view=log&at=1300&filter=type:InputRefused',
  'details of a worker': '#at=729&of=ep-chat-w1&side=details',
  'details of a job': '#at=729&of=job-100&side=details',
  'details of an endpoint': '#at=729&of=ep-chat&side=details',
  'nothing selected': '#at=0&side=details',
  bill: '#at=729&side=bill',
  requests: '#view=requests&at=1300',
  editor: '#view=change&change=scenario&at=729',
  'what could be done': '#view=change&at=729&of=ep-chat-w1',
  'a change': '#view=change&at=729',
  'a change as text': '#view=change&at=729',
  'a refusal of a change': '#view=change&at=729',
  'two runs': '#view=compare&at=729',
  help: '#view=now&at=1',
  'what is found': '#view=now&at=729',
  links: '#view=now&at=729',
  'a part of the world': '#view=now&at=729&endpoint=ep-chat&status=RUNNING',
  'tracks of a host': '#view=timeline&at=729&host=ada-2',
  'before the first entry': '#view=now&at=0',
};

for (const size of sizes)
  for (const theme of ['light', 'dark'])
    test(`axe finds nothing, and nothing is too wide: ${size.width}, ${theme}`, async () => {
      for (const [name, hash] of Object.entries(places))
        await visit(busy, { hash, size, theme }, async (page) => {
          await settle(page);
          if (name === 'help') await page.keyboard.press('?');
          if (name === 'what is found') {
            await page.keyboard.press('Control+k');
            await page.keyboard.type('job-1');
          }
          if (name === 'links') {
            if (size.width < 500) await page.click('.header summary:has-text("More")');
            await page.click('summary:text-is("Link")');
          }
          if (name.endsWith('as tables')) await page.click('.twin_twin summary');
          if (name.startsWith('details') || name === 'nothing selected') {
            for (const one of await page.locator('.details_details summary:visible').all()) await one.click();
          }
          if (name === 'details of a job') {
            await page.click('[data-view=details] .key:has-text("Play the run")');
            await page.waitForSelector('.waterfall_gains .key');
          }
          if (name === 'editor') {
            await page.click('.cm-content');
            await page.keyboard.press('Control+Home');
            await page.keyboard.type('xx: 1 ');
            await page.waitForSelector('.editor_checked');
          }
          if (name === 'a change') {
            await page.click('[data-view=change] .key:text("Change a serverless endpoint")');
            for (const one of await page.locator('[aria-label=Change] summary:visible').all()) await one.click();
          }
          if (name === 'a change as text') {
            await page.click('[data-view=change] .key:text("Crash a worker")');
            await page.click('.callForm_head label');
          }
          if (name === 'a refusal of a change') {
            await page.click('[data-view=change] .key:text("Change a serverless endpoint")');
            await page.fill('[data-path="body.workers.max"]', '-2');
            await page.click('.key:text("Branch")');
            await page.waitForSelector('[data-refused=true]');
          }
          if (name === 'two runs') {
            await page.click('.shell_tab:text("Change")');
            await page.click('.key:text("Remove all waiting jobs")');
            await page.click('.key:text("Branch")');
            await page.click('.answered_answered .key:text("Compare")');
            await page.waitForSelector('.compare_metrics');
          }
          await assertAccessible(page, `${name}, ${size.width} wide, ${theme}`);
        });
    });

test('a status has a shape beside its color, and the same everywhere', () =>
  visit(busy, { hash: '#view=now&at=729' }, async (page) => {
    const marks = await until(
      () => page.$$eval('.mark', (all) => all.map((one) => `${one.textContent} ${one.className}`)),
      (seen) => assert.ok(seen.length > 20),
    );
    assert.deepEqual(
      marks.filter((mark) => !/^\S mark c-\w+$/.test(mark)),
      [],
    );
  }));

test('canvases are painted again when their size or the theme changes', () =>
  visit(busy, { hash: '#view=timeline&at=729' }, async (page) => {
    const pictures = () =>
      page.$$eval('canvas', (all) =>
        all.map((one) => ({ fits: one.height === Math.round(one.clientHeight * devicePixelRatio), data: one.toDataURL() })),
      );
    await settle(page);
    const assertFit = (seen) => {
      assert.ok(seen.length >= 4);
      for (const { fits } of seen) assert.ok(fits);
    };
    const light = await until(pictures, assertFit);
    await page.click('.twin_twin summary');
    await settle(page);
    await until(pictures, assertFit);
    await page.click('.twin_twin summary');
    await page.emulateMedia({ colorScheme: 'dark' });
    await settle(page);
    await until(pictures, (dark) => {
      assertFit(dark);
      for (const [k, { data }] of dark.entries()) assert.notEqual(data, light[k].data);
    });
  }));
