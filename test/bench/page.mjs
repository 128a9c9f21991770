// `npm run bench -- page`: how quick a replay page is, in milliseconds, on this machine as it is now.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findChromium } from '../browser/chromium.mjs';
import { median } from './median.mjs';

const folder = mkdtempSync(join(tmpdir(), 'podsim-bench-page-'));
const pageOf = (scenario) => {
  const out = join(folder, `${Math.random()}.html`);
  execFileSync(process.execPath, ['dist/bin/podsim.js', 'page', scenario, '-o', out], { stdio: 'ignore' });
  return out;
};

/** Some 1,000 entries, of the same kind as the long run. */
const smallScenario = () => {
  const path = join(folder, 'small.scenario.yaml');
  writeFileSync(path, readFileSync('test/browser/long.scenario.yaml', 'utf8').replace('exactly: 9500', 'exactly: 150'));
  return path;
};

const readyMs = async (browser, file) => {
  const page = await browser.newPage();
  const begin = performance.now();
  await page.goto(`file://${file}`);
  await page.waitForSelector('#tape canvas');
  const ms = performance.now() - begin;
  await page.close();
  return ms;
};

const jumpsMs = (page) =>
  page.evaluate(async () => {
    const input = document.querySelector('.transport_entryNumber input');
    const times = [];
    for (let k = 0; k < 20; k++) {
      await new Promise((done) => setTimeout(done, 300));
      const begin = performance.now();
      input.value = String((k * 26_417) % Number(input.max));
      input.dispatchEvent(new Event('change', { bubbles: true }));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      times.push(performance.now() - begin);
    }
    return times;
  });

const framesPerSecond = async (page) => {
  const box = await page.locator('#tape').boundingBox();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  const counted = page.evaluate(async () => {
    const begin = performance.now();
    let frames = 0;
    while (performance.now() - begin < 3_000) {
      await new Promise(requestAnimationFrame);
      frames += 1;
    }
    return (frames * 1_000) / (performance.now() - begin);
  });
  for (let k = 0; k < 150; k++) await page.mouse.move(box.x + Math.abs(((k * 31) % 2_000) - 1_000), box.y + 20);
  await page.mouse.up();
  return counted;
};

export const pageFigures = async () => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  try {
    const [small, long] = [pageOf(smallScenario()), pageOf('test/browser/long.scenario.yaml')];
    const ready = [];
    for (let k = 0; k < 5; k++) ready.push(await readyMs(browser, small));
    const figures = [
      ['page, kB gzip', gzipSync(readFileSync(small)).length / 1_000, 'at most 300'],
      ['ready with 1,000 entries, ms', median(ready), 'under 1,000'],
      ['ready with 60,000 entries, ms', await readyMs(browser, long), ''],
    ];
    for (const view of ['timeline', 'now', 'log', 'now&of=job-1']) {
      const page = await browser.newPage();
      await page.goto(`file://${long}#view=${view}`);
      await page.waitForSelector('#fingerprint');
      figures.push([`${view}: a jump among 60,000, ms`, median(await jumpsMs(page)), 'under 50']);
      figures.push([`${view}: frames a second while dragging`, await framesPerSecond(page), 'at least 50']);
      const bytes = await page.evaluate(() => {
        globalThis.gc();
        return performance.memory.usedJSHeapSize;
      });
      figures.push([`${view}: memory, MB`, bytes / 1e6, 'under 300']);
      await page.close();
    }
    return figures;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
