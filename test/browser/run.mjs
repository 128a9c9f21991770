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
/** What they find depends on how quick the page is: nothing else runs beside them. */
const timed = ['live.browser.mjs', 'speed.browser.mjs'];
const play = (names, atOnce) =>
  names.length === 0
    ? 0
    : spawnSync(
        process.execPath,
        ['--test', `--test-concurrency=${atOnce}`, '--test-reporter=spec', ...names.map((name) => `${folder}${name}`)],
        { stdio: 'inherit' },
      ).status;
const codes = [
  play(
    files.filter((name) => !timed.includes(name)),
    2,
  ),
  play(
    files.filter((name) => timed.includes(name)),
    1,
  ),
];
process.exit(codes.every((code) => code === 0) ? 0 : 1);
