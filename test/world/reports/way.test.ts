import { describe, expect, test } from 'vitest';
import { entities, kinds } from '../../../engine/cloud/entities.ts';
import { wayOn, wayWords } from '../../../engine/world/reports/explain/way.ts';

const wordsOf = (kind: (typeof kinds)[number], status: string): string | null => {
  const way = wayOn(kind, status, []);
  return way === null ? null : wayWords(way);
};

describe('the way on', () => {
  // biome-ignore format: a table
  test.each([
    ['job',     'IN_QUEUE',    'to be COMPLETED it must: a ready worker takes it (JobStarted); the handler returns (JobCompleted)'],
    ['job',     'IN_PROGRESS', 'to be COMPLETED it must: the handler returns (JobCompleted)'],
    ['job',     'FAILED',      'to be COMPLETED it must: the client asks again: same id, same input (JobRetried); a ready worker takes it (JobStarted); the handler returns (JobCompleted)'],
    ['job',     'COMPLETED',   null],
    ['job',     'CANCELLED',   'it can no longer be COMPLETED'],
    ['request', 'FAILED',      'it can no longer be ANSWERED'],
    ['worker',  'THROTTLED',   'to be IDLE it must: it finds a host (WorkerPlaced); the container is up (WorkerReady)'],
    ['worker',  'RUNNING',     null],
    ['cluster', 'DEGRADED',    'to be ACTIVE it must: every member runs again (ClusterBecameActive)'],
    ['account', 'OPEN',        null],
  ] as const)('of a %s that is %s', (kind, status, words) => {
    expect(wordsOf(kind, status)).toBe(words);
  });

  test('begins in the words of what may happen to this one', () => {
    const row = { from: 'IN_QUEUE', event: 'JobStarted', to: 'IN_PROGRESS', rule: 'job.order', description: 'its turn comes' };
    expect(wayOn('job', 'IN_QUEUE', [row])?.steps?.map(({ description }) => description)).toStrictEqual([
      'its turn comes',
      'the handler returns',
    ]);
  });

  test.each(kinds)('is one that the lifecycle of %s allows', (kind) => {
    const { statuses, to } = entities[kind].lifecycle;
    for (const { status } of statuses) {
      const way = wayOn(kind, status, []);
      if (way === null || way.steps === null) continue;
      expect(way.steps.reduce((at, step) => to(at, step.event) as string, status)).toBe(way.to);
    }
  });
});
