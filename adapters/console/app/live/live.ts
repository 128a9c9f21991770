import { batch, computed, signal } from '@preact/signals';
import { type ClockPolicy, digestSecret, usualSecret } from '../../../../engine/cloud/index.ts';
import type { Json } from '../../../../engine/kernel/index.ts';
import type { Desk } from '../model/desk.ts';
import type { Source } from '../model/port/source.ts';
import { forkName, type ServedAt } from '../model/servedAt.ts';
import type { ScenarioText } from '../pageData.ts';
import { controlRequest, defaultWorld, recordedFile, type ServerRequest } from '../source/named.ts';
import { type Following, type RemoteParts, remoteSource } from '../source/remote.ts';
import { type Opened, Server, type ServerAnswer, ServerTrouble } from '../source/server.ts';

/** A point in time, in the control plane's form. */
interface TimePoint {
  readonly instant: string;
  readonly virtual: string;
  readonly ms: number;
}

/** A world of the server. */
export interface ServedWorld {
  readonly id: string;
  readonly seed: string;
  readonly entries: number;
  readonly keys: readonly { readonly name: string; readonly account: string; readonly key: string; readonly digest: string }[];
}

/** The clock of the world that is shown. */
export interface LiveClock {
  readonly reads: TimePoint;
  readonly policy: ClockPolicy;
  readonly next: TimePoint | null;
  readonly pending: number;
}

interface LiveParts {
  readonly desk: Desk;
  readonly opened: Opened;
  readonly onFrame: (work: () => void) => void;
}

/** The worlds of the server that serves the page, and the requests to it. The page shows one of these worlds. */
export class Live {
  readonly opened: Opened;
  readonly server: Server;
  readonly worlds = signal<readonly ServedWorld[]>([]);
  readonly world = signal(defaultWorld);
  /** The world that it is compared with, if one was chosen. */
  readonly other = signal<string | undefined>(undefined);
  readonly following = signal<Following>({ state: 'reading' });
  readonly clock = signal<LiveClock | undefined>(undefined);
  /** The problem with the page's last request, if it failed. */
  readonly trouble = signal<string | undefined>(undefined);
  /** Whether a world is shown; a page of a server may also show a scenario of a link. */
  readonly isOpen = signal(false);
  /** The newest entry that the server has. */
  readonly newest = signal(0);
  readonly #desk: Desk;
  readonly #given = signal('');
  readonly #onFrame: (work: () => void) => void;

  constructor({ desk, opened, onFrame }: LiveParts) {
    this.#desk = desk;
    this.#onFrame = onFrame;
    this.opened = opened;
    this.server = new Server(opened.root);
    this.world.value = opened.world;
  }

