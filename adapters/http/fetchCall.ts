/** A call as `fetch` was asked to make it. Header names are in lower case. */
export interface FetchCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  readonly signal: AbortSignal | undefined;
}

type FetchArguments = Parameters<typeof fetch>;

/** Reads the arguments of a `fetch`. Common ones are read directly; only others need the cost of a `Request`. `base`: of URLs that are paths. */
export const readFetchCall = async (resource: FetchArguments[0], init: FetchArguments[1], base?: string): Promise<FetchCall> => {
  const body = init?.body ?? undefined;
  if (!(resource instanceof Request) && (body === undefined || typeof body === 'string'))
    return {
      url: new URL(resource, base),
      method: (init?.method ?? 'GET').toUpperCase(),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body,
      signal: init?.signal ?? undefined,
    };
  const request = new Request(resource instanceof Request ? resource : new URL(resource, base), init);
  return {
    url: new URL(request.url),
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.body === null ? undefined : Buffer.from(await request.arrayBuffer()),
    // Not the signal of the new request, which follows the given one only until that request is collected as garbage.
    signal: init?.signal ?? (resource instanceof Request ? resource.signal : undefined),
  };
};
