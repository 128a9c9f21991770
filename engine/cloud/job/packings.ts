import type { Json } from '../../kernel/canonical.ts';
import type { Packing } from '../../kernel/log/packing.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { Attempt, AttemptEnding } from '../handler/attempt.ts';
import type { JobTerms } from '../handler/jobTerms.ts';
import type { ExpiryReason, JobEvent, JobSource } from './events.ts';

type JobPacking<Type extends JobEvent['type']> = Packing<Extract<JobEvent, { readonly type: Type }>>;

const queued: JobPacking<'JobQueued'> = {
  type: 'JobQueued',
  put({ jobId, endpointId, source, input, terms, batch }, cells, at) {
    if (batch !== undefined || input === undefined) return 0;
    cells[at] = jobId;
    cells[at + 1] = endpointId;
    cells[at + 2] = source;
    cells[at + 3] = input;
    cells[at + 4] = terms;
    return 5;
  },
  take: (cells, at) => ({
    type: 'JobQueued',
    jobId: cells[at] as string,
    endpointId: cells[at + 1] as string,
    source: cells[at + 2] as JobSource,
    input: cells[at + 3] as Json,
    terms: cells[at + 4] as JobTerms,
  }),
  write(cells, at, out) {
    out.writePart(',"endpointId":');
    out.writeString(cells[at + 1] as string);
    out.writePart(',"input":');
    out.writeValue(cells[at + 3] as Json);
    out.writePart(',"jobId":');
    out.writeString(cells[at] as string);
    out.writePart(',"source":');
    out.writeString(cells[at + 2] as JobSource);
    out.writePart(',"terms":');
    out.writeShared(cells[at + 4] as JobTerms);
  },
};

const started: JobPacking<'JobStarted'> = {
  type: 'JobStarted',
  put({ jobId, workerId, attempt, timeoutMs }, cells, at) {
    if (!isPlain(attempt)) return 0;
    cells[at] = jobId;
    cells[at + 1] = workerId;
    cells[at + 2] = attempt.runsMs;
    cells[at + 3] = attempt.ending;
    cells[at + 4] = timeoutMs;
    return 5;
  },
  take: (cells, at) => ({
    type: 'JobStarted',
    jobId: cells[at] as string,
    workerId: cells[at + 1] as string,
    attempt: { runsMs: cells[at + 2] as DurationMs, ending: cells[at + 3] as AttemptEnding },
    timeoutMs: cells[at + 4] as DurationMs,
  }),
  write(cells, at, out) {
    out.writePart(',"attempt":{"ending":');
    out.writeString(cells[at + 3] as AttemptEnding);
    out.writePart(',"runsMs":');
    out.writeNumber(cells[at + 2] as DurationMs);
    out.writePart('},"jobId":');
    out.writeString(cells[at] as string);
    out.writePart(',"timeoutMs":');
    out.writeNumber(cells[at + 4] as DurationMs);
    out.writePart(',"workerId":');
    out.writeString(cells[at + 1] as string);
  },
};

/** Whether an attempt says nothing but how long it runs and how it ends. */
const isPlain = (attempt: Attempt): boolean =>
  attempt.loadsMs === undefined &&
  attempt.postMs === undefined &&
  attempt.output === undefined &&
  attempt.error === undefined &&
  attempt.stream === undefined &&
  attempt.status === undefined &&
  attempt.headers === undefined &&
  attempt.shared === undefined &&
  attempt.tokens === undefined &&
  attempt.external === undefined;

const completed: JobPacking<'JobCompleted'> = {
  type: 'JobCompleted',
  put({ jobId, workerId, output, executionTime, bare }, cells, at) {
    if (bare !== undefined || output === undefined) return 0;
    cells[at] = jobId;
    cells[at + 1] = workerId;
    cells[at + 2] = output;
    cells[at + 3] = executionTime;
    return 4;
  },
  take: (cells, at) => ({
    type: 'JobCompleted',
    jobId: cells[at] as string,
    workerId: cells[at + 1] as string,
    output: cells[at + 2] as Json,
    executionTime: cells[at + 3] as DurationMs,
  }),
  write(cells, at, out) {
    out.writePart(',"executionTime":');
    out.writeNumber(cells[at + 3] as DurationMs);
    out.writePart(',"jobId":');
    out.writeString(cells[at] as string);
    out.writePart(',"output":');
    out.writeValue(cells[at + 2] as Json);
    out.writePart(',"workerId":');
    out.writeString(cells[at + 1] as string);
  },
};

const expired: JobPacking<'JobExpired'> = {
  type: 'JobExpired',
  put({ jobId, reason, workerId }, cells, at) {
    cells[at] = jobId;
    cells[at + 1] = reason;
    cells[at + 2] = workerId;
    return 3;
  },
  take: (cells, at) => ({
    type: 'JobExpired',
    jobId: cells[at] as string,
    reason: cells[at + 1] as ExpiryReason,
    workerId: cells[at + 2] as string | null,
  }),
  write(cells, at, out) {
    out.writePart(',"jobId":');
    out.writeString(cells[at] as string);
    out.writePart(',"reason":');
    out.writeString(cells[at + 1] as ExpiryReason);
    out.writePart(',"workerId":');
    if (cells[at + 2] === null) out.writeJson('null');
    else out.writeString(cells[at + 2] as string);
  },
};

/** How the log keeps the events of an ordinary job. */
export const jobPackings = [queued, started, completed, expired];
