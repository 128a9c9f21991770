import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bundleSite } from '../../adapters/build/bundles.mjs';
import { buildSite } from '../../dist/adapters/site/site.js';
import { serveFolder } from './staticServer.mjs';
import { assertAccessible, assertCount, assertMoment, assertText, sizes, until, visit } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'podsim-site-'));
await bundleSite();
await buildSite(folder);
const { address, close } = await serveFolder(folder);
after(() => {
  close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (path, options, look) => visit(`${address}${path}`, { waitFor: 'main h1', ...options }, look);

/** The replay page within a page, once its run is over. */
const liveIn = async (page) => {
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame.waitForSelector('#fingerprint');
  return frame;
};

test('a search finds rules, scenarios and sections of pages, and asks for nothing but files of the site', () =>
  open('docs/serving.html', {}, async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('job.retry-refused');
    await assertText(page, '#found a', 'job.retry-refused');
    await page.fill('#search', 'workers idle flashboot');
    await until(
      () => page.textContent('#found-count'),
      (text) => assert.match(text, /^\d+ found/),
    );
    await page.fill('#search', 'xyzzy');
    await assertText(page, '#found-count', /^Nothing is found/);
    await page.fill('#search', 'job.retry-refused');
    await page.press('#search', 'Enter');
    await assertText(page, 'h1', 'job.retry-refused');
  }));

test('the page of a rule plays the scenario that teaches it: it is scrubbed, and changed', () =>
  open('rules/job.retry-refused.html', {}, async (page) => {
    const frame = await liveIn(page);
    await assertText(frame, '.header', /same fingerprint/);
    await frame.click('.transport_entryNumber input');
    await frame.fill('.transport_entryNumber input', '5');
    await frame.press('.transport_entryNumber input', 'Enter');
    await assertMoment(frame, 5);
    await frame.click('.shell_tab:text("Change")');
    await frame.click('.key:text("The scenario")');
    await frame.click('.cm-content');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# changed\n');
    await page.keyboard.press('Control+Enter');
    await until(
      () => frame.textContent('.header'),
      (text) => assert.doesNotMatch(text, /same fingerprint/),
    );
    await frame.waitForSelector('#fingerprint');
  }));

test('scenarios of every kind come to the log that Node came to', async () => {
  const files = readdirSync('scenarios', { recursive: true })
    .filter((name) => name.endsWith('.scenario.yaml'))
    .sort();
  const sample = files.filter((_, place) => place % 40 === 0);
  assert.ok(sample.length >= 10);
  for (const name of sample)
    await visit(`${address}live/scenarios/${name.replace('.scenario.yaml', '.html')}`, {}, (page) =>
      assertText(page, '.header', /same fingerprint/),
    );
});

test('a lesson is done in its page', () =>
  open('lessons/01-life-of-a-job.html', {}, async (page) => {
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.click('label:has-text("IN_QUEUE")');
    await frame.click('button:text("This is my answer")');
    await until(
      () => frame.textContent('body'),
      (text) => assert.match(text, /job\.run/),
    );
  }));

for (const [size, theme] of [
  [sizes[0], 'light'],
  [sizes[1], 'dark'],
])
  test(`axe finds nothing, and nothing is too wide: ${size.width}, ${theme}`, async () => {
    for (const path of [
      'index.html',
      'docs/scenarios.html',
      'docs/reference/lifecycles.html',
      'rules/index.html',
      'scenarios/jobs/retry-after-failure.html',
      'lessons/index.html',
    ])
      await open(path, { size, theme }, async (page) => {
        if (path === 'index.html') await page.fill('#search', 'cold start');
        if (path === 'index.html') await page.waitForSelector('#found li');
        await assertAccessible(page, `${path}, ${size.width} wide, ${theme}`);
      });
  });

test('each page of rules and scenarios has one heading of the first order, and its own title', () =>
  open('rules/job.retry.html', {}, async (page) => {
    await assertCount(page, 'h1', 1);
    await until(
      () => page.title(),
      (title) => assert.equal(title, 'job.retry · podsim'),
    );
  }));
