import { expect, test } from 'vitest';
import { WorldHost } from '../../adapters/host/world/worldHost.ts';
import { fetchThrough } from '../../adapters/http/inProcess.ts';
import { appWithout } from '../../adapters/http/server.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { sha256 } from '../../adapters/store/sha256.ts';
import { defaultLimits } from '../../engine/api/reading/bounds.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { computeFingerprint } from '../../engine/kernel/log.ts';
import { Choice } from '../../engine/lab/explorer/choice.ts';
import { findFirstSecret } from '../../engine/simulator/definition.ts';
import { World } from '../../engine/world/world.ts';
import { anAilment } from '../store/ailments.ts';
import { SimulatedDisk } from '../store/simulatedDisk.ts';
import { EventStream } from '../support/serving/eventStream.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';
import { keptIn } from './killing.ts';

/** `npm run torture` asks for 200. */
const rounds = Number(process.env['PODSIM_TORTURE_ROUNDS'] ?? 4);
const seed = process.env['PODSIM_LAW_SEED'] ?? '1';
const path = '/data';
const host = 'http://podsim.test';
const definition = worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] });
const apiKey = findFirstSecret(definition);

/** What clients know from answers, and what is unknown to them. */
class Told {
  readonly jobs = new Set<string>();
  readonly pods = new Set<string>();
  /** The newest entry of the default world that an answer confirmed. */
  seq = 0;
  /** Whether each other world exists; undefined where the answer left it open. */
  readonly worlds = new Map<string, boolean | undefined>();
  /** The clock of the default world. */
  clocks: readonly string[] = ['manual'];
}

/** A server with its clients, on a disk that fails. */
class Life {
  readonly #dice: Choice;
  readonly #disk: SimulatedDisk;
  readonly #told: Told;
  readonly serving: WorldHost;
  readonly #fetch: typeof fetch;
  readonly #gone: Promise<never>;
  #end: (error: Error) => void = () => undefined;
  readonly #streams: EventStream[] = [];
  readonly said: string[];
  #isOver = false;

  private constructor(dice: Choice, disk: SimulatedDisk, told: Told, serving: WorldHost, said: string[]) {
    this.#dice = dice;
    this.#disk = disk;
    this.#told = told;
    this.serving = serving;
    this.#fetch = fetchThrough(appWithout(serving));
    this.said = said;
    this.#gone = new Promise((_, reject) => {
      this.#end = reject;
    });
    this.#gone.catch(() => undefined);
  }

  static async begin(dice: Choice, disk: SimulatedDisk, told: Told, said: string[]): Promise<Life> {
    const serving = new WorldHost({
      clock: { clock: 'manual' },
      apiKey,
      limits: defaultLimits,
      store: await openFileStore(path, { disk: disk.mount(), compress: dice.happens(1, 2) }),
      onBreak: (id, error) => said.push(`${id} broke: ${String(error)}`),
      onWriteError: (id, writeError) => said.push(`${id}: ${writeError?.message ?? 'kept again'}`),
    });
    await serving.reopen();
    if (serving.find('default') === undefined)
      serving.serve('default', (onChange) => new World(definition, { onChange, sha256 }), { clock: 'manual' });
    return new Life(dice, disk, told, serving, said);
  }

  async live(): Promise<void> {
    const clients = ['w0', 'w1', 'w2', 'w3'].map((world) =>
      this.#client(world).catch((error: Error) => {
        if (error !== over) throw error;
      }),
    );
    const killed = this.#dice.happens(1, 2);
    if (!killed) await Promise.all(clients);
    else for (let turns = this.#dice.below(200); turns > 0; turns--) await new Promise((later) => setImmediate(later));
    this.#isOver = true;
    this.#disk.ailment = undefined;
    const [words, end] = this.#dice.of([
      ['killed', () => this.#disk.kill()],
      ['power lost', () => this.#disk.losePower()],
    ] as const);
    this.said.push(words);
    end();
    this.#end(over);
    await Promise.all(clients);
    for (const stream of this.#streams) {
      for (const { id } of stream.events) this.#told.seq = Math.max(this.#told.seq, Number(id));
      stream.leave();
    }
  }

  async #client(world: string): Promise<void> {
    for (let steps = 2 + this.#dice.below(8); steps > 0 && !this.#isOver; steps--) await this.#step(world);
  }

  async #step(world: string): Promise<void> {
    const [dice, told] = [this.#dice, this.#told];
    switch (dice.below(14)) {
      case 0:
        this.#disk.ailment = anAilment(dice);
        this.said.push(this.#disk.ailment.name);
        return;
      case 1:
        this.#disk.ailment = undefined;
        this.said.push('healed');
        return;
      case 2:
        return this.#change(world, 'POST', '/_podsim/v1/worlds', { id: world });
      case 3:
        return this.#change(world, 'DELETE', `/_podsim/v1/worlds/${world}`);
      case 4:
        return this.#change(world, 'POST', '/_podsim/v1/forks', { id: world });
      case 5: {
        const { status, body } = await this.#ask('POST', '/v2/pods', {
          name: 'p',
          image: 'an-image',
          gpu: { id: 'NVIDIA GeForce RTX 4090' },
        });
        if (status === 201) told.pods.add(String(body.id));
        return;
      }
      case 6:
        await this.#ask('POST', '/_podsim/v1/clock/advance', { by: '3s' });
        return;
      case 7: {
        // Only one client does this, so that the answers have the order of the changes.
        if (world !== 'w0') return;
        const clock = dice.of(['manual', 'auto']);
        told.clocks = [...told.clocks, clock];
        const { status } = await this.#ask('PUT', '/_podsim/v1/clock/policy', { clock });
        if (status === 200) told.clocks = [clock];
        return;
      }
      case 8:
        if (this.#streams.length < 3)
          this.#streams.push(await this.#orGone(EventStream.open(`${host}/_podsim/v1/events`, {}, this.#fetch)));
        return;
      case 9:
        await this.#ask('GET', '/v2/pods');
        return;
      default: {
        const { status, body } = await this.#ask('POST', '/v2/ep-a/run', { input: { at: dice.below(1_000) } });
        if (status === 200) told.jobs.add(String(body.id));
      }
    }
  }

  /** Creates a world or drops it. Its one client then knows that it exists, that it does not, or that this is unknown. */
  async #change(world: string, method: 'POST' | 'DELETE', path: string, body?: Json): Promise<void> {
    const { worlds } = this.#told;
    const before = worlds.get(world);
    worlds.set(world, undefined);
    const { status } = await this.#ask(method, path, body);
    if (status !== 503) worlds.set(world, status < 300 ? method === 'POST' : before);
  }

  async #ask(method: string, path: string, body?: Json): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
    const bearer = path.startsWith('/_podsim') ? {} : { authorization: `Bearer ${apiKey}` };
    const response = await this.#orGone(
      this.#fetch(`${host}${path}`, {
        method,
        headers: { ...bearer, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const rule = response.headers.get('x-podsim-rule');
    this.said.push(`${method} ${path} ${JSON.stringify(body ?? '')}: ${response.status} ${rule ?? ''}`);
    const fails = [
      [503, 'store.unwritable'],
      [500, 'store.damaged'],
    ];
    if (response.status >= 500) expect(fails, text).toContainEqual([response.status, rule]);
    if (rule === 'store.damaged') expect(text, 'it cannot be read now, and is not damaged').toContain('(EIO)');
    const [seq, kept] = ['x-podsim-seq', 'x-podsim-kept'].map((name) => response.headers.get(name));
    if (response.headers.get('x-podsim-world') === 'default' && response.status !== 503)
      this.#told.seq = Math.max(this.#told.seq, Number(kept ?? seq));
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  }

  #orGone<T>(answer: Promise<T>): Promise<T> {
    return Promise.race([answer, this.#gone]);
  }
}

