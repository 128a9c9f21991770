// The fingerprints of scenarios in a browser: the page that `podsim page` writes, opened from disk, plays each of them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { playAllInPage } from '../browser/pageFingerprints.mjs';

const podsim = fileURLToPath(new URL('../../dist/bin/podsim.js', import.meta.url));

/** Each run of the scenarios in a folder, with its fingerprint in that browser. */
export const browserFingerprints = async (executablePath, scenarios) => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-browser-'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const file = join(folder, 'page.html');
    execFileSync(process.execPath, [podsim, 'page', scenarios, '-o', file], { stdio: ['ignore', 'ignore', 'inherit'] });
    const page = await browser.newPage();
    await page.goto(`file://${file}`);
    return await page.evaluate(playAllInPage);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
