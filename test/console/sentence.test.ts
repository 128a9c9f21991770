import { describe, expect, test } from 'vitest';
import { describeWork } from '../../adapters/console/app/model/calls/sentence.ts';
import type { TimePart, Waterfall } from '../../adapters/console/app/model/calls/waterfall.ts';

const mark = { color: 'wait', shape: '◇' } as const;

/** A job whose time went to these parts, one after the other: `[what, ms, worker, behind]`. */
const work = (status: string, parts: readonly (readonly [string, number, string?, (readonly string[])?])[], hasEnded = true): Waterfall => {
  let from = 0;
  const phases = parts.map(([what, ms, worker, behind = []]): TimePart => {
    const part = { what, mark, from, to: from + ms, seq: 1, worker, behind, isOnPath: !what.startsWith('webhook') };
    from += ms;
    return part;
  });
  return { kind: 'job', endpoint: 'ep-a', from: 0, end: hasEnded ? from : undefined, status, phases, longest: undefined };
};

describe('the sentence of a job', () => {
  test.each([
    [
      'waits for a worker that starts, and behind others',
      work('COMPLETED', [
        ['queue: behind others', 8_800, 'w4', ['a', 'b', 'c']],
        ['cold start', 15_400, 'w4'],
        ['run', 3_000, 'w4'],
      ]),
      'Waited 24.2 s: 15.4 s cold start of worker w4, 8.8 s behind 3 others. Ran 3 s. COMPLETED.',
    ],
    ['does not wait', work('FAILED', [['run', 40]]), 'Did not wait. Ran 40 ms. FAILED.'],
    ['has not begun', work('IN_QUEUE', [['queue', 61_000]], false), 'Waited 1 min 1 s: in the queue. IN_QUEUE until now.'],
    [
      'waits twice for the same',
      work('COMPLETED', [
        ['queue: behind others', 1_000, 'w1', ['a']],
        ['run, lost with its worker', 500, 'w1'],
        ['queue: behind others', 2_000, 'w2', ['b']],
        ['run', 500, 'w2'],
      ]),
      'Waited 3 s: behind another. Ran 1 s. COMPLETED.',
    ],
    [
      'shares its worker, and has a webhook after its end',
      work('COMPLETED', [
        ['run', 2_000, 'w1'],
        ['slowed by others', 500, 'w1'],
        ['webhook, try 1: 200', 0],
      ]),
      'Did not wait. Ran 2.5 s, 500 ms of it because of others on its worker. COMPLETED.',
    ],
  ])('that %s', (_, found, sentence) => {
    expect(describeWork(found, (id) => `worker ${id}`)).toBe(sentence);
  });
});
