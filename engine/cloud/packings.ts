import type { Json } from '../kernel/canonical.ts';
import { type AnyPacking, type Packing, Packings } from '../kernel/log/packing.ts';
import type { Client, InputEvent, Request } from './input.ts';
import { jobPackings } from './job/packings.ts';
import { workerPackings } from './worker/packings.ts';

/** The call that submits a job, where it counts towards no limit. */
const received: Packing<Extract<InputEvent, { readonly type: 'InputReceived' }>> = {
  type: 'InputReceived',
  put({ operation, client, request, key, counted }, cells, at) {
    if (counted !== undefined || !isSubmission(request)) return 0;
    cells[at] = operation;
    cells[at + 1] = client;
    cells[at + 2] = request.params['endpoint_id'];
    cells[at + 3] = (request.body as { readonly input: Json }).input;
    cells[at + 4] = key;
    return 5;
  },
  take(cells, at) {
    const [client, operation, key] = [cells[at + 1] as Client, cells[at] as string, cells[at + 4] as string | undefined];
    const request = { params: { endpoint_id: cells[at + 2] as string }, query: {}, body: { input: cells[at + 3] as Json } };
    if (key === undefined) return { type: 'InputReceived', operation, client, request };
    return { type: 'InputReceived', operation, client, request, key };
  },
  write(cells, at, out) {
    out.writePart(',"client":');
    out.writeShared(cells[at + 1] as Client);
    if (cells[at + 4] !== undefined) {
      out.writePart(',"key":');
      out.writeString(cells[at + 4] as string);
    }
    out.writePart(',"operation":');
    out.writeString(cells[at] as string);
    out.writePart(',"request":{"body":{"input":');
    out.writeValue(cells[at + 3] as Json);
    out.writePart('},"params":{"endpoint_id":');
    out.writeString(cells[at + 2] as string);
    out.writePart('},"query":{}}');
  },
};

/** Whether a request only gives an endpoint the input of a job. */
const isSubmission = ({ method, params, query, headers, body, unreadable, podsim }: Request): boolean =>
  method === undefined &&
  headers === undefined &&
  unreadable === undefined &&
  podsim === undefined &&
  hasOnly(params, 'endpoint_id') &&
  hasOnly(query) &&
  typeof body === 'object' &&
  body !== null &&
  hasOnly(body, 'input') &&
  (body as { readonly input: unknown }).input !== undefined;

/** Whether an object has that key and no other; without a key, none at all. */
const hasOnly = (object: object, name?: string): boolean => {
  let has = name === undefined;
  for (const key in object) {
    if (key !== name) return false;
    has = true;
  }
  return has;
};

/** How the log keeps what it has most of: the events of an ordinary job, from the call to the end of its result. */
export const packedTypes: readonly AnyPacking[] = [received, ...jobPackings, ...workerPackings];
export const packings = new Packings(packedTypes);
