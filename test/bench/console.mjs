// `npm run bench -- console`: a live console while 500 jobs a second arrive, on this machine as it is now.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { chromium } from 'playwright-core';
import { findChromium } from '../browser/chromium.mjs';
import { median } from './median.mjs';

const jobsPerSecond = 500;
const seconds = 20;

const serving = async () => {
  const world = ['--scenario', 'test/bench/crowded.scenario.yaml'];
  const child = spawn(process.execPath, ['dist/bin/podsim.js', 'serve', '--port', '0', '--json', '--quiet', ...world], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  child.stdout.resume();
  return { child, ...JSON.parse(line.split('\n')[0]) };
};

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

const send = (url, method, body) =>
  new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer podsim-dev-key', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const sent = request(url, { method, agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode, newest: Number(response.headers['x-podsim-seq']) }));
    });
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** What the console may ask, over and over. */
const questions = {
  events: (newest) => `events?after=${Math.max(0, newest - 500)}&limit=1000`,
  next: () => 'next?limit=50',
  state: () => 'state?kind=endpoint,worker&limit=200',
  explain: () => 'explain/ep-0?limit=12',
};

export const consoleFigures = async () => {
  const { child, url } = await serving();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--js-flags=--expose-gc', '--enable-precise-memory-info'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${url}/console#view=now`);
    await page.waitForSelector('#following[data-state=live]');
    const took = Object.fromEntries(Object.keys(questions).map((name) => [name, []]));
    const behind = [];
    const begin = performance.now();
    let [newest, submitted] = [0, 0];
    const asking = (async () => {
      while (performance.now() - begin < seconds * 1_000) {
        for (const [name, path] of Object.entries(questions)) {
          const before = performance.now();
          await send(`${url}/_podsim/v1/${path(newest)}`, 'GET');
          took[name].push(performance.now() - before);
        }
        const shown = await page.evaluate(() => Number(document.querySelector('#tape').getAttribute('aria-valuemax')));
        behind.push(newest - shown);
        await new Promise((later) => setTimeout(later, 200));
      }
    })();
    while (performance.now() - begin < seconds * 1_000) {
      const due = Math.floor(((performance.now() - begin) / 1_000) * jobsPerSecond) - submitted;
      const answers = await Promise.all(
        Array.from({ length: Math.max(1, due) }, (_, k) => send(`${url}/v2/ep-${k % 6}/run`, 'POST', { input: { k: 1 } })),
      );
      submitted += answers.filter(({ status }) => status === 200).length;
      newest = answers.at(-1)?.newest ?? newest;
      await new Promise((later) => setTimeout(later, 10));
    }
    await asking;
    const ended = performance.now();
    await page.waitForFunction((wanted) => Number(document.querySelector('#tape').getAttribute('aria-valuemax')) >= wanted, newest, {
      timeout: 60_000,
    });
    const caughtUp = performance.now() - ended;
    const bytes = await page.evaluate(() => {
      globalThis.gc();
      return performance.memory.usedJSHeapSize;
    });
    return [
      ['jobs a second', submitted / seconds, `of ${jobsPerSecond}`],
      ['entries a second', newest / seconds, ''],
      ['entries behind, median', median(behind) ?? Number.NaN, ''],
      ['entries behind, most', Math.max(...behind), ''],
      ['at the end after the load, ms', caughtUp, ''],
      ['memory of the page, MB', bytes / 1e6, 'under 300'],
      ...Object.entries(took).map(([name, times]) => [
        `${name}: median, ms`,
        median(times) ?? Number.NaN,
        `most ${Math.round(Math.max(...times))}`,
      ]),
    ];
  } finally {
    agent.destroy();
    await browser.close();
    child.kill('SIGTERM');
  }
};
