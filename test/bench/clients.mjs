// `npm run explorer:clients`: in which time `podsim explore` finds the mistakes of the sample clients, and whether their mended twins survive
// 5,000 runs each. `-- 500`: so many runs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The mistakes that each sample was written with, and in how many runs all of them are found. */
const samples = [
  { name: 'poller', runs: 40, mistakes: ['terminal-is-terminal'] },
  { name: 'podBatch', runs: 40, mistakes: ['no-orphans'] },
  { name: 'enlarger', runs: 40, mistakes: ['webhooks-once'] },
  { name: 'submitter', runs: 40, mistakes: ['retries-bounded', 'stops-when-gone', 'obeys-retry-after'] },
];
const secondsMax = 10;

const runs = process.argv[2] ?? '5000';
const folder = mkdtempSync(join(tmpdir(), 'podsim-clients-'));

const explore = (client, ...options) => {
  const began = performance.now();
  const command = ['dist/bin/podsim.js', 'explore', `test/examples/clients/${client}.mjs`, '--out', folder, ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, text: stdout + stderr, seconds: (performance.now() - began) / 1_000 };
};

let isGood = true;
const say = (good, words) => {
  isGood &&= good;
  console.log(`${good ? 'good' : 'BAD '}  ${words}`);
};

for (const { name, runs: few, mistakes } of samples) {
  for (const mistake of mistakes) {
    const { text, seconds } = explore(name, '--runs', String(few), '--property', mistake);
    const found = text.includes(`${mistake}: `);
    say(found && seconds < secondsMax, `${name}: ${mistake} ${found ? 'found' : 'not found'} after ${seconds.toFixed(1)} s (${few} runs)`);
  }
  const { status, text, seconds } = explore(`${name}.mended`, '--runs', runs);
  say(status === 0, `${name}.mended: ${status === 0 ? 'survived' : `broke (${text})`} ${runs} runs in ${seconds.toFixed(0)} s`);
}
rmSync(folder, { recursive: true });
process.exitCode = isGood ? 0 : 1;
