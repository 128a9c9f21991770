import { expect, test } from 'vitest';
import { mergeAlike } from '../../../adapters/cli/explore/mergeAlike.ts';
import type { FoundFailure } from '../../../adapters/explorer/exploration.ts';
import type { ShortFailure } from '../../../adapters/explorer/shrinkRun.ts';

const found = (property: string, times: number): FoundFailure => ({
  failure: { property, words: 'w', shape: 's' },
  story: {},
  run: times,
  times,
});
const short = (property: string, story: ShortFailure['story'], isStopped = false): ShortFailure => ({
  ...{ story, failure: { property, words: 'w', shape: 's' }, told: [], comments: new Map(), played: 1, isStopped },
});

test('failures that come down to one story are one finding, which says what else it breaks', () => {
  const three = [found('a', 2), found('b', 7), found('c', 1), found('d', 1)];
  const story = { title: 't', steps: [{ act: 'listPods' }] };
  const merged = mergeAlike(three, [short('a', story), short('b', { ...story, properties: [{ never: 'x' }] }), short('c', { title: 't' })]);
  expect(merged.map((one) => [one.found.failure.property, one.found.times, one.short?.failure.words])).toStrictEqual([
    ['a', 7, 'w (the same story breaks b, too)'],
    ['c', 1, 'w'],
    ['d', 1, undefined],
  ]);
});

test('what was not shortened to the end stays apart', () => {
  expect(mergeAlike([found('a', 1), found('b', 1)], [short('a', {}, true), short('b', {}, true)])).toHaveLength(2);
});
