// Months of a server in minutes: many reads, refusals and jobs, one phase after the other, with a heap of 192 MB. Memory is
// measured after each tenth. After the last tenth it must be within 5 % of what it was after the second.
//   npm run soak                         a million of each, without a data directory and with one
//   npm run soak -- 100000               a hundred thousand of each
//   npm run soak -- 100000 jobs kept     only jobs, only with a data directory
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const heapMegabytes = 192;
const tenths = 10;
const tolerance = 0.05;
/** Entries of the log in memory: the default, or fewer where too few calls are made to exceed the default. */
const defaultHeld = 50_000;
/**
 * After so many calls the clock advances: a little, or until all jobs have ended and are purged. (A run of autocannon takes a second
 * at least.)
 */
const callsAtOnce = 20_000;

const [key, limitedKey] = ['podsim-dev-key', 'podsim-limited-key'];
const scenario = `title: what is soaked
world:
  accounts:
    - { id: team, keys: [{ name: dev, secret: ${key}, rateLimitExempt: true }] }
    - { id: other, keys: [{ name: limited, secret: ${limitedKey} }] }
  endpoints: [{ id: ep-demo, workers: { min: 0, max: 5 }, handler: { duration: { fixed: 1s }, chances: { fail: 1/10 } } }]
  settings: { endpoint: { queuePerWorkerMax: 1000000 } }
`;

