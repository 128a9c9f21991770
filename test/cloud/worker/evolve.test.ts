import { describe, expect, test } from 'vitest';
import type { WorkerEvent } from '../../../engine/cloud/worker/events.ts';
import { evolveWorker } from '../../../engine/cloud/worker/evolve.ts';
import { workerEntity } from '../../../engine/cloud/worker/worker.ts';
import { applyEvent } from '../../../engine/kernel/decider.ts';
import { InvariantViolation } from '../../../engine/kernel/invariant.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { foldsAlike } from '../../support/worlds/folding.ts';
import {
  crashed,
  events,
  freed,
  held,
  holdEnded,
  launched,
  lostHost,
  placed,
  placement,
  polled,
  ready,
  retuned,
  stopped,
  throttled,
  tookJob,
  workerId,
} from './examples.ts';

/** The worker after events at 1 s, 2 s, 3 s, … */
const workerAfter = (...happened: readonly WorkerEvent[]) =>
  happened.reduce(
    (worker, event, k) => applyEvent(evolveWorker, worker, event, ((k + 1) * 1_000) as VirtualTime),
    workerEntity.initial(workerId),
  );

describe('a worker', () => {
  test('knows since when it is in its status; a change of tune is none, nor is a health check', () => {
    expect(workerAfter(launched, ready).since).toBe(2_000);
    expect(workerAfter(launched, ready, retuned).since).toBe(2_000);
    expect(workerAfter(launched, ready, polled).since).toBe(2_000);
  });

  test('is held from its launch until its hold is over, or it stops', () => {
    expect(workerAfter(held).heldUntil).toBe(61_000);
    expect(workerAfter(held, holdEnded).heldUntil).toBeNull();
    expect(workerAfter(held, stopped).heldUntil).toBeNull();
    expect(workerAfter(held, stopped, throttled).heldUntil).toBeNull();
  });

  test('knows since when its container is up', () => {
    expect(workerAfter(launched).startedAt).toBeNull();
    expect(workerAfter(launched, ready, tookJob, freed).startedAt).toBe(2_000);
    expect(workerAfter(launched, ready, crashed(1)).startedAt).toBeNull();
    expect(workerAfter(launched, ready, crashed(1), ready).startedAt).toBe(4_000);
    expect(workerAfter(launched, ready, stopped).startedAt).toBeNull();
  });

  test('has a place from its launch until it stops, or loses its host', () => {
    expect(workerAfter(launched, ready).placement).toStrictEqual(placement);
    expect(workerAfter(throttled).placement).toBeNull();
    expect(workerAfter(throttled, placed).placement).toStrictEqual(placement);
    expect(workerAfter(launched, ready, stopped).placement).toBeNull();
    expect(workerAfter(launched, ready, lostHost()).placement).toBeNull();
  });

  test('whose host is gone has lost its job and its image with it', () => {
    expect(workerAfter(launched, ready, tookJob, lostHost('job-1'))).toMatchObject({ jobId: null, pulled: false, startedAt: null });
  });

  test('has the result of its health check until it is launched again', () => {
    expect(workerAfter(launched).health).toBeNull();
    expect(workerAfter(launched, polled).health).toBe(204);
    expect(workerAfter(launched, polled, ready, stopped, launched).health).toBeNull();
    expect(workerAfter(launched, polled, lostHost()).health).toBeNull();
  });

  test('has its image on its host once its container was up, or where the host had it', () => {
    const there = { imageOnHost: true } as const;
    expect(workerAfter(launched).pulled).toBe(false);
    expect(workerAfter(launched, ready).pulled).toBe(true);
    expect(workerAfter(launched, ready, stopped, launched).pulled).toBe(false);
    expect(workerAfter({ ...launched, ...there } as WorkerEvent).pulled).toBe(true);
    expect(workerAfter(throttled, placed).pulled).toBe(false);
    expect(workerAfter(throttled, { ...placed, ...there } as WorkerEvent).pulled).toBe(true);
    expect(workerAfter({ ...launched, ...there } as WorkerEvent, lostHost(), placed).pulled).toBe(false);
  });

  test('refuses an event that cannot have happened', () => {
    expect(() => workerAfter(launched, tookJob)).toThrow(InvariantViolation);
  });
});

test('folding events in place and folding them into copies give the same state, for every sequence of events', () => {
  foldsAlike(workerEntity, events);
});