const over = new Error('the server is gone');

const checkKept = async (disk: SimulatedDisk, told: Told): Promise<void> => {
  await disk.mount().rm(`${path}/.lock`, { force: true, recursive: true });
  const store = await openFileStore(path, { disk: disk.mount() });
  const worlds = await store.worlds();
  await store.close();
  for (const [id, isThere] of told.worlds) if (isThere !== undefined) expect(worlds.includes(id), `${id} is there`).toBe(isThere);
  if (!worlds.includes('default')) {
    expect([told.seq, told.jobs.size, told.pods.size]).toStrictEqual([0, 0, 0]);
    return;
  }
  const { header, entries, link } = await keptIn(path, disk.mount());
  expect(computeFingerprint(header, entries)).toBe(link);
  expect(entries.length, 'every answer is in the log').toBeGreaterThanOrEqual(told.seq);
  const [jobs, pods] = [new Set<string>(), new Set<string>()];
  for (const { event } of entries) {
    if (event.type === 'JobQueued') jobs.add(event.jobId);
    if (event.type === 'PodCreated') pods.add(event.podId);
  }
  expect(
    [...told.jobs].filter((id) => !jobs.has(id)),
    'every job is in the log',
  ).toStrictEqual([]);
  expect(
    [...told.pods].filter((id) => !pods.has(id)),
    'every pod is in the log',
  ).toStrictEqual([]);
};

test('on a disk with random failures a server loses nothing that it confirmed, and reports what it cannot write', {
  timeout: 3_600_000,
}, async () => {
  for (let round = 1; round <= rounds; round++) {
    const dice = new Choice(seed, `served faults ${round}`);
    const disk = new SimulatedDisk(dice);
    const told = new Told();
    const said: string[] = [];
    try {
      for (let life = 0; life < 4; life++) {
        const served = await Life.begin(dice, disk, told, said);
        if (life > 0) expect(told.clocks).toContain(served.serving.find('default')?.clock.policy.clock);
        await served.live();
        await checkKept(disk, told);
        // What was unknown is known now.
        for (const [id, isThere] of told.worlds) if (isThere === undefined) told.worlds.delete(id);
      }
    } catch (error) {
      (error as Error).message +=
        `\nround ${round} of PODSIM_LAW_SEED=${seed} PODSIM_TORTURE_ROUNDS=${rounds} npm run torture\n${said.join('\n')}`;
      throw error;
    }
  }
});
