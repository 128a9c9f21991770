import { describe, expect, test } from 'vitest';
import type { JobEvent } from '../../../engine/cloud/job/events.ts';
import { evolveJob } from '../../../engine/cloud/job/evolve.ts';
import { jobEntity } from '../../../engine/cloud/job/job.ts';
import { applyEvent } from '../../../engine/kernel/decider.ts';
import { InvariantViolation } from '../../../engine/kernel/invariant.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { foldsAlike } from '../../support/worlds/folding.ts';
import { completed, events, failed, input, jobId, queuedWith, requeued, retried, started, streamedOf, workerId } from './examples.ts';

/** The job after events at 1 s, 2 s, 3 s, … */
const jobAfter = (...happened: readonly JobEvent[]) =>
  happened.reduce((job, event, k) => applyEvent(evolveJob, job, event, ((k + 1) * 1_000) as VirtualTime), jobEntity.initial(jobId));
const queued = queuedWith({ webhook: 'https://example.com/hook' });

describe('a job', () => {
  test('remembers when it joined the line, and how long it waited', () => {
    const { submittedAt, queuedAt, startedAt, delayTime, starts } = jobAfter(queued, started);
    expect({ submittedAt, queuedAt, startedAt, delayTime, starts }).toStrictEqual({
      submittedAt: 1_000,
      queuedAt: 1_000,
      startedAt: 2_000,
      delayTime: 1_000,
      starts: 1,
    });
  });

  test('that ends has its result, its worker, and its webhook to send', () => {
    const {
      status,
      output,
      executionTime,
      finishedAt,
      workerId: on,
      webhookDue,
    } = jobAfter(queued, started, { ...completed, executionTime: 7 });
    expect({ status, output, executionTime, finishedAt, on, webhookDue }).toStrictEqual({
      status: 'COMPLETED',
      output: input,
      executionTime: 7,
      finishedAt: 3_000,
      on: workerId,
      webhookDue: true,
    });
  });

  test('that is requeued has waited since it was first queued; one that is retried starts waiting again', () => {
    expect(jobAfter(queued, started, requeued).queuedAt).toBe(1_000);
    expect(jobAfter(queued, started, failed, retried).queuedAt).toBe(4_000);
  });

  test('that is retried is as it was when it was queued, but for when that was and how often it started', () => {
    const limited: JobEvent = { type: 'JobResultLimited', jobId, until: 4_500 as VirtualTime };
    const fresh = jobAfter(queued);
    expect(jobAfter(queued, started, streamedOf('a'), failed, limited, retried)).toStrictEqual({ ...fresh, queuedAt: 6_000, starts: 1 });
  });

  test('refuses an event that cannot have happened', () => {
    expect(() => jobAfter(queued, completed)).toThrow(InvariantViolation);
  });
});

test('folding events in place and folding them into copies give the same state, for every sequence of events', () => {
  foldsAlike(jobEntity, events);
});
