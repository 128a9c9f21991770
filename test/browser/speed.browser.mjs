import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthOf, makePage, settle, visit } from './support.mjs';

/*
 * The bounds of the design, as ratios and counts: the machine may be busy with other work. `npm run bench -- page` measures them in
 * milliseconds.
 */

const long = makePage('test/browser/long.scenario.yaml');
const short = makePage('scenarios/jobs/retry-after-failure.scenario.yaml');

/** The session of each page: a new one would begin to count at 0. */
const sessions = new WeakMap();

/** The time that the page has taken, in ms of the processor. */
const scriptMs = async (page) => {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  if (!sessions.has(page)) await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  sessions.set(page, session);
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
};

/** Moves to entries all over the log. Returns what one jump takes, in ms of the processor. */
const jumpMs = async (page) => {
  const length = await lengthOf(page);
  const before = await scriptMs(page);
  const parts = [0.5, 0.1, 0.95, 0.3, 0.7, 0.4, 0.85, 0.15];
  for (const part of parts) {
    await page.evaluate(
      (seq) => {
        const input = document.querySelector('.transport_entryNumber input');
        input.value = String(seq);
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      Math.round(length * part),
    );
    await page.waitForTimeout(150);
  }
  return ((await scriptMs(page)) - before) / parts.length;
};

/** Drags over the tape for some frames. Returns what a frame takes, in ms of the processor. */
const dragMs = async (page) => {
  const box = await page.locator('#tape').boundingBox();
  await page.mouse.move(box.x + 100, box.y + 20);
  await page.mouse.down();
  const before = await scriptMs(page);
  const frames = 60;
  for (let k = 0; k < frames; k++) {
    await page.mouse.move(box.x + 100 + Math.abs(((k * 37) % 2000) - 1000), box.y + 20);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.mouse.up();
  return ((await scriptMs(page)) - before) / frames;
};

for (const view of ['timeline', 'now', 'log', 'now&of=job-1', 'requests'])
  test(`60,000 entries: a jump and a drag cost about what they cost in a short run: ${view}`, async () => {
    const figures = {};
    for (const [name, file] of Object.entries({ short, long }))
      await visit(file, { hash: `#view=${view}` }, async (page) => {
        await settle(page);
        figures[name] = { jump: await jumpMs(page), drag: await dragMs(page) };
      });
    assert.ok(figures.long.jump < 50 + 3 * figures.short.jump, JSON.stringify(figures));
    assert.ok(figures.long.drag < 20 + 3 * figures.short.drag, JSON.stringify(figures));
  });

test('60,000 entries: the document stays small, and so does the memory', () =>
  visit(long, { hash: '#view=log' }, async (page) => {
    const length = await lengthOf(page);
    assert.ok(length > 60_000, `${length} entries`);
    for (const key of ['1', '2', '3', '5', '6', '7', '8']) {
      await page.keyboard.press(key);
      await page.keyboard.press('PageUp');
      await settle(page);
      const elements = await page.evaluate(() => document.querySelectorAll('*').length);
      assert.ok(elements < 2_500, `${elements} elements`);
    }
    const bytes = await page.evaluate(() => {
      globalThis.gc();
      return performance.memory.usedJSHeapSize;
    });
    assert.ok(bytes < 300e6, `${bytes} bytes`);
  }));
