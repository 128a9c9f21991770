import {
  type DomainEvent,
  defaultWorldId,
  divergence,
  explain,
  explanationText,
  firstKeyOf,
  type HandlerFunction,
  headerOf,
  idMeant,
  type LogEntry,
  rerun,
  similarIds,
  timeline,
  type World,
  type WorldDefinition,
} from '../../engine/index.ts';
import type { HostedWorld } from '../host/hostedWorld.ts';
import { WorldHost } from '../host/worldHost.ts';
import { sha256 } from '../store/sha256.ts';
import { type Calls, callsOf } from './calls.ts';
import { type TestClock, testClock } from './clock.ts';
import { definitionFrom, type WorldSource } from './definition.ts';
import { type ListeningWorld, Transports } from './doors.ts';
import { type EventFilter, type EventType, entriesWhere, flat, isAbout, type TestEvent } from './events.ts';

export interface CreateWorldOptions extends WorldSource {
  /**
   * `manual`: time moves only by `clock.advance`. `auto`: a call that waits moves time to what it waits for, and whoever
   * polls something unsettled finds it changed the next time.
   */
  readonly clock?: 'manual' | 'auto';
  /** Handlers written as functions, by endpoint id; pure and synchronous, or a fork would not be the same world. */
  readonly handlers?: Readonly<Record<string, HandlerFunction>>;
}

/** A world of one's own: the same on every run, until it is told to be another. */
export const createWorld = (options: CreateWorldOptions = {}): TestWorld => new TestWorld(definitionFrom(options), options);

type Options = Pick<CreateWorldOptions, 'clock' | 'handlers'>;

/** A world as a test holds it: calls in, answers, events and reasons out. Everything it opens is closed by `dispose`. */
export class TestWorld {
  /** The name that the world goes by where there is no socket. */
  readonly url = 'http://podsim.test';
  readonly call: Calls;
  readonly clock: TestClock;
  /** An HTTP client's `fetch` that needs no socket; takes `/v2/pods` as well as a whole URL. */
  readonly fetch: typeof fetch;
  readonly #options: Options;
  readonly #serving: WorldHost;
  readonly #doors: Transports;
  #disposed = false;

  constructor(definition: WorldDefinition, options: Options, past: Iterable<LogEntry<DomainEvent>> = []) {
    this.#options = options;
    const clock = { clock: options.clock ?? 'manual' } as const;
    const handlers = options.handlers === undefined ? {} : { handlers: options.handlers };
    this.#serving = new WorldHost({ clock, apiKey: firstKeyOf(definition)?.secret ?? '' });
    this.#serving.serve(defaultWorldId, (onChange) => rerun(headerOf(definition), past, { onChange, sha256, ...handlers }), clock);
    this.#doors = new Transports(this.#serving, this.url);
    this.call = callsOf(() => this.#open, this.url);
    this.clock = testClock(
      () => this.#served,
      () => this.#open,
    );
    this.fetch = (resource, init) => this.#doors.fetch(resource, init);
  }

  /** The engine's world itself, with its state and its calendar. Not to be changed but by `call` and `clock`. */
  get engine(): World {
    return this.#served.world;
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

  /** What the world's first key is sent as. */
  get apiKey(): string {
    return firstKeyOf(this.header.definition)?.secret ?? '';
  }

  /** How many calls wait for their answer. */
  get waiting(): number {
    return this.#served.stats.waiting;
  }

  /** What has happened, oldest first. */
  events<Type extends EventType = EventType>(filter: EventFilter<Type> = {}): readonly TestEvent<Type>[] {
    return entriesWhere(this.log, filter).map((entry) => flat<Type>(entry));
  }

  /** What has happened, as text for people; of one entity, or of all. */
  timeline(entity?: string): string {
    const id = entity === undefined ? undefined : idMeant(this.log, entity);
    return timeline(this.log.entries(), id === undefined ? undefined : ({ event }) => isAbout(event, id));
  }

  /** Why an entity is where it is, as text for people. `job-2` is the second job, as in the timeline. */
  explain(entity: string): string {
    const { log, settings, state } = this.engine;
    const explanation = explain(log, idMeant(log, entity), settings, state);
    if (explanation !== undefined) return explanationText(explanation);
    const known = similarIds(log, entity);
    throw new Error(`this world knows no entity '${entity}'${known.length === 0 ? '' : `; it knows ${known.join(', ')}`}`);
  }

  /** The digest of the log: two worlds with one fingerprint have had the same history. */
  fingerprint(): string {
    return this.engine.fingerprint();
  }

  /** Another world with the same past, which goes on alone. Calls that wait are waited for in this one only. */
  fork(): TestWorld {
    const past = [...this.log.entries()];
    const fork = new TestWorld(this.header.definition, this.#options, past);
    const parted = divergence(past, [...fork.log.entries()]);
    if (parted === undefined) return fork;
    throw new Error(`the fork parts from its world at entry ${parted.seq}: a handler written as a function must be pure`);
  }

  /** Serves the world on a port of this machine: a free one unless given. */
  listen(port = 0): Promise<ListeningWorld> {
    return this.#doors.listen(port);
  }

  /** Answers the calls that wait, and closes everything. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#serving.close();
    await this.#doors.close();
    await this.#serving.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  get #served(): HostedWorld {
    const served = this.#serving.find(defaultWorldId);
    if (served === undefined) throw new Error('this world was dropped');
    return served;
  }

  /** What has happened can still be read when a world is disposed of; nothing more happens in it. */
  get #open(): HostedWorld {
    if (this.#disposed) throw new Error('this world is disposed of: nothing more happens in it');
    return this.#served;
  }
}
