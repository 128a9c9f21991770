import { createEndpoint, getEndpoint, updateEndpoint } from './management/endpoints.ts';
import type { Operation } from './operation.ts';
import { cancel, health, purgeQueue, retry } from './queue/control.ts';
import { status, statusSync } from './queue/status.ts';
import { stream } from './queue/stream.ts';
import { run, runsync } from './queue/submit.ts';

/** Every operation there is. Whoever offers operations, in whatever way, reads this table. */
export const operations: readonly Operation[] = [
  createEndpoint,
  getEndpoint,
  updateEndpoint,
  run,
  runsync,
  status,
  statusSync,
  stream,
  cancel,
  retry,
  purgeQueue,
  health,
];

const operationById: ReadonlyMap<string, Operation> = new Map(operations.map((row) => [row.id, row]));

export const findOperation = (id: string): Operation | undefined => operationById.get(id);
