import { packFields } from '../../kernel/log/packFields.ts';
import type { JobEvent } from './events.ts';

type JobEventOf<Type extends JobEvent['type']> = Extract<JobEvent, { readonly type: Type }>;

/** How the log keeps the events of an ordinary job. */
export const jobPackings = [
  packFields<JobEventOf<'JobQueued'>>('JobQueued', { jobId: 'text', endpointId: 'text', source: 'text', input: 'value', terms: 'shared' }),
  packFields<JobEventOf<'JobStarted'>>('JobStarted', {
    jobId: 'text',
    workerId: 'text',
    attempt: { runsMs: 'number', ending: 'text' },
    timeoutMs: 'number',
  }),
  packFields<JobEventOf<'JobCompleted'>>('JobCompleted', { jobId: 'text', workerId: 'text', output: 'value', executionTime: 'number' }),
  packFields<JobEventOf<'JobExpired'>>('JobExpired', { jobId: 'text', reason: 'text', workerId: 'text or null' }),
];
