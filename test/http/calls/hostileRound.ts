import { METHODS } from 'node:http';
import { homedir } from 'node:os';
import { WorldHost } from '../../../adapters/host/world/worldHost.ts';
import { fetchThrough } from '../../../adapters/http/inProcess.ts';
import type { Listening } from '../../../adapters/http/listening.ts';
import { appWithout, serveOn } from '../../../adapters/http/server.ts';
import type { Contract } from '../../../engine/api/contract/additions.ts';
import { entities } from '../../../engine/cloud/entities.ts';
import { defaultWorldId } from '../../../engine/control/operation.ts';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { complaintsAbout } from '../../support/contract/contractMonitor.ts';
import { type RawAnswer, RawConnection } from '../../support/serving/rawHttp.ts';
import { type PopulatedWorld, populatedWorld } from '../../support/worlds/populatedWorld.ts';
import { type Hostile, type HostileRequest, hostile } from './hostileRequests.ts';

/** The outcome of some hostile requests to one server. */
export interface Round {
  /** One line for each failure. */
  readonly failures: readonly string[];
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The operations that succeeded. */
  readonly done: ReadonlySet<string>;
}

export const requestsInRound = 250;

/** Sends the requests of a seed in order. Most rounds go through sockets, every tenth goes without. */
export const playRound = async (seed: number): Promise<Round> => {
  const contract = contractOf(seed);
  const { world, stage } = populatedWorld(contract);
  const notes = new Notes(seed);
  const serving = new WorldHost({
    clock,
    apiKey: 'key-of-alice',
    stallAfterMs: 20,
    pollWaitMs: 20,
    onBreak: (_, error) => notes.fail(String(error)),
  });
  serving.serve(defaultWorldId, () => world, { clock: seed % 4 === 0 ? 'manual' : 'auto' });
  const server = await serveOn(serving, { host: '127.0.0.1', port: 0, timeouts: { headersMs: 200, requestMs: 250, checkMs: 50 } });
  const client = seed % 10 === 0 ? new InProcess(serving, notes) : new OverSockets(server.port, notes);
  for (let n = 0; n < requestsInRound; n++) {
    const request = hostile(new Choice(`hostile ${seed}`, `request ${n}`, 'dice'), stage, server.port);
    notes.about = `request ${n} (${request.what})`;
    await client.send(request);
    calm(serving, contract);
  }
  client.leave();
  notes.about = 'what is left';
  await settled(serving, server, notes, stage, contract);
  return notes;
};

/** Most rounds have the contract with more operations. */
const contractOf = (seed: number): Contract => (seed % 3 === 0 ? '2026-08' : '2026-11');

const clock = { clock: 'auto' } as const;

/** Collects the outcome of a round while it runs. */
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

  answered(answer: RawAnswer, { what, asks: [method = ''], target }: Hostile): void {
    const { status, headers, body, goesOn } = answer;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status < 300) this.done.add(what.split(',')[0] ?? '');
    const wrong = wrongWith(answer, method === 'HEAD');
    if (wrong !== undefined) this.fail(`${status} ${wrong}: ${body.slice(0, 500)}`);
    if (target === undefined || !isDescribed(method, target, answer)) return;
    const heard = { method, path: target, status, headers, ...(goesOn || body === '' ? {} : { body: jsonOf(body) }) };
    for (const complaint of complaintsAbout(heard)) this.fail(complaint.slice(0, 1_000));
  }
}

