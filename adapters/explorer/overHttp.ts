import { fillPath, findOperation } from '../../engine/api/index.ts';
import type { Client, DomainEvent, InputEvent } from '../../engine/cloud/index.ts';
import type { Json, LogEntry } from '../../engine/kernel/index.ts';
import type { World } from '../../engine/world/index.ts';
import { sha256 } from '../store/sha256.ts';

/** A request as it goes over HTTP. */
interface SentRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A way to a world. `leave` disconnects before the answer. `answered` never rejects, and does not wait for the end of a stream. */
export type Transport = (sent: SentRequest) => { readonly answered: Promise<number | undefined>; readonly leave: () => void };

/**
 * Sends the inputs of a log to a world over HTTP, each at its virtual time and as its sender would have sent it. Each is sent
 * after the world has logged the one before. The answer of a pending call may come later. Throws if a call does not bring the log as far as
 * it is, in so many turns of the event loop: far more than any needs, on however busy a machine.
 */
export const sendInputs = async (
  entries: Iterable<LogEntry<DomainEvent>>,
  world: World,
  send: Transport,
  turnsMax = 100_000_000,
): Promise<void> => {
  const held = new Map<string, ReturnType<Transport>>();
  let last: ReturnType<Transport> | undefined;
  let end = 0;
  /** What has to be over for the log to be whole: the newest call that was sent, if nothing was done beside calls since. */
  let newest: { readonly sent?: SentRequest; readonly answered?: Promise<number | undefined> } = {};
  for (const { seq, at, event } of entries) {
    if (event.type === 'CallHeld' && last !== undefined) held.set(event.callId, last);
    // Inputs without an HTTP call are applied directly to the world.
    if (event.type === 'CallsCounted') world.countCalls(event.counted, at);
    if (event.type === 'SettingsChanged') world.reconfigure(event.settings, at);
    if (event.type === 'SeedChanged') world.reseed(event.seed, at);
    if (event.type === 'ClockPolicySet') world.setClockPolicy(event.policy, at);
    const sent = requestFor(event, at);
    end = seq;
    if (event.type === 'CallerLeft') {
      held.get(event.call)?.leave();
      newest = {};
      // A call that was sent later may have been answered already.
      await awaitEntry(world, seq, undefined, undefined, turnsMax);
    } else if (sent !== undefined) {
      last = send(sent);
      newest = { sent, answered: last.answered };
      await awaitEntry(world, seq, sent, last.answered, turnsMax);
    }
  }
  // What follows from the last input may take several turns, as it does in a long advance.
  await awaitEntry(world, end, newest.sent, newest.answered, turnsMax);
};

const requestFor = (event: DomainEvent | InputEvent, at: number): SentRequest | undefined => {
  if (event.type === 'InputReceived') return callFor(event, at);
  if (event.type !== 'ClockAdvanced') return undefined;
  const body = JSON.stringify({ to: `${at}ms` });
  return { method: 'POST', path: '/_podsim/v1/clock/advance', headers: { 'content-type': 'application/json' }, body };
};

/** Whether all calls of a log have a path: one that lacks a part of it reaches no operation over HTTP, as a library's call does. */
export const haveWholePaths = (entries: Iterable<LogEntry<DomainEvent>>): boolean => {
  for (const { event } of entries) {
    if (event.type !== 'InputReceived') continue;
    const { path = '', passesOn } = findOperation(event.operation) ?? {};
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g))
      if ((event.request.params[name] ?? '') === '' && !(passesOn === true && name === 'path')) return false;
  }
  return true;
};

/** The request of a call, with the headers for the simulator. */
const callFor = ({ operation, client, request, key }: Extract<InputEvent, { type: 'InputReceived' }>, at: number): SentRequest => {
  const row = findOperation(operation);
  if (row === undefined) throw new Error(`there is no operation ${operation}`);
  const { method, params, query, headers, body, podsim } = request;
  const path = fillPath(row, params, (below) => below);
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  );
  return {
    method: method ?? row.methods[0] ?? '',
    path: asked.size === 0 ? path : `${path}?${asked}`,
    headers: {
      ...authorization(client),
      ...headers,
      // The content type for a worker comes from the sender only.
      ...(body === undefined || row.passesOn ? {} : { 'content-type': 'application/json' }),
      ...(row.success.frames === undefined ? {} : { accept: 'text/event-stream' }),
      'x-podsim-at': `${at}ms`,
      ...(key === undefined ? {} : { 'x-podsim-key': key }),
      ...(podsim?.handler === undefined ? {} : { 'x-podsim-handler': inAscii(podsim.handler) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
};

/**
 * The SHA-256 of a world that the inputs of a log are sent to. The log does not say what its clients sent, only the digests: this world
 * takes them for keys.
 */
export const takingDigests = (text: string): string => (/^[0-9a-f]{32}$/.test(text) ? text : sha256(text));

const authorization = (client: Client): Record<string, string> => {
  if ('digest' in client) return { authorization: `Bearer ${client.digest}` };
  return client.because === 'malformed' ? { authorization: 'Bearer' } : {};
};

/** Headers can contain no other characters. */
const inAscii = (value: Json): string =>
  JSON.stringify(value).replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Waits until the log of the world has that entry. A call that is not pending is answered by then, or shortly after. */
const awaitEntry = async (
  world: World,
  seq: number,
  sent: SentRequest | undefined,
  answered: Promise<number | undefined> | undefined,
  turnsMax: number,
): Promise<void> => {
  let turns = 0;
  let status: number | undefined;
  answered?.then((code) => {
    status = code;
  });
  while (world.log.length < seq) {
    if (++turns > turnsMax || (status !== undefined && world.log.length < seq))
      throw new Error(
        `${sent?.method} ${sent?.path} (${status ?? 'unanswered'}) did not bring the log to entry ${seq}: it ends at ${world.log.length}`,
      );
    await new Promise((later) => setImmediate(later));
  }
};

/** Through a given `fetch`. */
export const throughFetch =
  (inner: typeof fetch, base: string): Transport =>
  ({ path, body, ...init }) => {
    const leaving = new AbortController();
    const answered = inner(`${base}${path}`, {
      ...init,
      // For a text, `fetch` would send the type text/plain.
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
      signal: leaving.signal,
    }).then(
      async (response) => {
        const isStream = response.headers.get('content-type') === 'text/event-stream';
        // An answer that a fault cuts cannot be read to its end: that is for its client, and the log has the call.
        await (isStream ? response.body?.cancel() : response.text())?.catch(() => undefined);
        return response.status;
      },
      () => undefined,
    );
    return { answered, leave: () => leaving.abort() };
  };
