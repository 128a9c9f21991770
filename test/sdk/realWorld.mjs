// A world whose endpoints have processes of the SDK as workers: `podsim exec --workers`, as a person would call it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { environment } from './python.mjs';

const podsim = fileURLToPath(new URL('../../dist/bin/podsim.js', import.meta.url));
const key = 'podsim-dev-key';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

const scenarioOf = (endpoints) => `title: workers of the SDK
world:
  accounts: [{ id: team, keys: [{ name: dev, secret: ${key}, rateLimitExempt: true }] }]
  settings: { worker: { imagePull: 0s, start: 0s }, endpoint: { queuePerWorkerMax: 1000000 } }
  endpoints:
${Object.entries(endpoints)
  .map(([id, { workers = 1 }]) => `    - { id: ${id}, workers: { min: ${workers}, max: ${workers} }, handler: { external: {} } }\n`)
  .join('')}`;

/** How long a test waits for what must come before it says that it did not: only a broken worker takes longer. */
const patienceMs = 300_000;

export class RealWorld {
  /** What the processes and `exec` have printed. */
  printed = '';
  #child;
  #folder;
  #url;
  #ended;

  /** `endpoints`: for each id the `command` of its workers, and how many `workers` it has. The clock is manual. */
  static async with(endpoints, ...options) {
    const world = new RealWorld();
    world.#folder = mkdtempSync(join(tmpdir(), 'podsim-sdk-'));
    const scenario = join(world.#folder, 'world.scenario.yaml');
    writeFileSync(scenario, scenarioOf(endpoints));
    const workers = Object.entries(endpoints).flatMap(([id, { command }]) => ['--workers', `${id}=${command}`]);
    world.#child = spawn(
      process.execPath,
      [podsim, 'exec', '--clock', 'manual', '--scenario', scenario, ...options, ...workers, '--', 'sleep', '3600'],
      { stdio: ['ignore', 'inherit', 'pipe'], env: { ...process.env, ...environment } },
    );
    world.#child.stderr.setEncoding('utf8').on('data', (text) => {
      world.printed += text;
    });
    world.#ended = new Promise((resolve) => world.#child.once('exit', resolve));
    world.#url = await world.until(() => /listening on (http:\S+)/.exec(world.printed)?.[1], 'the server listens');
    await world.advance('0s');
    return world;
  }

  /** What `look` returns once that is true in the sense of the language. */
  async until(look, what) {
    for (const end = performance.now() + patienceMs; performance.now() < end; await pause(50)) {
      const seen = await look();
      if (seen) return seen;
    }
    throw new Error(`it never happened that ${what}\n${this.printed.slice(-5_000)}`);
  }

  async call(method, path, body) {
    const response = await fetch(`${this.#url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return text === '' || path.endsWith('/log') ? text : JSON.parse(text);
  }

  advance(by) {
    return this.call('POST', '/_podsim/v1/clock/advance', { by });
  }

  /** Submits a job, and returns its id. */
  async submit(endpoint, input, policy) {
    return (await this.call('POST', `/v2/${endpoint}/run`, { input, ...(policy === undefined ? {} : { policy }) })).id;
  }

  job(endpoint, id) {
    return this.call('GET', `/v2/${endpoint}/status/${id}`);
  }

  /** The job, once it has that status. */
  untilJob(endpoint, id, ...statuses) {
    const look = async () => {
      const job = await this.job(endpoint, id);
      return statuses.includes(job.status) ? job : undefined;
    };
    return this.until(look, `job ${id} of ${endpoint} is ${statuses.join(' or ')}`);
  }

  /** The same while virtual time passes: where the simulation has to notice something first. */
  async passUntilJob(endpoint, id, ...statuses) {
    const look = async () => {
      await this.advance('2s');
      const job = await this.job(endpoint, id);
      return statuses.includes(job.status) ? job : undefined;
    };
    return this.until(look, `job ${id} of ${endpoint} is ${statuses.join(' or ')}`);
  }

  /** Plays the log again, with no worker there: the same log, the same fingerprint. */
  async rerun() {
    const file = join(this.#folder, 'session.log');
    writeFileSync(file, await this.call('GET', '/_podsim/v1/log'));
    const { status, stdout, stderr } = spawnSync(process.execPath, [podsim, 'log', 'rerun', file], { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
    return stdout.trim();
  }

  async close() {
    this.#child.kill('SIGTERM');
    await this.#ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
