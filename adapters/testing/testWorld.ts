import { isLeft } from 'fp-ts/lib/Either.js';
import { everyOrigin } from '../../engine/api/index.ts';
import type { ClockPolicy, DomainEvent } from '../../engine/cloud/index.ts';
import { defaultWorldId } from '../../engine/control/index.ts';
import { finish, InvalidArgument, type LogEntry } from '../../engine/kernel/index.ts';
import { type MeasuredWorld, measureWorld } from '../../engine/scenario/index.ts';
import { setStandIns } from '../../engine/scenario/standIn/index.ts';
import { findFirstSecret, type WorldDefinition, writeHeader } from '../../engine/simulator/index.ts';
import { type Coverage, CoverageReader, divergence, rerun, type World } from '../../engine/world/index.ts';
import { storeCoverageIfAsked } from '../coverage/coverageStore.ts';
import type { WebhookPost } from '../host/webhook/webhooks.ts';
import type { HostedWorld } from '../host/world/hostedWorld.ts';
import { WorldHost } from '../host/world/worldHost.ts';
import { sha256 } from '../store/sha256.ts';
import { type Calls, makeCalls } from './calls.ts';
import { checkKinds, checkOptions } from './checks/given.ts';
import { ClockMover, type TestClock, testClock } from './clock.ts';
import { type CreateWorldOptions, checkCreateWorld, checkHandlers } from './createWorldOptions.ts';
import { definitionFrom } from './definition.ts';
import { explainEntity, timelineText } from './entityTexts.ts';
import { type EventFilter, type EventType, entriesWhere, flatten, type TestEvent } from './events.ts';
import { refuseOtherNames } from './otherNames.ts';
import { checkMayPost, NetworkWebhooks, type PendingWebhooks } from './pendingWebhooks.ts';
import { RefusalWatch, type RefusedCall } from './refusals.ts';
import { TestSilences, worldUrl } from './silences.ts';
import { type ListeningWorld, type ListenOptions, type RefusedRequest, readListenOptions, Transports } from './transports.ts';
import { UnloggedCalls } from './unloggedCalls.ts';
import { Webhooks } from './webhooks.ts';
import { type MovesClock, type NotedCall, WorldActions } from './worldActions.ts';

/** An isolated world. It is the same on every run, unless the options differ. */
export const createWorld = (options: CreateWorldOptions = {}): TestWorld => {
  checkCreateWorld(options);
  const definition = definitionFrom(options);
  checkHandlers(options, definition);
  return new TestWorld(options.onWebhook === undefined ? definition : { ...definition, webhooks: [everyOrigin] }, options);
};

type Options = Pick<CreateWorldOptions, 'clock' | 'handlers' | 'onWebhook' | 'webhookTimeout'>;

