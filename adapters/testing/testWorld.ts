import { isLeft } from 'fp-ts/lib/Either.js';
import {
  type Coverage,
  CoverageReader,
  type DomainEvent,
  defaultWorldId,
  divergence,
  everyOrigin,
  explain,
  explanationText,
  finish,
  firstSecretOf,
  type HandlerFunction,
  headerOf,
  InvalidArgument,
  idMeant,
  type LogEntry,
  type MeasuredWorld,
  measureWorld,
  rerun,
  similarIds,
  timeline,
  type World,
  type WorldDefinition,
} from '../../engine/index.ts';
import { setStandIns } from '../../engine/scenario/standIn/index.ts';
import { storeCoverage } from '../coverage/coverageStore.ts';
import type { HostedWorld } from '../host/hostedWorld.ts';
import { WorldHost } from '../host/worldHost.ts';
import { sha256 } from '../store/sha256.ts';
import { type Calls, callsOf } from './calls.ts';
import { checkOptions, type OptionNames } from './checks/given.ts';
import { type TestClock, testClock } from './clock.ts';
import { definitionFrom, type WorldSource } from './definition.ts';
import { type EventFilter, type EventType, entriesWhere, flatten, isAbout, type TestEvent } from './events.ts';
import { RefusalWatch, type RefusedCall } from './refusals.ts';
import { type ListeningWorld, Transports } from './transports.ts';
import { UnloggedCalls } from './unloggedCalls.ts';
import { type WebhookHandler, Webhooks } from './webhooks.ts';

export interface CreateWorldOptions extends WorldSource {
  /**
   * `manual`: time moves only by `clock.advance`. `auto`: a pending call runs time forward to its answer, and a poll of something still
   * in progress lets time run, after the answer, to its next change.
   */
  readonly clock?: 'manual' | 'auto';
  /** Handlers written as functions, by endpoint id. They must be pure and synchronous, or a fork would differ from its world. */
  readonly handlers?: Readonly<Record<string, HandlerFunction>>;
  /** Takes the webhooks of all jobs, and answers with a status. What it answers is in the log, as an input. */
  readonly onWebhook?: WebhookHandler;
  /** How long `onWebhook` may take to answer, in real time: `4s` unless given. After that no answer has come, and the test gets an error. */
  readonly webhookTimeout?: string;
}

// biome-ignore format: a table
const createWorldOptions: OptionNames<CreateWorldOptions> = {
  seed: 1, start: 1, scenario: 1, world: 1, timing: 1, settings: 1, apiKey: 1,
  clock: 1, handlers: 1, onWebhook: 1, webhookTimeout: 1,
};

/** An isolated world. It is the same on every run, unless the options differ. */
export const createWorld = (options: CreateWorldOptions = {}): TestWorld => {
  checkOptions('createWorld', options, createWorldOptions);
  const { clock = 'manual' } = options;
  if (clock !== 'manual' && clock !== 'auto')
    throw new InvalidArgument(`createWorld: clock '${String(clock)}' is neither 'manual' nor 'auto'`);
  const definition = definitionFrom(options);
  return new TestWorld(options.onWebhook === undefined ? definition : { ...definition, webhooks: [everyOrigin] }, options);
};

type Options = Pick<CreateWorldOptions, 'clock' | 'handlers' | 'onWebhook' | 'webhookTimeout'>;

/** A world, as a test uses it: calls in; answers, events and explanations out. `dispose` closes everything that it opened. */
export class TestWorld {
  /** The URL of the world where there is no socket. */
  readonly url = 'http://podsim.test';
  readonly call: Calls;
  readonly clock: TestClock;
  /** A `fetch` for HTTP clients that needs no socket. Takes `/v2/pods` as well as a whole URL. */
  readonly fetch: typeof fetch;
  /** The secret of the world's first key. */
  readonly apiKey: string;
  readonly #options: Options;
  /** With the secrets of its keys, which the header does not have. */
  readonly #definition: WorldDefinition;
  readonly #host: WorldHost;
  readonly #transports: Transports;
  readonly #unlogged: UnloggedCalls;
  readonly #refusals = new RefusalWatch();
  readonly #webhooks: Webhooks | undefined;
  #disposed: Promise<void> | undefined;

