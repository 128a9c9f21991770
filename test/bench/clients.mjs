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
  { name: 'watcher', runs: 40, mistakes: ['polls-with-pause'] },
  { name: 'nightly', runs: 40, mistakes: ['work-once'] },
  { name: 'renter', runs: 40, mistakes: ['pays-once'] },
  { name: 'album', runs: 100, mistakes: ['webhooks-in-any-order'] },
  { name: 'racer', runs: 40, mistakes: ['connections-closed', 'jobs-accounted-for'] },
  { name: 'impatient', runs: 40, mistakes: ['work-done'] },
];
/** The same in Python: each run starts a process, so that far fewer are made. */
const commands = [
  { name: 'asker', runs: 4, mistakes: ['no-mistakes'] },
  { name: 'batch', runs: 2, mistakes: ['work-once'] },
  { name: 'renter', runs: 40, mistakes: ['pays-once'], seconds: 60 },
  { name: 'lister', runs: 40, mistakes: ['no-orphans'], seconds: 60 },
  { name: 'visitor', runs: 10, mistakes: ['no-mistakes'], seconds: 60 },
  { name: 'waiter', runs: 4, mistakes: ['calls-time-out'], seconds: 60, more: ['--withhold', '10s'] },
];
const secondsMax = 10;
/** What is no property of clients, and always looked for. */
const ofPrograms = ['no-mistakes', 'calls-time-out'];
/** Of so many runs of a module, a command makes one. */
const moduleRuns = 50;

const runs = process.argv[2] ?? '5000';
const folder = mkdtempSync(join(tmpdir(), 'podsim-clients-'));

const moduleOf = (client) => [`test/examples/clients/${client}.mjs`];
const commandOf = (client) => ['--exec', `python3 test/examples/clients/${client}.py`, '--may-give-up', '2/3'];

const explore = (client, ...options) => {
  const began = performance.now();
  const command = ['dist/bin/podsim.js', 'explore', ...client, '--out', folder, ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, text: stdout + stderr, seconds: (performance.now() - began) / 1_000 };
};

let isGood = true;
const say = (good, words) => {
  isGood &&= good;
  console.log(`${good ? 'good' : 'BAD '}  ${words}`);
};

const judge = ({ name, runs: few, mistakes, seconds: most = secondsMax, more = [] }, of, many) => {
  for (const mistake of mistakes) {
    const { text, seconds } = explore(
      of(name),
      '--runs',
      String(few),
      ...more,
      ...(ofPrograms.includes(mistake) ? [] : ['--property', mistake]),
    );
    const found = text.includes(`${mistake}: `);
    say(found && seconds < most, `${name}: ${mistake} ${found ? 'found' : 'not found'} after ${seconds.toFixed(1)} s (${few} runs)`);
  }
  const { status, text, seconds } = explore(of(`${name}.mended`), '--runs', String(many), ...more);
  say(status === 0, `${name}.mended: ${status === 0 ? 'survived' : `broke (${text})`} ${many} runs in ${seconds.toFixed(0)} s`);
};

for (const sample of samples) judge(sample, moduleOf, Number(runs));
for (const sample of commands) judge(sample, commandOf, Math.ceil(Number(runs) / moduleRuns));
rmSync(folder, { recursive: true });
process.exitCode = isGood ? 0 : 1;