const by = (secret) => ({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' });
let made = 0;

/** Each phase: its requests, in order, and the statuses that are allowed. */
const phases = {
  reads: {
    requests: [
      () => ({ method: 'GET', path: '/v2/pods', headers: by(key) }),
      () => ({ method: 'GET', path: '/v2/ep-demo/health', headers: by(key) }),
      () => ({ method: 'GET', path: '/v2/serverless', headers: by(key) }),
    ],
    statuses: [200],
    atOnce: callsAtOnce,
    after: { by: '1s' },
  },
  refusals: {
    requests: [
      () => ({ method: 'GET', path: '/v2/pods', headers: by(`unknown-${++made}`) }),
      () => ({ method: 'GET', path: `/v2/ep-demo/status/job-${++made}`, headers: by(key) }),
      () => ({ method: 'POST', path: '/v2/pods', headers: by(key), body: `{"name":${++made}}` }),
      () => ({ method: 'GET', path: '/v2/pods', headers: by(limitedKey) }),
      () => ({ method: 'GET', path: `/v2/ep-${++made}/health`, headers: by(limitedKey) }),
    ],
    // The first calls of the key that is limited are answered; from then on it is refused.
    statuses: [200, 401, 404, 422, 429],
    atOnce: callsAtOnce,
    after: { by: '1s' },
  },
  jobs: {
    requests: [() => ({ method: 'POST', path: '/v2/ep-demo/run', headers: by(key), body: `{"input":{"n":${++made}}}` })],
    statuses: [200],
    atOnce: callsAtOnce,
    after: { by: '2h', maxEntries: 1_000_000 },
  },
};

const main = async (words) => {
  const count = Number(words.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
  const only = (names) => (names.some((name) => words.includes(name)) ? names.filter((name) => words.includes(name)) : names);
  const unknown = words.filter((word) => !/^\d+$/.test(word) && ![...Object.keys(phases), 'temporary', 'kept'].includes(word));
  if (unknown.length > 0 || count < tenths) {
    console.error(
      `soak takes a number from ${tenths}, phases (${Object.keys(phases).join(', ')}), and temporary or kept, not ${words.join(' ')}`,
    );
    return 3;
  }
  let grown = 0;
  for (const keeping of only(['temporary', 'kept'])) grown += await soak(keeping, only(Object.keys(phases)), count);
  return grown > 0 ? 1 : 0;
};

/** Returns how many phases ended with more memory than after their second tenth. */
const soak = async (keeping, names, count) => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-soak-'));
  writeFileSync(join(folder, 'soaked.scenario.yaml'), scenario);
  const server = await started(folder, keeping, Math.min(defaultHeld, Math.round(count / tenths)));
  let grown = 0;
  try {
    for (const name of names) {
      const weights = [];
      const begun = performance.now();
      for (let tenth = 0; tenth < tenths; tenth++) {
        await asked(server, phases[name], Math.round(count / tenths));
        weights.push(await server.weigh());
      }
      const heaps = weights.map(({ heapUsed }) => heapUsed);
      const growth = heaps.at(-1) / heaps[1] - 1;
      const rate = Math.round((count / (performance.now() - begun)) * 1_000);
      console.log(`\n${count} ${name}, ${keeping === 'kept' ? 'with a data directory' : 'without a data directory'}: ${rate} a second`);
      console.log(table(weights));
      console.log(`  heap after the last tenth against the second: ${percent(growth)}`);
      if (growth > tolerance) grown += 1;
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  if (grown > 0) console.log(`\n${grown} of ${names.length} grew by more than ${percent(tolerance)}`);
  return grown;
};

/** Starts a server as the README shows, with a small heap. */
const started = async (folder, keeping, held) => {
  const here = (path) => fileURLToPath(new URL(path, import.meta.url));
  const args = [
    'serve',
    '--port',
    '0',
    '--clock',
    'manual',
    '--limit',
    `logEntriesInMemory=${held}`,
    '--scenario',
    join(folder, 'soaked.scenario.yaml'),
  ];
  const child = fork(here('../../dist/bin/podsim.js'), keeping === 'kept' ? [...args, '--data-dir', join(folder, 'worlds')] : args, {
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--expose-gc', '--import', here('weighing.mjs')],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  const orEnd = (what) => Promise.race([what, ended.then((how) => Promise.reject(new Error(`the server ended (${how})`)))]);
  const url = await orEnd(
    new Promise((resolve) => {
      let out = '';
      child.stdout.setEncoding('utf8').on('data', (text) => {
        out += text;
        const found = /listening on (http:\S+)/.exec(out);
        if (found !== null) resolve(found[1]);
      });
    }),
  );
  return {
    url,
    weigh: () => {
      const weight = new Promise((resolve) => child.once('message', resolve));
      child.send('weigh');
      return orEnd(weight);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Makes so many requests over a few connections, and checks that only expected statuses are answered. */
const asked = async ({ url }, { requests, statuses, atOnce = Number.POSITIVE_INFINITY, after }, count) => {
  for (let left = count; left > 0; left -= atOnce) {
    let next = 0;
    const amount = Math.min(left, atOnce);
    const { statusCodeStats, errors, timeouts } = await autocannon({
      url,
      connections: Math.min(32, amount),
      amount,
      requests: [{ setupRequest: (base) => ({ ...base, body: undefined, ...requests[next++ % requests.length]() }) }],
    });
    const others = Object.keys(statusCodeStats).filter((status) => !statuses.includes(Number(status)));
    if (others.length + errors + timeouts > 0) throw new Error(`answered ${JSON.stringify(statusCodeStats)}, with ${errors} errors`);
    if (after !== undefined) await advanced(url, after);
  }
};

const advanced = async (url, target) => {
  const response = await fetch(`${url}/_podsim/v1/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(target),
  });
  if (response.status !== 200) throw new Error(`the clock: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
};

const table = (weights) =>
  ['  tenth    heap MB  external MB  resident MB']
    .concat(
      weights.map(({ heapUsed, external, rss }, k) =>
        [String(k + 1).padStart(7), megabytes(heapUsed, 11), megabytes(external, 13), megabytes(rss, 13)].join(''),
      ),
    )
    .join('\n');

const megabytes = (bytes, width) => (bytes / 1_000_000).toFixed(2).padStart(width);
const percent = (share) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`;

process.exitCode = await main(process.argv.slice(2));
