import { expect, test } from 'vitest';
import { InputKeys } from '../../../engine/cloud/projections/inputKeys.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';

const said = { body: { input: { n: 1 } } };

/** The key of a request at 9 ms, after the same one at other times. */
const keyAfter = (...earlier: readonly number[]): string => {
  const history = new InputKeys().of('acc-a', 'run');
  for (const at of [...earlier, 9]) history.record(said, at as VirtualTime);
  return history.key();
};

test('what a request draws depends on how often the same was said at its instant, and on nothing that was said before', () => {
  expect([keyAfter(1), keyAfter(1, 5, 5), keyAfter(...Array.from({ length: 70 }, () => 4))]).toStrictEqual([
    keyAfter(),
    keyAfter(),
    keyAfter(),
  ]);
  const twins = [keyAfter(), keyAfter(9), keyAfter(9, 9), keyAfter(...Array.from({ length: 70 }, () => 9))];
  expect(new Set(twins).size).toBe(4);
});

test('a request has a key of its own in each account and each operation', () => {
  const keys = [
    ['acc-a', 'run'],
    ['acc-b', 'run'],
    ['acc-a', 'runsync'],
  ].map(([account = '', operation = '']) => {
    const history = new InputKeys().of(account, operation);
    history.record(said, 9 as VirtualTime);
    return history.key();
  });
  expect(new Set(keys).size).toBe(3);
});

test('a twin is one also after a snapshot', () => {
  const [before, after] = [new InputKeys(), new InputKeys()];
  before.of('acc-a', 'run').record(said, 9 as VirtualTime);
  finish(after.load(before.dump()));
  after.of('acc-a', 'run').record(said, 9 as VirtualTime);
  expect(after.of('acc-a', 'run').key()).toBe(keyAfter(9));
});
