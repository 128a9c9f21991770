import { describe, expect, test } from 'vitest';
import { evolved } from '../../engine/kernel/decider.ts';
import { InvariantViolation } from '../../engine/kernel/invariant.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import type { WorkerEvent } from '../../engine/worker/events.ts';
import { evolveWorker } from '../../engine/worker/evolve.ts';
import { workerDecider } from '../../engine/worker/worker.ts';
import { foldsAlike } from '../support/folding.ts';
import { crashed, events, freed, launched, ready, retuned, stopped, tookJob, workerId } from './examples.ts';

/** The worker after events at 1 s, 2 s, 3 s, … */
const workerAfter = (...happened: readonly WorkerEvent[]) =>
  happened.reduce(
    (worker, event, k) => evolved(evolveWorker, worker, event, ((k + 1) * 1_000) as VirtualTime),
    workerDecider.initial(workerId),
  );

describe('a worker', () => {
  test('knows since when it is in its status; a change of tune is none', () => {
    expect(workerAfter(launched, ready).since).toBe(2_000);
    expect(workerAfter(launched, ready, retuned).since).toBe(2_000);
  });

  test('knows since when its container is up', () => {
    expect(workerAfter(launched).startedAt).toBeNull();
    expect(workerAfter(launched, ready, tookJob, freed).startedAt).toBe(2_000);
    expect(workerAfter(launched, ready, crashed(1)).startedAt).toBeNull();
    expect(workerAfter(launched, ready, crashed(1), ready).startedAt).toBe(4_000);
    expect(workerAfter(launched, ready, stopped).startedAt).toBeNull();
  });

  test('gives its GPU back when it stops', () => {
    expect(workerAfter(launched, ready).pool).toBe('ADA_24');
    expect(workerAfter(launched, ready, stopped).pool).toBeNull();
  });

  test('was seen by its host once its container was up, until another release comes', () => {
    const newer: WorkerEvent = { ...launched, version: 2 } as WorkerEvent;
    expect(workerAfter(launched).seen).toBe(false);
    expect(workerAfter(launched, ready, stopped).seen).toBe(true);
    expect(workerAfter(launched, ready, stopped, launched).seen).toBe(true);
    expect(workerAfter(launched, ready, stopped, newer).seen).toBe(false);
  });

  test('refuses an event that cannot have happened', () => {
    expect(() => workerAfter(launched, tookJob)).toThrow(InvariantViolation);
  });
});

test('folding events in place and folding them by copies come to the same, whatever a life is', () => {
  foldsAlike(workerDecider, events);
});
