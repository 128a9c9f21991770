import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
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
export const makeStudy = (file) => write('study', file, '--no-picture', '--results', join(folder, 'results'));

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
  { hash = '', size = sizes[0], theme = 'light', waitFor = '#fingerprint', motion = 'reduce', before, expects } = {},
  look,
) => {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, reducedMotion: motion });
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

/** The number of the entry at the moment. */
export const momentOf = async (page) => Number(await page.inputValue('.entry-number input'));

/** Waits until the page shows the moment everywhere. */
export const settle = (page) => page.waitForTimeout(350);

/** The page may not be wider than its window. */
export const assertFits = async (page) => {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= room, `the page is ${wide} wide in a window of ${room}`);
};