  /** How many entries the page does not show yet. */
  readonly behind = computed(() => Math.max(0, this.newest.value - this.#desk.length.value));

  /** Whether the moment is the end of the log: there, an action is an ordinary call. */
  readonly isAtEnd = computed(() => this.#desk.seq.value >= this.#desk.length.value);

  /** Shows a world from now on. */
  choose(world: string, seq?: number): void {
    batch(() => {
      this.isOpen.value = true;
      this.world.value = world;
      this.following.value = { state: 'reading' };
      this.clock.value = undefined;
      this.newest.value = 0;
    });
    this.#desk.select(undefined);
    const source = this.openSource(world, {
      tell: (following) => {
        this.following.value = following;
        if (following.state === 'gone') void this.readWorlds();
      },
      know: (newest) => {
        this.newest.value = Math.max(newest, this.newest.peek());
      },
      onReplaced: () => this.choose(world),
    });
    this.#desk.open(source, seq);
    void this.readClock();
    void this.readWorlds();
  }

  /** The log of a world, to be followed. */
  openSource(world: string, told: Pick<RemoteParts, 'tell' | 'know' | 'onReplaced'>): Source {
    return remoteSource({
      server: this.server,
      world,
      ...told,
      onFrame: this.#onFrame,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  }

  /** Shows no world any more, but something else. */
  leave(): void {
    this.isOpen.value = false;
  }

  /** Tries again with a token. It is nowhere but in this page's memory. */
  unlock(token: string): void {
    this.server.useToken(token);
    this.choose(this.world.peek());
  }

  /** Fetches the world's inputs so far, as a scenario; undefined if the server says that there are too many. */
  async fetchRecording(): Promise<ScenarioText | undefined> {
    const recorded = await this.control<{ readonly scenario: string }>('GET', 'scenario');
    return recorded === undefined ? undefined : { file: `${this.world.peek()}.scenario.yaml`, text: recorded.scenario, files: {} };
  }

  /**
   * The key that the page's calls use unless they have another. The server shows only the ends of keys, so this is an end if the page
   * neither was given the key nor knows it as a default one.
   */
  get key(): string | undefined {
    const { keys = [] } = this.worlds.value.find(({ id }) => id === this.world.value) ?? {};
    const isKey = (secret: string): boolean => keys.some(({ digest }) => digest === digestSecret(secret).digest);
    return [this.#given.value, 'podsim-dev-key', ...keys.map(({ name }) => usualSecret(name))].find(isKey) ?? keys[0]?.key;
  }

  /** Calls of the page may have this key. It is nowhere but in the page's memory. */
  takeKey(secret: string): void {
    this.#given.value = secret;
  }

  /** Sends a person's request. Undefined if the server did not answer; `trouble` says why. */
  async send(request: ServerRequest): Promise<ServerAnswer | undefined> {
    try {
      const answered = await this.server.send(this.world.peek(), request);
      this.newest.value = Math.max(answered.newest, this.newest.peek());
      void this.readClock();
      return answered;
    } catch (error) {
      this.trouble.value = `no answer: ${error instanceof Error ? error.message : String(error)}`;
      return undefined;
    }
  }

  /** Sends a request to the control plane. Returns the body of a success; `trouble` says why there is none. */
  async control<Body>(method: string, path: string, body?: Json): Promise<Body | undefined> {
    const answered = await this.send(controlRequest(method, path, body));
    if (answered === undefined) return undefined;
    this.trouble.value = answered.status < 300 ? undefined : describeProblem(answered);
    return answered.status < 300 && answered.text !== '' ? (JSON.parse(answered.text) as Body) : undefined;
  }

  /** Makes a fork of the world as it was after an entry, and shows it: it is compared with this one. False if there is none; `trouble` says why. */
  async fork(seq: number): Promise<boolean> {
    const made = await this.control<ServedWorld>('POST', 'forks', { seq });
    if (made === undefined) return false;
    this.other.value = this.world.peek();
    this.choose(made.id);
    return true;
  }

  /** Writes the command that sends the same request. */
  command(request: ServerRequest): string {
    return this.server.command(this.world.value, request);
  }

  /** The command that records the world as a scenario, in the file that other commands then read. */
  recordCommand(): string {
    return `${this.command(controlRequest('GET', 'log'))} -o world.log && podsim log record world.log -o ${recordedFile}`;
  }

  /** The target of calls at a moment: the world itself at its end, and before that a fork, which the command has to make first. */
  serverAt(seq: number): { readonly server: ServedAt } {
    const key = this.key ?? '';
    // Views that read much of the log follow its end a little later.
    if (this.isAtEnd.value && seq >= this.#desk.settled.value) return { server: { base: this.server.findBase(this.world.value), key } };
    const id = forkName(seq);
    return { server: { base: this.server.findBase(id), key, making: this.command(controlRequest('POST', 'forks', { seq, id })) } };
  }

  /**
   * Reads what the log does not say: how time passes between entries, and which other worlds exist. Returns a function that stops the
   * reading.
   */
  watch(isVisible: () => boolean): () => void {
    let ticks = 0;
    const timer = setInterval(() => {
      if (!this.isOpen.peek() || !isVisible() || this.following.peek().state === 'locked') return;
      void this.readClock();
      if (++ticks % worldsEvery === 0) void this.readWorlds();
    }, clockEveryMs);
    return () => clearInterval(timer);
  }

  async readClock(): Promise<void> {
    const world = this.world.peek();
    const read = await this.#read<LiveClock>('_podsim/v1/clock');
    if (read === undefined || world !== this.world.peek()) return;
    this.clock.value = read.body;
    this.#desk.now.value = read.body.reads.ms;
    this.newest.value = Math.max(read.newest, this.newest.peek());
  }

  async readWorlds(): Promise<void> {
    const read = await this.#read<{ readonly worlds: readonly ServedWorld[] }>('_podsim/v1/worlds');
    if (read !== undefined) this.worlds.value = read.body.worlds;
  }

  /** If one of the page's own reads fails, the source reports why: it reads all the time. */
  async #read<Body>(path: string): Promise<{ readonly body: Body; readonly newest: number } | undefined> {
    try {
      return await this.server.read<Body>(path.endsWith('worlds') ? defaultWorld : this.world.peek(), path);
    } catch (error) {
      if (error instanceof ServerTrouble) return undefined;
      throw error;
    }
  }
}

const clockEveryMs = 1_000;
const worldsEvery = 5;

const describeProblem = ({ status, text }: ServerAnswer): string => {
  try {
    const { detail, errors } = JSON.parse(text) as { readonly detail?: string; readonly errors?: readonly unknown[] };
    return `${status}: ${detail ?? ''}${errors === undefined ? '' : ` ${errors.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('; ')}`}`;
  } catch {
    return `${status}`;
  }
};
