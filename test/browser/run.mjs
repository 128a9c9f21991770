// `npm run test:browser`: the journeys through the console, in a real browser. `npm test` needs none.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

if (findChromium() === undefined) {
  process.stderr.write('The browser tests need Chromium: apt-get install -y chromium, or set CHROMIUM to the path of one.\n');
  process.exit(1);
}
const folder = fileURLToPath(new URL('.', import.meta.url));
const only = process.argv[2] ?? '';
const files = readdirSync(folder).filter((name) => name.endsWith('.browser.mjs') && name.includes(only));
const args = ['--test', '--test-concurrency=1', '--test-reporter=spec', ...files.map((name) => `${folder}${name}`)];
process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
