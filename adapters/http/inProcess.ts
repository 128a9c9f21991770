import { IncomingMessage, ServerResponse } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import express, { type Express } from 'express';
import inject, { type Response as Injected } from 'light-my-request';
import { controlOperations, operations } from '../../engine/index.ts';

/** A `fetch` that reaches an app without a socket: for tests, and for SDKs that take a fetch of one's own. */
export const fetchThrough = (app: Express): typeof fetch => {
  ownPrototypes(app);
  return async (resource, init) => {
    const { url, method, headers, payload, signal } = await partsOf(resource, init);
    signal?.throwIfAborted();
    const goesOn = headers['accept']?.includes('text/event-stream') === true || alwaysGoesOn(url.pathname);
    const answer = await inject(app, {
      method: method.toUpperCase() as 'GET',
      url: `${url.pathname}${url.search}`,
      // The name that the library would give itself is no client's; and a client without a name sends none.
      headers: { 'user-agent': undefined, ...headers, host: url.host },
      payloadAsStream: goesOn,
      ...(payload === undefined ? {} : { payload }),
      ...(signal === undefined ? {} : { signal }),
    });
    return responseOf(answer, goesOn);
  };
};

/**
 * light-my-request puts its own requests and responses beneath those of Express, which all apps of the process share: a
 * server on a socket would break. This app gets a copy of its own to be changed; it is for calls without a socket alone.
 */
const ownPrototypes = (app: Express): void => {
  Object.setPrototypeOf(app.request, Object.create(IncomingMessage.prototype, Object.getOwnPropertyDescriptors(express.request)));
  Object.setPrototypeOf(app.response, Object.create(ServerResponse.prototype, Object.getOwnPropertyDescriptors(express.response)));
};

/** Whether the answer is a stream whatever the client accepts: one that is waited for in full would never come. */
const alwaysGoesOn = (path: string): boolean => streams.some((stream) => stream.test(path));

const streams = [...operations, ...controlOperations]
  .filter(({ success, headers }) => success.frames !== undefined && headers?.includes('accept') !== true)
  .map(({ path }) => new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

interface Parts {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer | undefined;
  readonly signal: AbortSignal | undefined;
}

type FetchInit = Parameters<typeof fetch>[1];

/** What most callers give is read as it is; a `Request` is made only of what is more than that. */
const partsOf = async (resource: Parameters<typeof fetch>[0], init: FetchInit): Promise<Parts> => {
  const body = init?.body ?? undefined;
  if (!(resource instanceof Request) && (body === undefined || typeof body === 'string')) {
    return {
      url: new URL(resource),
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      payload: body,
      signal: init?.signal ?? undefined,
    };
  }
  const request = new Request(resource, init);
  return {
    url: new URL(request.url),
    method: request.method,
    headers: Object.fromEntries(request.headers),
    payload: request.body === null ? undefined : Buffer.from(await request.arrayBuffer()),
    signal: request.signal,
  };
};

const responseOf = (answer: Injected, goesOn: boolean): Response => {
  const { statusCode: status, rawPayload, headers } = answer;
  const body = status === 204 ? null : goesOn ? streamOf(answer) : rawPayload.length === 0 ? null : rawPayload;
  const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Response(body as Blob | null, { status, headers: given });
};

/** What goes on, piece by piece. `Readable.toWeb` would throw, where nobody could catch it, if its reader left with more to come. */
const streamOf = (answer: Injected): ReadableStream => {
  const source = answer.stream();
  return new ReadableStream({
    start: (controller) => {
      source.on('data', (piece: Buffer) => controller.enqueue(new Uint8Array(piece)));
      source.once('end', () => controller.close());
      source.once('error', (error) => controller.error(error));
    },
    cancel: () => {
      // What is cancelled is closed already; to close it again would throw, where nobody could catch it.
      source.removeAllListeners('data').removeAllListeners('end');
      // The app is told, as it would be by a socket.
      answer.raw.res.destroy();
    },
  });
};