/** A world, as a test uses it: calls in; answers, events and explanations out. `dispose` closes everything that it opened. */
export class TestWorld extends WorldActions {
  /** The URL of the world where there is no socket: for `fetch` below, and for clients that are given it. `listen` returns one of a port. */
  readonly url = worldUrl;
  readonly call: Calls;
  readonly clock: TestClock;
  protected readonly mover: MovesClock;
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
  /** What has happened without a word. */
  readonly silences: TestSilences = new TestSilences(() => this.#transports.isListening);
  #webhooks: PendingWebhooks | undefined;
  #disposed: Promise<void> | undefined;

  constructor(definition: WorldDefinition, options: Options, past: Iterable<LogEntry<DomainEvent>> = []) {
    super();
    this.#options = options;
    this.#definition = definition;
    this.apiKey = findFirstSecret(definition);
    this.#webhooks = options.onWebhook && new Webhooks(options.onWebhook, options.webhookTimeout);
    const webhookReceiver = (post: WebhookPost) => this.#webhooks?.receive(post) ?? Promise.resolve(0);
    const clock = { clock: options.clock ?? 'manual' } as const;
    this.#host = new WorldHost({ clock, apiKey: this.apiKey, webhookReceiver, silences: () => this.silences });
    this.#transports = new Transports(this.#host, this.url, (request) => this.silences.noteRequest(request)); // The past that is played next may ask for them.
    this.#serve(definition, past);
    this.#unlogged = new UnloggedCalls(this.#hosted);
    this.call = makeCalls(() => this.#open, this.url, { refusals: this.#refusals, unawaited: this.silences.unawaited });
    this.clock = testClock(() => this.#hosted);
    this.mover = new ClockMover(
      () => this.#open,
      () => this.#webhooks,
      this.silences.unawaited,
    );
    this.fetch = (resource, init) => this.#transports.fetch(resource, init);
  }

  /** The engine's world, with its state and its calendar. Change it only by `call` and `advance`. */
  get engine(): World {
    return this.#hosted.world;
  }

  get header(): World['header'] {
    return this.engine.header;
  }

  get log(): World['log'] {
    return this.engine.log;
  }

  protected listCalls(): Iterable<NotedCall> {
    return this.#hosted.journal.newest();
  }

  get seed(): string {
    return this.header.definition.seed;
  }

  /** How many calls are pending. */
  get waiting(): number {
    return this.#hosted.stats.waiting;
  }

  /** The calls that wait for virtual time, such as `POST /v2/ep/runsync`, the oldest first. */
  get waitingCalls(): readonly string[] {
    return this.#hosted.waitingCalls;
  }

  /** The refused calls whose answers the test has not looked at. */
  get unreadRefusals(): readonly RefusedCall[] {
    return this.#refusals.unread;
  }

  /** The first requests over HTTP, in this process or on a port, that were refused. */
  get refusedRequests(): readonly RefusedRequest[] {
    return this.#transports.refused;
  }

  /** How time passes now. */
  get clockPolicy(): ClockPolicy {
    return this.#hosted.clock.policy;
  }

  /** The events, oldest first. */
  events<Type extends EventType = EventType>(filter: EventFilter<Type> = {}): readonly TestEvent<Type>[] {
    return entriesWhere(this.log, filter).map((entry) => flatten<Type>(entry));
  }

  /** The timeline of the world, or of one entity, as text for people. */
  timeline(entity?: string): string {
    return timelineText(this.log, entity);
  }

  /** Why an entity is in its status, as text for people. `job-2` is the second job, as in the timeline. */
  explain(entity: string): string {
    return explainEntity(this.engine, entity);
  }

  /** The digest of the log: two worlds with the same fingerprint have the same history. */
  fingerprint(): string {
    return this.engine.fingerprint();
  }

  /** Another world with the same past. Pending calls stay pending in this one only. With `standIn`, what real workers did stands in for them. */
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
    if (of !== undefined) checkKinds('world.measures', { of }, { of: ['string', 'the id of an endpoint'] });
    const measured = measureWorld(this.engine, of);
    if (isLeft(measured)) throw new InvalidArgument(`world.measures: ${measured.left}`);
    return measured.right;
  }

  /**
   * Serves the world on a port of this machine: a free one unless given. The clock is `auto` from then on, because a client over HTTP waits
   * for its answers, or `measured` if real workers take jobs, unless the world was made with a clock.
   */
  async listen(options: number | ListenOptions = {}): Promise<ListeningWorld> {
    const { port = 0, webhooks } = readListenOptions(options);
    if (webhooks === 'post') this.#postWebhooks();
    return this.#transports.listen(port, this.#options.clock !== undefined);
  }

  /** Answers the pending calls, and closes everything. Throws what `onWebhook` has thrown, if the test did not get it from the clock. */
  dispose(): Promise<void> {
    this.#disposed ??= this.#close();
    return this.#disposed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  /** A log says from its start which webhooks are posted: the world is made again, and plays what has happened so far again. */
  #postWebhooks(): void {
    if (this.#webhooks instanceof NetworkWebhooks) return;
    const { world, clock } = this.#open;
    checkMayPost(this.#options, world.log.entries(), this.waiting);
    this.#webhooks = new NetworkWebhooks();
    this.#serve({ ...this.#definition, webhooks: [everyOrigin] }, [...world.log.entries()], clock.policy);
  }

  #serve(
    definition: WorldDefinition,
    past: Iterable<LogEntry<DomainEvent>>,
    clock: ClockPolicy = { clock: this.#options.clock ?? 'manual' },
  ): void {
    const { handlers } = this.#options;
    const given = handlers === undefined ? {} : { handlers };
    this.#host.serve(defaultWorldId, (onChange) => rerun(writeHeader(definition), past, { onChange, sha256, ...given }), clock);
  }

  #standIn(past: Parameters<typeof setStandIns>[1]): this {
    const set = finish(setStandIns(this.engine, past));
    if (isLeft(set)) throw new Error(`the fork has no stand-in: ${set.left}`);
    return this;
  }

  async #close(): Promise<void> {
    storeCoverageIfAsked(() => this.coverage());
    this.silences.sayUnawaited();
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
    if (this.#disposed !== undefined)
      throw new Error('this world is disposed of: nothing more happens in it; make another with createWorld');
    return this.#hosted;
  }
}

refuseOtherNames('world', TestWorld.prototype);
