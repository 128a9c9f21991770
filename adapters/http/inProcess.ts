import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import express, { type Express } from 'express';
import injectRequest, { type Response as Injected } from 'light-my-request';
import { operations } from '../../engine/api/index.ts';
import { controlOperations } from '../../engine/control/index.ts';
import { readFetchCall } from './fetchCall.ts';
import { giveRealTimers, withRealTimers } from './realTimers.ts';

/** A `fetch` that reaches an app without a socket: for tests, and for SDKs that accept a custom `fetch`. */
export const fetchThrough = (app: Express): typeof fetch => {
  isolatePrototypes(app);
  followCalls(app);
  return async (resource, init) => {
    const { url, method, headers, body, signal } = await readFetchCall(resource, init);
    signal?.throwIfAborted();
    const isStream = headers['accept']?.includes('text/event-stream') === true || alwaysStreams(url.pathname);
    // Awaited inside, because the library begins only when it is.
    const inject = async (): Promise<Injected> =>
      await injectRequest(app, {
        method: method as 'GET',
        url: `${url.pathname}${url.search}`,
        // Without this, the library would send its own name as user agent.
        headers: { 'user-agent': undefined, ...headers, host: url.host },
        payloadAsStream: isStream,
        ...(body === undefined ? {} : { payload: body }),
        ...(signal === undefined ? {} : { signal }),
      });
    const call: Called = { signal, isSecure: url.protocol === 'https:', written: [] };
    const answer = await called.run(call, inject).catch((error: unknown) => {
      // As from `fetch`.
      if (signal?.aborted === true) throw signal.reason;
      const { response } = call;
      if ((error as { readonly code?: string }).code !== 'LIGHT_ECONNRESET') throw error;
      if (response?.headersSent !== true) throw new TypeError('fetch failed', { cause: error });
      return respondBroken(response.statusCode, call.written);
    });
    return answer instanceof Response ? answer : respondWhole(answer, isStream);
  };
};

/**
 * light-my-request changes the prototypes of Express's requests and responses. All apps of the process share these, so a server on a socket
 * would break. This app gets copies of its own, and serves only calls without a socket.
 */
const isolatePrototypes = (app: Express): void => {
  Object.setPrototypeOf(app.request, Object.create(IncomingMessage.prototype, Object.getOwnPropertyDescriptors(express.request)));
  Object.setPrototypeOf(app.response, Object.create(ServerResponse.prototype, Object.getOwnPropertyDescriptors(express.response)));
};

/** The facts about the current call that the app cannot know, because there is no socket. */
const called = new AsyncLocalStorage<Called>();

interface Called {
  readonly signal: AbortSignal | undefined;
  readonly isSecure: boolean;
  /** The bytes that the app has written before the end: an answer may break off inside (fault.socket). */
  readonly written: Uint8Array[];
  response?: ServerResponse;
}

/** An answer that broke off: its bytes so far, and then an error. */
const respondBroken = (status: number, written: readonly Uint8Array[]): Response => {
  const body = new ReadableStream({
    start: (controller) => {
      for (const piece of written) controller.enqueue(new Uint8Array(piece));
    },
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
  return new Response(body as unknown as Blob, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
};

/**
 * light-my-request ignores a client that leaves after its body was read: the app gets `close` for it, as it would from a socket. It forgets
 * the scheme of the URL, too, which Express reads from the socket.
 */
const followCalls = (app: Express): void => {
  // Express's types leave out that an app calls its `handle`.
  const its = app as unknown as { handle: RequestListener };
  const handle = its.handle.bind(app);
  its.handle = (req, res) => {
    const call = called.getStore();
    call?.signal?.addEventListener('abort', () => res.destroy(), { once: true });
    if (call !== undefined) noteWritten(call, res);
    Object.assign(req.socket, { encrypted: call?.isSecure === true });
    giveRealTimers(req as ReadableMessage, '_read', 'emit');
    if (res.socket !== null) giveRealTimers(res.socket, '_write');
    withRealTimers(() => handle(req, res));
  };
};

/** With the method that Node's types leave out. */
type ReadableMessage = IncomingMessage & { _read: (size: number) => void };

const noteWritten = (call: Called, res: ServerResponse): void => {
  const write = res.write.bind(res) as (...args: readonly unknown[]) => boolean;
  call.response = res;
  res.write = ((piece: unknown, ...rest: readonly unknown[]) => {
    if (piece instanceof Uint8Array) call.written.push(piece);
    return write(piece, ...rest);
  }) as typeof res.write;
};

/** Whether the answer is a stream, whatever the client accepts. Waiting for all of it would never end. */
const alwaysStreams = (path: string): boolean => streams.some((stream) => stream.test(path));

const streams = [...operations, ...controlOperations]
  .filter(({ success, headers }) => success.frames !== undefined && headers?.includes('accept') !== true)
  .map(({ path }) => new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

const respondWhole = (answer: Injected, isStream: boolean): Response => {
  const { statusCode: status, rawPayload, headers } = answer;
  const body = status === 204 ? null : isStream ? openStream(answer) : rawPayload.length === 0 ? null : rawPayload;
  const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Response(body as Blob | null, { status, headers: given });
};

/** A streamed body. `Readable.toWeb` is not used: it throws outside of any caller's reach when its reader cancels early. */
const openStream = (answer: Injected): ReadableStream => {
  const source = answer.stream();
  const { res } = answer.raw;
  let isBroken = false;
  return new ReadableStream({
    start: (controller) => {
      // The app broke the connection: the bytes that it had sent come first.
      res.once('close', () => {
        isBroken = !res.writableFinished;
        if (isBroken && (controller.desiredSize ?? 0) > 0) controller.error(new TypeError('terminated'));
      });
      source.on('data', (piece: Buffer) => controller.enqueue(new Uint8Array(piece)));
      source.once('end', () => controller.close());
      source.once('error', (error) => controller.error(error));
    },
    pull: (controller) => {
      if (isBroken) controller.error(new TypeError('terminated'));
    },
    cancel: () => {
      // A cancelled stream is closed already. Closing it again would throw outside of any caller's reach.
      source.removeAllListeners('data').removeAllListeners('end');
      // The app gets `close`, as it would from a socket.
      res.destroy();
    },
  });
};
