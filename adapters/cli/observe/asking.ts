/** The endpoint that is asked, and the key that it is asked with. */
export interface Target {
  /** Of the queue API, without `/v2`. */
  readonly queue: string;
  /** Of the management API, without `/v2`. */
  readonly management: string;
  readonly endpoint: string;
  readonly key: string;
  /** The name of the variable that has the key. */
  readonly keyName: string;
}

/** The outcome of a call: an answer; a request to come back later; nothing, which another try may mend; or a refusal, which none mends. */
export type Heard =
  | { readonly kind: 'answer'; readonly body: unknown }
  | { readonly kind: 'later'; readonly waitMs: number; readonly words: string }
  | { readonly kind: 'nothing'; readonly words: string }
  | AskingRefusal;

interface AskingRefusal {
  readonly kind: 'refusal';
  readonly status: number;
  /** The outcome, without anything that identifies the endpoint: for the observation. */
  readonly reason: string;
  /** The same for the person at the terminal, with advice. */
  readonly words: string;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: unknown;
}

/** Makes one call. It never throws, and no word that it returns has the key. */
export const ask = async (target: Target, fetch: typeof globalThis.fetch, { method, url, body }: Call): Promise<Heard> => {
  const headers = { authorization: `Bearer ${target.key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  try {
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return await hear(target, response);
  } catch (error) {
    return { kind: 'nothing', words: explainSilence(error) };
  }
};

const hear = async (target: Target, response: Response): Promise<Heard> => {
  const { status } = response;
  const text = await readText(response);
  if (status === 429) return { kind: 'later', waitMs: readRetryAfter(response), words: 'the endpoint answers 429 (too many calls)' };
  if (status >= 500) return { kind: 'nothing', words: `the endpoint answers ${status}` };
  const refuse = (reason: string, advice: string): Heard => ({ kind: 'refusal', status, reason, words: `${reason}: ${advice}` });
  if (text === undefined)
    return refuse(
      `more than ${answerMegabytesMax} MB (${status}) came in place of an answer`,
      `${target.queue} is not the address of the queue API; give that, such as https://api.runpod.ai`,
    );
  const body = parseJson(text);
  if (body === undefined && !(status in refusals) && !isRedirect(status))
    return refuse(
      `${/^\s*</.test(text) ? 'a web page' : 'what is no JSON'} (${status}) came in place of an answer`,
      `${target.queue} is not the address of the queue API; give that, such as https://api.runpod.ai`,
    );
  if (response.ok) return { kind: 'answer', body };
  const advise = refusals[status] ?? (isRedirect(status) ? adviseRedirected : adviseOther);
  return refuse(`the endpoint answers ${status}`, advise(target));
};

/** More than the output of any job. */
const answerMegabytesMax = 32;
const bytesPerMegabyte = 1_048_576;

/** The body; undefined where it is longer than any answer: no more of it is read then. */
const readText = async ({ body }: Response): Promise<string | undefined> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > answerMegabytesMax * bytesPerMegabyte) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const refusals: Readonly<Record<number, (target: Target) => string>> = {
  401: ({ keyName }) => `the key in ${keyName} is not accepted there; put one of its account into ${keyName}`,
  403: ({ keyName }) => `the key in ${keyName} may not do this; give it the permission, or use another`,
  404: ({ queue, endpoint }) =>
    `${queue} knows no endpoint ${endpoint}; give the id that its console shows by --endpoint, or another address`,
};

const adviseRedirected = ({ queue }: Target): string =>
  `${queue} leads elsewhere, and the key is sent nowhere else; give the address to which it leads`;
const adviseOther = (): string => 'it takes no such call; `podsim serve` shows what it should answer';

const waitMsUsual = 5_000;
const msPerSecond = 1_000;

/** How long an answer asks to wait: in seconds, or until a date. */
const readRetryAfter = ({ headers }: Response): number => {
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * msPerSecond;
  const [until, now] = [Date.parse(text), Date.parse(headers.get('date') ?? '')];
  return Number.isNaN(until) || Number.isNaN(now) ? waitMsUsual : Math.max(0, until - now);
};

const explainSilence = (error: unknown): string => {
  const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string } };
  if (name === 'TimeoutError' || name === 'AbortError') return 'the endpoint does not answer in time';
  const code = cause?.code ?? name ?? 'unknown';
  return `the endpoint cannot be reached (${meanings[code] ?? code})`;
};

const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closes the connection',
  UND_ERR_SOCKET: 'it closes the connection',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be looked up now',
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
