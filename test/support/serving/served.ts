import type { WallClock } from '../../../adapters/host/clock/wallClock.ts';
import type { WorldFactory } from '../../../adapters/host/storage/worldFactory.ts';
import type { HostedWorld } from '../../../adapters/host/world/hostedWorld.ts';
import type { Silences } from '../../../adapters/host/world/hostedWorldOptions.ts';
import { WorldHost } from '../../../adapters/host/world/worldHost.ts';
import type { Listening } from '../../../adapters/http/listening.ts';
import { type ServerOptions, serveOn } from '../../../adapters/http/server.ts';
import type { Store } from '../../../adapters/store/store.ts';
import { defaultLimits, type Limits } from '../../../engine/api/reading/bounds.ts';
import type { ClockPolicy } from '../../../engine/cloud/input.ts';
import { defaultWorldId } from '../../../engine/control/operation.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { findFirstSecret, type WorldDefinition } from '../../../engine/simulator/definition.ts';
import { World } from '../../../engine/world/world.ts';
import { ContractMonitor } from '../contract/contractMonitor.ts';
import { until } from '../eventually.ts';
import { worldOf } from '../worlds/worlds.ts';

export interface ServedOptions extends Partial<Omit<ServerOptions, 'port'>> {
  /** Manual unless given, so that nothing happens without a call of the test. */
  readonly clock?: ClockPolicy;
  /** The default world; as `makeFirstWorld` makes it unless given. */
  readonly definition?: WorldDefinition;
  /** Or a function that makes it. */
  readonly making?: WorldFactory;
  readonly stallAfterMs?: number;
  readonly pollWaitMs?: number;
  /** Its workers are real processes, whose silence the wall clock counts. */
  readonly watchesSilence?: boolean;
  readonly lagMaxMs?: number;
  /** The wall clock by which real work is measured. */
  readonly wall?: WallClock;
  /** What is said of the first thing that would otherwise happen without a word. */
  readonly silences?: Silences;
  /** With 0, each step of long work is a slice of its own. */
  readonly sliceMs?: number;
  readonly limits?: Partial<Limits>;
  /** The store of the worlds. Worlds that it already contains are served again. */
  readonly store?: Store;
  readonly isStrict?: boolean;
}

/** Serves a world on a free port of this machine until the test is over: `await using server = await served()`. */
export const served = async (options: ServedOptions = {}): Promise<Served> => {
  const {
    clock = { clock: 'manual' },
    definition = worldOf(),
    making,
    stallAfterMs,
    pollWaitMs,
    watchesSilence,
    lagMaxMs,
    wall,
    silences,
    sliceMs,
    limits,
    store,
    isStrict,
    host = '127.0.0.1',
    ...rest
  } = options;
  const apiKey = findFirstSecret(definition);
  const broken: unknown[] = [];
  const serving = new WorldHost({
    clock,
    apiKey,
    limits: { ...defaultLimits, ...limits },
    onBreak: (_, error) => broken.push(error),
    ...(stallAfterMs === undefined ? {} : { stallAfterMs }),
    ...(pollWaitMs === undefined ? {} : { pollWaitMs }),
    ...(watchesSilence === undefined ? {} : { watchesSilence }),
    ...(lagMaxMs === undefined ? {} : { lagMaxMs }),
    ...(wall === undefined ? {} : { wall }),
    ...(silences === undefined ? {} : { silences: () => silences }),
    ...(sliceMs === undefined ? {} : { sliceMs }),
    ...(store === undefined ? {} : { store }),
    ...(isStrict === undefined ? {} : { isStrict }),
  });
  await serving.reopen();
  if (serving.find(defaultWorldId) === undefined && serving.whyDamaged(defaultWorldId) === undefined)
    serving.serve(defaultWorldId, making ?? ((onChange) => new World(definition, { onChange })), clock);
  const listening = await serveOn(serving, { host, port: 0, ...rest });
  return new Served(serving, listening, apiKey, broken);
};

/** The optional parts of a call. */
export interface Asking {
  readonly body?: Json;
  /** The key it sends as a bearer token: the world's first unless given, `null` for none. The control plane is sent none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** An answer as a client has it. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body; undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for, and compares what it got
  readonly body: any;
}

/** A world that is served, and a small client. */
export class Served implements AsyncDisposable {
  readonly serving: WorldHost;
  readonly listening: Listening;
  readonly apiKey: string;
  readonly hearing = new ContractMonitor();
  readonly #broken: readonly unknown[];

  constructor(serving: WorldHost, listening: Listening, apiKey: string, broken: readonly unknown[]) {
    this.serving = serving;
    this.listening = listening;
    this.apiKey = apiKey;
    this.#broken = broken;
    this.hearing.listenTo(listening.server);
  }

  get url(): string {
    return this.listening.url;
  }

  get port(): number {
    return this.listening.port;
  }

  /** The default world with its clock, journal and pending calls. */
  get default(): HostedWorld {
    const found = this.serving.find(defaultWorldId);
    if (found === undefined) throw new Error('there is no default world');
    return found;
  }

  get world(): World {
    return this.default.world;
  }

  /** One call: `ask('POST', '/v2/ep-a/run', { body })`. */
  async ask(method: string, path: string, { body, key, headers = {}, signal }: Asking = {}): Promise<Got> {
    const bearer = key === undefined ? (path.includes('/_podsim/') ? null : this.apiKey) : key;
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await response.text();
    this.hearing.expectNoComplaints();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : parsed(text) };
  }

  get(path: string, asking?: Asking): Promise<Got> {
    return this.ask('GET', path, asking);
  }

  post(path: string, body?: Json, asking: Asking = {}): Promise<Got> {
    return this.ask('POST', path, { ...asking, ...(body === undefined ? {} : { body }) });
  }

  /** Moves the clock over the control plane: `advance({ by: '10s' })`. */
  advance(target: Json, worldPath = ''): Promise<Got> {
    return this.post(`${worldPath}/_podsim/v1/clock/advance`, target);
  }

  until(holds: () => boolean, what: string): Promise<void> {
    return until(holds, what);
  }

  /** Waits until so many calls are held in the default world. */
  untilWaiting(count: number): Promise<void> {
    return this.until(() => this.default.stats.waiting === count, `${count} calls wait`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.listening.close();
    await this.serving.release();
    this.hearing.expectNoComplaints();
    if (this.#broken.length > 0) throw this.#broken[0];
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
