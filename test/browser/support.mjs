import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';

const folder = mkdtempSync(join(tmpdir(), 'podsim-console-'));
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--js-flags=--expose-gc', '--enable-precise-memory-info'],
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;

const write = (...words) => {
  const out = join(folder, `page-${++made}.html`);
  execFileSync(process.execPath, ['dist/bin/podsim.js', ...words, '-o', out], { stdio: ['ignore', 'ignore', 'inherit'] });
  return out;
};

/** Writes a page as the command line does. Returns its path. */
export const makePage = (...files) => write('page', ...files);

/** The same with the course, or with one lesson. */
export const makeCourse = (...lesson) => write('learn', ...lesson);

/** The page that `podsim run --page` writes for a run that fails. */
export const makeFailedPage = (text) => {
  const pages = mkdtempSync(join(folder, 'failed-'));
  const { status } = spawnSync(process.execPath, [
    'dist/bin/podsim.js',
    'run',
    writeScenario('failing.scenario.yaml', text),
    '--page',
    pages,
  ]);
  assert.equal(status, 1);
  return join(pages, readdirSync(pages)[0]);
};

/** The page that `podsim explore --page` writes for what it finds first. */
export const makeFoundPage = (text) => {
  const pages = mkdtempSync(join(folder, 'found-'));
  const file = writeScenario('varied.scenario.yaml', text);
  const options = ['--runs', '20', '--out', join(pages, 'found'), '--page', join(pages, 'pages')];
  const { status } = spawnSync(process.execPath, ['dist/bin/podsim.js', 'explore', file, ...options]);
  assert.equal(status, 1);
  return join(pages, 'pages', readdirSync(join(pages, 'pages'))[0]);
};

/** The same with a study. */
export const makeStudy = (file) => write('study', file, '--results', join(folder, 'results'));

/** Writes a scenario, for tests that need one of their own. */
export const writeScenario = (name, text) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** Wide, and as narrow as a telephone. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 400, height: 800 },
];

/**
 * Opens a page from disk, or from a server, waits until its run is over, and lets the test look. Whatever the test is about: the page may
 * report no error, and request nothing but itself; one of a server, nothing of another origin. `expects`: what the browser may
 * report, because the test asks for it, such as a refused request.
 */
export const visit = async (
  file,
  { hash = '', size = sizes[0], theme = 'light', waitFor = '#fingerprint', motion = 'reduce', colors = 'none', before, expects } = {},
  look,
) => {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, reducedMotion: motion, forcedColors: colors });
  const page = await context.newPage();
  const troubles = [];
  const isServed = file.startsWith('http');
  const own = isServed ? file : `file://${file}`;
  const isOwn = (url) => (isServed ? new URL(url).origin === new URL(own).origin : url.split('#')[0] === own);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!isOwn(url) && !url.startsWith('blob:') && !url.startsWith('data:')) troubles.push(`request: ${url.slice(0, 200)}`);
  });
  if (before !== undefined) await page.addInitScript(before);
  try {
    await page.goto(`${own}${hash}`);
    if (waitFor !== undefined) await page.waitForSelector(waitFor, { timeout: 300_000 });
    await look(page);
    assert.deepEqual(
      troubles.filter((trouble) => expects?.test(trouble) !== true),
      [],
    );
  } finally {
    await context.close();
  }
};

/**
 * Reads the page again until what it shows is as asserted, and returns that. A page draws what is new in a frame of its own, which comes
 * later on a busy machine: a look right after a key or a click may see what was there before. Fails as the last look did.
 */
export const until = async (read, check) => {
  for (let looks = 1; ; looks++) {
    const seen = await read();
    try {
      check(seen);
      return seen;
    } catch (error) {
      if (looks === looksAtMost) throw error;
    }
    await pause(lookEveryMs);
  }
};

/** As long as the browser itself waits for an element. */
const lookEveryMs = 50;
const looksAtMost = 600;

/** Waits until the first element of a selector has this text, or one that matches. */
export const assertText = (page, selector, expected) =>
  until(
    () => page.textContent(selector),
    (text) => (typeof expected === 'string' ? assert.equal(text, expected) : assert.match(text, expected)),
  );

/** Waits until so many elements are there. */
export const assertCount = (page, selector, count) =>
  until(
    () => page.locator(selector).count(),
    (seen) => assert.equal(seen, count, `${seen} elements are ${selector}, not ${count}`),
  );

/** The number of the entry at the moment. */
export const momentOf = async (page) => Number(await page.inputValue('.transport_entryNumber input'));

/** Waits until the moment is that after an entry. */
export const assertMoment = (page, seq) =>
  until(
    () => momentOf(page),
    (moment) => assert.equal(moment, seq),
  );

/** The number of the last entry. */
export const lengthOf = async (page) => Number(await page.getAttribute('#tape', 'aria-valuemax'));

/** Waits until the moment is that after the last entry. */
export const assertAtEnd = (page) =>
  until(
    async () => [await momentOf(page), await lengthOf(page)],
    ([moment, length]) => assert.equal(moment, length),
  );

/** Waits for a fingerprint other than this one: that of the run that comes next. */
export const nextFingerprint = (page, before) =>
  until(
    () => page.textContent('#fingerprint'),
    (fingerprint) => assert.notEqual(fingerprint, before),
  );

/** Waits until what was drawn before this call is on the page. */
export const draw = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** Waits until the page shows the moment everywhere: what follows it does so within 300 ms, and in a frame of its own. */
export const settle = async (page) => {
  await page.waitForTimeout(350);
  await draw(page);
};

/** The page may not be wider than its window. */
export const assertFits = (page) =>
  until(
    () => page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]),
    ([wide, room]) => assert.ok(wide <= room, `the page is ${wide} wide in a window of ${room}`),
  );

/** Texts that look like markup, or turn the line around, are shown as text: nothing of them has run, and the page fits. */
export const assertHarmless = async (page) => {
  await assertFits(page);
  await until(
    () => page.title(),
    (title) => assert.doesNotMatch(title, /^ran/),
  );
  await assertCount(page, '#study img, #study script, #app img, #app script', 0);
  const text = await page.evaluate(() => document.body.innerText);
  assert.doesNotMatch(text.replace(/[\t\n]/g, ''), /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  return text;
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The page fits its window, and axe finds nothing in it. */
export const assertAccessible = async (page, name) => {
  await settle(page);
  await assertFits(page);
  // The policy of the page forbids scripts of others, also to this test: it goes through the debugger.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
  assert.deepEqual(found, [], name);
};
