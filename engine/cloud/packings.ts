import { packFields } from '../kernel/log/packFields.ts';
import { type AnyPacking, Packings } from '../kernel/log/packing.ts';
import type { InputEvent } from './input.ts';
import { jobPackings } from './job/packings.ts';
import { workerPackings } from './worker/packings.ts';

/** The call that submits a job, if it counts towards no limit. */
const submission = packFields<Extract<InputEvent, { readonly type: 'InputReceived' }>>('InputReceived', {
  operation: 'text',
  client: 'shared',
  request: { params: { endpoint_id: 'text' }, query: {}, body: { input: 'value' } },
  key: 'text if given',
});

/** How the log keeps what it has most of: the events of an ordinary job, from the call to the end of its result. */
export const packedTypes: readonly AnyPacking[] = [submission, ...jobPackings, ...workerPackings];
export const packings = new Packings(packedTypes);
