import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Express } from 'express';
import inject, { type Response as Injected } from 'light-my-request';

/** A `fetch` that reaches an app without a socket: for tests, and for SDKs that take a fetch of one's own. */
export const fetchThrough =
  (app: Express): typeof fetch =>
  async (resource, init) => {
    const { url, method, headers, payload, signal } = await partsOf(resource, init);
    signal?.throwIfAborted();
    const goesOn = headers['accept']?.includes('text/event-stream') === true;
    const answer = await inject(app, {
      method: method.toUpperCase() as 'GET',
      url: `${url.pathname}${url.search}`,
      // The name that the library would give itself is no client's.
      headers: { 'user-agent': '', ...headers, host: url.host },
      payloadAsStream: goesOn,
      ...(payload === undefined ? {} : { payload }),
      ...(signal === undefined ? {} : { signal }),
    });
    return responseOf(answer, goesOn);
  };

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
  const stream = () => Readable.toWeb(answer.stream()) as ReadableStream;
  const body = goesOn ? stream() : rawPayload.length === 0 ? null : rawPayload;
  const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Response(body as Blob | null, { status, headers: given });
};