  constructor(definition: WorldDefinition, options: Options, past: Iterable<LogEntry<DomainEvent>> = []) {
    this.#options = options;
    this.#definition = definition;
    this.apiKey = firstSecretOf(definition);
    const clock = { clock: options.clock ?? 'manual' } as const;
    const handlers = options.handlers === undefined ? {} : { handlers: options.handlers };
    this.#webhooks = options.onWebhook && new Webhooks(options.onWebhook, options.webhookTimeout);
    const receiving = this.#webhooks === undefined ? {} : { webhookReceiver: this.#webhooks.receive };
    this.#host = new WorldHost({ clock, apiKey: this.apiKey, ...receiving });
    this.#host.serve(defaultWorldId, (onChange) => rerun(headerOf(definition), past, { onChange, sha256, ...handlers }), clock);
    this.#unlogged = new UnloggedCalls(this.#hosted);
    this.#transports = new Transports(this.#host, this.url);
    this.call = callsOf(() => this.#open, this.url, this.#refusals);
    this.clock = testClock(
      () => this.#hosted,
      () => this.#open,
      this.#webhooks,
    );
    this.fetch = (resource, init) => this.#transports.fetch(resource, init);
  }

  /** The engine's world, with its state and its calendar. Change it only by `call` and `clock`. */
  get engine(): World {
    return this.#hosted.world;
  }

  get header(): World['header'] {
    return this.engine.header;
  }

  get log(): World['log'] {
    return this.engine.log;
  }

  get seed(): string {
    return this.header.definition.seed;
  }

  /** How many calls are pending. */
  get waiting(): number {
    return this.#hosted.stats.waiting;
  }

  /** The refused calls whose answers the test has not looked at. */
  get unreadRefusals(): readonly RefusedCall[] {
    return this.#refusals.unread;
  }

  /** The events, oldest first. */
  events<Type extends EventType = EventType>(filter: EventFilter<Type> = {}): readonly TestEvent<Type>[] {
    return entriesWhere(this.log, filter).map((entry) => flatten<Type>(entry));
  }

  /** The timeline of the world, or of one entity, as text for people. */
  timeline(entity?: string): string {
    const id = entity === undefined ? undefined : finish(idMeant(this.log, entity));
    return timeline(this.log.entries(), id === undefined ? undefined : ({ event }) => isAbout(event, id));
  }

  /** Why an entity is in its status, as text for people. `job-2` is the second job, as in the timeline. */
  explain(entity: string): string {
    const { log, settings, state } = this.engine;
    const explanation = finish(explain(log, finish(idMeant(log, entity)), settings, state));
    if (explanation !== undefined) return explanationText(explanation);
    const known = finish(similarIds(log, entity));
    throw new Error(`this world knows no entity '${entity}'${known.length === 0 ? '' : `; it knows ${known.join(', ')}`}`);
  }

  /** The digest of the log: two worlds with the same fingerprint have the same history. */
  fingerprint(): string {
    return this.engine.fingerprint();
  }

  /**
   * Another world with the same past, which continues on its own. Pending calls stay pending in this one only. With `standIn`, what real
   * workers did in this world stands in for them: the fork needs none.
   */
  fork(options: { readonly standIn?: boolean } = {}): TestWorld {
    checkOptions('world.fork', options, { standIn: 1 });
    const past = [...this.log.entries()];
    const fork = new TestWorld(this.#definition, this.#options, past);
    const first = divergence(past, [...fork.log.entries()]);
    if (first === undefined) return options.standIn === true ? fork.#standIn(past) : fork;
    throw new Error(`the fork differs from its world at entry ${first.seq}: a handler written as a function must be pure`);
  }

  /** What has happened in the world, by rules, refusals, statuses, transitions and faults. `PODSIM_COVERAGE=DIR` stores that of all tests. */
  coverage(): Coverage {
    return this.#unlogged.readInto(new CoverageReader().readLog(this.log.entries())).coverage();
  }

  /** All that is measured until now, of one endpoint or of all: durations in ms, costs in USD. Throws where there is no such endpoint. */
  measures(of?: string): MeasuredWorld {
    const measured = measureWorld(this.engine, of);
    if (isLeft(measured)) throw new InvalidArgument(`world.measures: ${measured.left}`);
    return measured.right;
  }

  /** Serves the world on a port of this machine: a free one unless given. */
  listen(port = 0): Promise<ListeningWorld> {
    return this.#transports.listen(port);
  }

  /** Answers the pending calls, and closes everything. Throws what `onWebhook` has thrown, if the test did not get it from the clock. */
  dispose(): Promise<void> {
    this.#disposed ??= this.#close();
    return this.#disposed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  #standIn(past: Parameters<typeof setStandIns>[1]): this {
    const set = finish(setStandIns(this.engine, past));
    if (isLeft(set)) throw new Error(`the fork has no stand-in: ${set.left}`);
    return this;
  }

  async #close(): Promise<void> {
    const { PODSIM_COVERAGE: met } = process.env;
    if (met !== undefined && met !== '') storeCoverage(met, this.coverage());
    this.#host.close();
    await this.#webhooks?.whenAnswered();
    await this.#transports.close();
    await this.#host.release();
    this.#webhooks?.rethrow();
  }

  get #hosted(): HostedWorld {
    const hosted = this.#host.find(defaultWorldId);
    if (hosted === undefined) throw new Error('this world was dropped');
    return hosted;
  }

  /** The world, while it may still change: after `dispose` it can only be read. */
  get #open(): HostedWorld {
    if (this.#disposed !== undefined) throw new Error('this world is disposed of: nothing more happens in it');
    return this.#hosted;
  }
}
