import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Crowd } from '../../adapters/http/connections/crowd.ts';

/** A listener for which each request takes 2 ms, on a clock that only it moves; a turn has 4 ms. */
const counting = () => {
  const begun: string[] = [];
  let now = 0;
  const crowd = new Crowd(
    ({ url = '' }) => {
      begun.push(url);
      now += 2;
    },
    { turnMs: 4, now: () => now },
  );
  const ask = (url: string, left = false) => crowd.take({ url, destroyed: left } as IncomingMessage, { destroyed: left } as ServerResponse);
  return { begun, ask };
};

test('requests that come in one turn begin in it while it has time, and the others in later turns, in their order', async () => {
  const { begun, ask } = counting();
  const all = Array.from({ length: 5 }, (_, k) => `/v2/ep-a/run?${k}`);
  for (const url of all) ask(url);
  expect(begun).toStrictEqual(all.slice(0, 2));
  await setImmediate();
  expect(begun).toStrictEqual(all.slice(0, 4));
  await setImmediate();
  expect(begun).toStrictEqual(all);
});

test('a crowd at one world does not hold another: each has its turn', async () => {
  const { begun, ask } = counting();
  for (let k = 0; k < 100; k++) ask(`/_podsim/v1/events?${k}`);
  ask('/worlds/b/_podsim/v1/info');
  await setImmediate();
  expect(begun.slice(2)).toStrictEqual(['/_podsim/v1/events?2', '/worlds/b/_podsim/v1/info']);
});

test('a request that comes while others wait goes behind those of its world', async () => {
  const { begun, ask } = counting();
  for (let k = 0; k < 4; k++) ask(`/worlds/a/${k}`);
  await setImmediate();
  expect(begun).toHaveLength(4);
  for (let k = 4; k < 9; k++) ask(`/worlds/a/${k}`);
  for (let turns = 0; turns < 5; turns++) await setImmediate();
  expect(begun).toStrictEqual(Array.from({ length: 9 }, (_, k) => `/worlds/a/${k}`));
});

test('what a client asked that has left meanwhile does not begin', async () => {
  const { begun, ask } = counting();
  for (let k = 0; k < 4; k++) ask(`/worlds/a/${k}`, k === 2);
  for (let turns = 0; turns < 3; turns++) await setImmediate();
  expect(begun).toStrictEqual(['/worlds/a/0', '/worlds/a/1', '/worlds/a/3']);
});
