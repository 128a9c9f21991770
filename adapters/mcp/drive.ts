import { isLeft } from 'fp-ts/lib/Either.js';
import { buildRequest, type Told, type Tool, type ToolReply, type ToolRequest } from '../../engine/agents/index.ts';
import type { Json } from '../../engine/kernel/index.ts';

/** How the operations of served worlds are reached: as any client reaches them, with or without a socket. */
export interface Reach {
  readonly fetch: typeof fetch;
  readonly url: string;
  /** The secret that calls of the platform are made with, unless a call names another. */
  readonly keyOf: (world: string | undefined) => string | undefined;
  /** The requests instead of the tool's own; the same by default. */
  readonly amend?: (asking: ToolRequest) => ToolRequest;
}

/** Runs a tool: makes its requests one after another, and passes it the answers. */
export const drive = async (tool: Tool, input: Record<string, unknown>, reach: Reach, signal?: AbortSignal): Promise<Told> => {
  const telling = tool.run(input as never);
  let step = telling.next();
  while (step.done !== true) step = telling.next(await send(step.value, reach, signal));
  return step.value;
};

const send = async (
  wanted: ToolRequest,
  { fetch: reached, url, keyOf, amend }: Reach,
  signal: AbortSignal | undefined,
): Promise<ToolReply> => {
  const asking = amend?.(wanted) ?? wanted;
  const request = buildRequest(asking);
  if (isLeft(request)) return { status: 400, body: { title: 'Bad Request', detail: request.left } };
  const { method, path, body, isOfPlatform } = request.right;
  const key = isOfPlatform ? (asking.key ?? keyOf(asking.world)) : undefined;
  try {
    const answer = await reached(`${url}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: answer.status, body: bodyIn(await answer.text()), rule: answer.headers.get('x-podsim-rule') ?? undefined };
  } catch (error) {
    // Errors of `fetch`: for a request that HTTP cannot carry, such as a key with a letter that no header has; or for one that a fault
    // cuts.
    if (!(error instanceof TypeError)) throw error;
    return { status: 400, body: { title: 'Bad Request', detail: `no client gets an answer to this: ${error.message}` } };
  }
};

/** Reads a body: JSON, or another text as it is. */
const bodyIn = (text: string): Json | undefined => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};
