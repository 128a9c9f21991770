import { METHODS } from 'node:http';
import { homedir } from 'node:os';
import { fetchThrough } from '../../adapters/http/inProcess.ts';
import { appWithout } from '../../adapters/http/server.ts';
import { Dice } from '../support/dice.ts';
import { type RawAnswer, RawConnection } from '../support/rawHttp.ts';
import { type Served, served } from '../support/served.ts';
import { type Stage, staged } from '../support/stage.ts';
import { type Hostile, type HostileRequest, hostile } from './hostileRequests.ts';

/** What came of some hostile requests to one server. */
export interface Round {
  /** What should not have happened, one line each. */
  readonly failures: readonly string[];
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The operations that did what they were asked for. */
  readonly done: ReadonlySet<string>;
}

export const requestsInRound = 250;

/** Plays the requests of a seed, one after the other; most rounds through sockets, and every tenth without. */
export const playRound = async (seed: number): Promise<Round> => {
  const { world, stage } = staged();
  const server = await served({
    making: () => world,
    clock: { clock: seed % 4 === 0 ? 'manual' : 'auto' },
    stallAfterMs: 20,
    patience: { headersMs: 400, requestMs: 500, checkMs: 100 },
  });
  const notes = new Notes(seed);
  const client = seed % 10 === 0 ? new InProcess(server, notes) : new OverSockets(server, notes);
  for (let n = 0; n < requestsInRound; n++) {
    const request = hostile(new Dice(`hostile ${seed}`, `request ${n}`), stage, server.port);
    notes.about = `request ${n} (${request.what})`;
    await client.send(request);
    notes.hear(server);
    calm(server);
  }
  client.leave();
  notes.about = 'what is left';
  await settled(server, notes, stage);
  return notes;
};

/** What is noted of a round while it is played. */
class Notes implements Round {
  readonly failures: string[] = [];
  readonly statuses = new Map<number, number>();
  readonly done = new Set<string>();
  about = '';
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  fail(words: string): void {
    this.failures.push(`seed ${this.#seed}, ${this.about}: ${words}`);
  }

  answered(answer: RawAnswer, what: string): void {
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status < 300) this.done.add(what.split(',')[0] ?? '');
    const wrong = wrongWith(answer);
    if (wrong !== undefined) this.fail(`${answer.status} ${wrong}: ${answer.body.slice(0, 500)}`);
  }

  /** What the documents of the APIs do not say of an answer. */
  hear({ hearing }: Served): void {
    try {
      hearing.expectNoComplaints();
    } catch (error) {
      this.fail((error as Error).message);
    }
  }
}

/** What is wrong with an answer, whatever it was that was asked. */
const wrongWith = ({ status, headers, body, goesOn }: RawAnswer): string | undefined => {
  if (status >= 500 && !onPurpose.includes(headers['x-podsim-rule'] ?? '')) return 'is our fault';
  if (insides.test(body) || insides.test(JSON.stringify(headers))) return 'tells of this machine';
  if (status < 400 || goesOn || body === '')
    return status >= 400 && headers['content-length'] !== undefined && body === '' ? undefined : undefined;
  if (headers['content-type'] !== 'application/problem+json') return `is ${headers['content-type']}`;
  const { title, status: said, detail } = JSON.parse(body) as Readonly<Record<string, unknown>>;
  const words = [title, detail].every((text) => typeof text === 'string' && text !== '');
  return words && said === status ? undefined : 'is no problem document';
};

/** Answers above 500 that somebody has asked for: by a fault, or by a wait that nothing ends. */
const onPurpose = ['fault.window', 'clock.stall'];

/** A line of a stack, or a path. */
const insides = new RegExp(`\\n\\s+at |node:internal|node_modules|file://|\\.[cm]?[jt]s:\\d|${process.cwd()}|${homedir()}/`);

/** Longer than any answer takes by far; a client that gets none by then hangs. */
const patienceMs = 10_000;

/** A client that has a connection for as long as it is good. */
class OverSockets {
  readonly #server: Served;
  readonly #notes: Notes;
  #connection: RawConnection | undefined;