/** Whether the documents describe such an answer. A request that cannot be read has no operation. */
const isDescribed = (method: string, target: string, { status, headers }: RawAnswer): boolean =>
  method !== 'OPTIONS' &&
  /^\/[^#]*$/.test(target) &&
  headers['x-podsim-rule'] !== 'control.worlds' &&
  !([400, 408, 431].includes(status) && headers['x-podsim-rule'] === 'errors.malformed');

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** What is wrong with an answer, independent of its request. */
export const wrongWith = ({ status, headers, body, goesOn }: RawAnswer, isHead: boolean): string | undefined => {
  const rule = headers['x-podsim-rule'] ?? '';
  if (status >= 500 && !onPurpose.includes(rule) && !(status === 501 && rule === 'errors.unknown-route')) return 'is our fault';
  if (insides.test(body) || insides.test(JSON.stringify(headers))) return 'tells of this machine';
  if (status < 400 || goesOn) return undefined;
  if (headers['content-type'] !== 'application/problem+json') return `is ${headers['content-type']}`;
  const event = status === 409 ? eventTypes.find((type) => body.includes(type)) : undefined;
  if (event !== undefined) return `speaks of ${event}, which is no word of the API`;
  // HEAD gets the headers alone.
  if (body === '' && isHead) return undefined;
  const { title, status: said, detail } = jsonOf(body) as Readonly<Record<string, unknown>>;
  const words = [title, detail].every((text) => typeof text === 'string' && text !== '');
  return words && said === status ? undefined : 'is no problem document';
};

/** Allowed answers above 500: injected faults, and waits that nothing ends. Websockets are 501 (errors.unknown-route). */
const eventTypes = [...new Set(Object.values(entities).flatMap(({ lifecycle }) => lifecycle.rows.map(({ event }) => event)))];

const onPurpose = ['fault.window', 'clock.stall', 'lb.traffic', 'queue.openai'];

/** A line of a stack trace, or a path of this machine. */
const insides = new RegExp(`(?:\n|\\\\n)\\s+at |node:internal|node_modules|file://|\\.[cm]?[jt]s:\\d|${process.cwd()}|${homedir()}/`);

/** A client that reuses its connection while it is open. */
class OverSockets {
  readonly #port: number;
  readonly #notes: Notes;
  #connection: RawConnection | undefined;

  constructor(port: number, notes: Notes) {
    this.#port = port;
    this.#notes = notes;
  }

  async send(sent: Hostile): Promise<void> {
    const { pieces, then, asks } = sent;
    const connection = await this.#open();
    for (const [k, piece] of pieces.entries()) {
      if (k > 0) await new Promise((later) => setTimeout(later, 1));
      connection.send(piece);
    }
    if (then === 'ends') connection.end();
    let isGood = then === 'goes on';
    for (const method of asks) {
      const answer = await connection.answer(method);
      if (answer === 'silence') this.#notes.fail('hangs');
      // An incomplete request need not be answered; a complete one must be.
      if (answer === 'closed' && then === 'goes on') this.#notes.fail('closed without an answer');
      if (typeof answer === 'string') {
        isGood = false;
        break;
      }
      this.#notes.answered(answer, sent);
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
    this.#connection ??= await RawConnection.open(this.#port);
    return this.#connection;
  }
}

/** A client within the process. Requests that cannot be written as a call of `fetch` are not sent. */
class InProcess {
  readonly #fetch: typeof fetch;
  readonly #notes: Notes;

  constructor(serving: WorldHost, notes: Notes) {
    this.#fetch = fetchThrough(appWithout(serving));
    this.#notes = notes;
  }

  async send(sent: Hostile): Promise<void> {
    const call = sent.request && callOf(sent.request);
    if (call === undefined) return;
    // `fetch` has normalized the path.
    const { pathname } = new URL(call.url);
    const leaving = new AbortController();
    const response = await this.#fetch(call, { signal: leaving.signal });
    const headers = Object.fromEntries(response.headers);
    const goesOn = headers['content-type']?.startsWith('text/event-stream') === true;
    if (goesOn) leaving.abort();
    this.#notes.answered(
      { status: response.status, headers, body: goesOn ? '' : await response.text(), goesOn },
      { ...sent, target: pathname },
    );
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
 * Restores what earlier requests have deleted, so that the next ones find alice and her resources. It also makes sure that no clock
 * runs so slowly that a call which waits would look as if it hung.
 */
const calm = (serving: WorldHost, contract: Contract): void => {
  const alice = serving.find(defaultWorldId)?.world.state.keyring.find('key-of-alice');
  if (alice === undefined || alice.revoked === true) serving.serve(defaultWorldId, () => populatedWorld(contract).world, clock);
  for (const { id, clock: policy } of serving.worlds()) if (policy.clock === 'realtime') serving.setClockPolicy(id, clock);
};

/** After all clients are gone, no call is pending, the server still answers, and it can be closed. */
const settled = async (serving: WorldHost, server: Listening, notes: Notes, stage: PopulatedWorld, contract: Contract): Promise<void> => {
  const attendance = () => serving.worlds().map(({ id }) => serving.find(id)?.stats ?? { waiting: 0, watching: 0 });
  const isLeft = () => attendance().some(({ waiting, watching }) => waiting + watching > 0);
  for (let tries = 0; isLeft() && tries < 60_000; tries++) await new Promise((later) => setTimeout(later, 5));
  if (isLeft()) notes.fail(`calls are still pending: ${JSON.stringify(attendance())}`);
  serving.serve(defaultWorldId, () => populatedWorld(contract).world, clock);
  const ask = () => fetch(`${server.url}/v2/pods/${stage.pod}`, { headers: { authorization: 'Bearer key-of-alice' } });
  let { status } = await ask();
  // On a machine that stalls for longer than these short timeouts, the head of a good request comes too late, too.
  for (let tries = 0; status === 408 && tries < 20; tries++) ({ status } = await ask());
  if (status !== 200) notes.fail(`a good request is answered ${status}`);
  await server.close();
};
