import { z } from 'zod';
import { lazily } from '../../kernel/collections/lazily.ts';
import { documented } from './parts/documented.ts';
import { json } from './parts/json.ts';
import { openObject, strictObject } from './parts/objects.ts';

/** The query of each call of a process. It sends more than the simulator uses, and its image decides some of the values. */
export const leaseQuery = openObject(() => ({
  lease: z.string().optional().describe('Tells the process from others that ask as the same worker (worker-api.identity)'),
}));
export const takeBatchQuery = leaseQuery.extend({
  batch_size: z.string().optional().describe('How many jobs it has room for; 1 unless given'),
});
export const doneQuery = leaseQuery.extend({
  isStream: z.string().optional().describe('`true`: the handler is a generator, which has ended'),
});
export const pingQuery = leaseQuery.extend({
  job_id: z.string().optional().describe('The jobs that it holds, joined by commas'),
  status: z.string().optional().describe('`unhealthy`: its start-up check failed, and it ends'),
});

/** The operation checks a worker's post itself: it answers 400 for anything but an object, as the platform does. */
export const posted = json.optional().describe('A JSON object, whatever its content type says');

/** A job as its worker takes it. */
const takenJob = lazily(() =>
  z
    .strictObject({ id: z.string(), input: json.optional(), delayTime: z.int(), retries: z.int(), webhook: z.string().optional() })
    .register(documented, { id: 'TakenJob' }),
);

export const takeAnswer = takenJob;
export const takeBatchAnswer = lazily(() => z.array(takenJob()));
export const stopAnswer = lazily(() => z.strictObject({ jobsToStop: z.array(z.string()) }));
export const nothingMore = lazily(() => z.strictObject({}));

const whichStart = { start: z.int().min(1).optional().describe('Which start of its container it was, from 1; its latest unless given') };

/** The operator's report about a process that has ended. */
export const goneBody = z.strictObject(whichStart).default({});

/** A server's report about jobs whose answer it could not deliver. */
export const returnBody = strictObject(() => ({
  jobs: z.array(z.string()).min(1).optional().describe('Their ids; all jobs that the worker holds unless given'),
})).default({});

const printedLines = z.array(z.string()).min(1).max(1_000).describe('The lines, in order');

/** Lines that a worker's process has printed. */
export const printedBody = strictObject(() => ({ ...whichStart, lines: printedLines }));

/** Lines that a program in a pod has printed. */
export const podPrintedBody = strictObject(() => ({ lines: printedLines }));
