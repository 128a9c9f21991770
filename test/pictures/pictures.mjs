// `npm run pictures` makes the pictures of the pages again, of real runs in Chromium: those whose inputs have changed, or all with `-- all`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../browser/chromium.mjs';
import { animatePng, reducePng } from './reducePng.mjs';
import { bytesMax, digestOf, folder, kept, pictures } from './table.mjs';

const executablePath = findChromium();
if (executablePath === undefined) {
  process.stderr.write('Pictures need Chromium: apt-get install -y chromium, or set CHROMIUM to the path of one.\n');
  process.exit(1);
}
const work = mkdtempSync(join(tmpdir(), 'podsim-pictures-'));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** Makes a page as the command line does, and hands on its address. */
const withPage = async ({ name, words, calls }, use) => {
  if (words !== undefined) {
    const out = join(work, `${name}.html`);
    const results = words[0] === 'study' ? ['--results', join(work, 'results')] : [];
    execFileSync(process.execPath, ['dist/bin/podsim.js', ...words, ...results, '-o', out], { stdio: ['ignore', 'ignore', 'inherit'] });
    return use(`file://${out}`);
  }
  const server = spawn(process.execPath, ['dist/bin/podsim.js', 'serve', '--port', '0', '--json', '--clock', 'manual'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await once(server.stdout.setEncoding('utf8'), 'data');
    const { url } = JSON.parse(line.split('\n')[0]);
    server.stdout.resume();
    const headers = { 'content-type': 'application/json', authorization: 'Bearer podsim-dev-key' };
    for (const [path, body] of calls) await (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
    await use(`${url}/console`);
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
};

const take = async (picture) => {
  const { name, hash = '', size, answer, waitFor = '#fingerprint', moves } = picture;
  await withPage(picture, async (address) => {
    const page = await browser.newPage({ viewport: size, colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(`${address}${hash}`);
    if (answer !== undefined) {
      await page.fill('input[type=text]', answer);
      await page.click('button[type=submit]');
    }
    await page.waitForSelector(waitFor);
    // What follows the moment does so within 300 ms, and in a frame of its own.
    await page.waitForTimeout(1_500);
    const png = moves === undefined ? reducePng(await page.screenshot()) : await film(page, moves);
    await page.close();
    const most = bytesMax(picture);
    if (png.length > most)
      throw new Error(`${name} has ${png.length} bytes, more than ${most}: make its size smaller in test/pictures/table.mjs`);
    writeFileSync(`${folder}/${name}.png`, png);
    process.stdout.write(`${folder}/${name}.png: ${Math.round(png.length / 1_000)} kB\n`);
  });
};

/** Moves the moment from one time to another, and shows where it has come to. */
const film = async (page, { from, to, frames, ms }) => {
  const pictures = [];
  for (let k = 0; k < frames; k++) {
    const time = formatClock(from + Math.round(((to - from) * k) / (frames - 1)));
    await page.evaluate((at) => {
      location.hash = location.hash.replace(/at=[^&]*/, `at=${at}`);
    }, time);
    await page.waitForTimeout(500);
    pictures.push(await page.screenshot());
  }
  return animatePng(pictures, ms);
};

/** `00:03:20`, as an address says it. */
const formatClock = (seconds) =>
  [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');

const made = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
const isCurrent = (picture) => existsSync(`${folder}/${picture.name}.png`) && made[picture.name] === digestOf(picture);
try {
  for (const picture of pictures) if (process.argv.includes('all') || !isCurrent(picture)) await take(picture);
  writeFileSync(kept, `${JSON.stringify(Object.fromEntries(pictures.map((picture) => [picture.name, digestOf(picture)])), null, 2)}\n`);
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