  constructor(server: Served, notes: Notes) {
    this.#server = server;
    this.#notes = notes;
  }

  async send({ what, pieces, then, asks }: Hostile): Promise<void> {
    const connection = await this.#open();
    for (const [k, piece] of pieces.entries()) {
      if (k > 0) await new Promise((later) => setTimeout(later, 1));
      connection.send(piece);
    }
    if (then === 'ends') connection.end();
    let isGood = then === 'goes on';
    for (const method of asks) {
      const answer = await connection.answer(method, patienceMs);
      if (answer === 'silence') this.#notes.fail('hangs');
      // Who did not send a whole request need not be answered; who did must be.
      if (answer === 'closed' && then === 'goes on') this.#notes.fail('closed without an answer');
      if (typeof answer === 'string') {
        isGood = false;
        break;
      }
      this.#notes.answered(answer, what);
      if (answer.goesOn || answer.headers['connection'] === 'close') isGood = false;
    }
    if (isGood) return;
    connection.destroy();
    this.#connection = undefined;
  }

  leave(): void {
    this.#connection?.destroy();
  }

  async #open(): Promise<RawConnection> {
    this.#connection ??= await RawConnection.open(this.#server.port);
    return this.#connection;
  }
}

/** A client within the process. What cannot be put as a call of `fetch` is not sent. */
class InProcess {
  readonly #fetch: typeof fetch;
  readonly #notes: Notes;

  constructor({ serving, hearing }: Served, notes: Notes) {
    this.#fetch = hearing.through(fetchThrough(appWithout(serving)));
    this.#notes = notes;
  }

  async send({ what, request }: Hostile): Promise<void> {
    const call = request && callOf(request);
    if (call === undefined) return;
    const leaving = new AbortController();
    const response = await this.#fetch(call, { signal: leaving.signal });
    const headers = Object.fromEntries(response.headers);
    const goesOn = headers['content-type']?.startsWith('text/event-stream') === true;
    if (goesOn) leaving.abort();
    this.#notes.answered({ status: response.status, headers, body: goesOn ? '' : await response.text(), goesOn }, what);
  }

  leave(): void {}
}

const callOf = ({ method, target, headers, body }: HostileRequest): Request | undefined => {
  try {
    if (!METHODS.includes(method)) return undefined;
    const given = method === 'GET' || method === 'HEAD' || body === undefined ? {} : { body };
    return new Request(new URL(target, 'http://podsim.test'), { method, headers: headers as [string, string][], ...given });
  } catch {
    return undefined;
  }
};

/**
 * So that the next requests find something: alice and her things, where somebody has taken them away. And no clock runs so
 * slowly that a call which waits would look as if it hung.
 */
const calm = ({ serving, world }: Served): void => {
  const alice = world.state.keyring.find('key-of-alice');
  if (alice === undefined || alice.revoked === true) serving.serve('default', () => staged().world, { clock: 'auto' });
  for (const { id, clock } of serving.worlds()) if (clock.clock === 'realtime') serving.setClockPolicy(id, { clock: 'auto' });
};

/** When all clients are gone nobody waits any more, the server answers as ever, and it can be closed. */
const settled = async (server: Served, notes: Notes, stage: Stage): Promise<void> => {
  const worlds = server.serving.worlds().map(({ id }) => server.serving.find(id));
  const isLeft = () => worlds.some((one) => one !== undefined && one.attendance.waiting + one.attendance.watching > 0);
  for (let tries = 0; isLeft() && tries < 200; tries++) await new Promise((later) => setTimeout(later, 5));
  if (isLeft()) notes.fail(`somebody still waits: ${JSON.stringify(worlds.map((one) => one?.attendance))}`);
  server.serving.serve('default', () => staged().world, { clock: 'manual' });
  const { status } = await server.get(`/v2/pods/${stage.pod}`);
  if (status !== 200) notes.fail(`a good request is answered ${status}`);
  try {
    await server[Symbol.asyncDispose]();
  } catch (error) {
    notes.fail(`cannot be closed: ${(error as Error).message}`);
  }
};
