import type { Operation } from '../operation.ts';
import { clearFault, clearFaults, injectFault } from './faults.ts';
import { setHandler } from './handlers.ts';
import { createKey, revokeKey } from './keys.ts';
import { podPrinted } from './pods.ts';
import { reportWebhook } from './webhooks.ts';
import { returnJobs, watchWorker, workerGone, workerPrinted, workerSilent } from './workers.ts';

const rows = [
  setHandler,
  injectFault,
  clearFault,
  clearFaults,
  createKey,
  revokeKey,
  reportWebhook,
  podPrinted,
  workerGone,
  returnJobs,
  watchWorker,
  workerSilent,
  workerPrinted,
] as const;

/** A row of the commands, with the types it was written with. */
export type CommandRow = (typeof rows)[number];

/** The commands of the control plane to a world, from outside its accounts. The log has them, like every call of an account. */
export const controlCommands: readonly Operation[] = rows;

/** Their names. None asks for a key of an account. */
export const commandIds: ReadonlySet<string> = new Set(rows.map(({ id }) => id));
