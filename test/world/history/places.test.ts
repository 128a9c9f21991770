import { isRight } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { findPlace, makeHistory } from '../../../engine/world/history/rewind.ts';
import { World } from '../../../engine/world/world.ts';
import { busyWorld, playBusily } from '../../support/worlds/busyWorld.ts';

const world = new World(busyWorld());
playBusily(world);
const entries = [...world.log.entries()];
const history = makeHistory(world.header, entries);
/** Each time at which something happened, and the milliseconds around it. */
const times = [...new Set(entries.flatMap(({ at }) => [at - 1, at, at + 1]))].filter((at) => at >= 0 && at <= history.now);

describe('the place of a time in a log', () => {
  test('is its newest entry up to that time, as one finds it by looking at all of them', () => {
    expect(times.length).toBeGreaterThan(200);
    for (const at of times) {
      const seq = entries.filter((entry) => entry.at <= at).length;
      expect(findPlace(history, { at: at as typeof history.now }), `at ${at}`).toMatchObject({ right: { seq, at } });
    }
  });

  test('is not known beyond its end', () => {
    expect(isRight(findPlace(history, { seq: entries.length }))).toBe(true);
    expect(findPlace(history, { seq: entries.length + 1 })).toHaveProperty(
      'left',
      `the log ends at entry ${entries.length}: there is no entry ${entries.length + 1}`,
    );
    expect(findPlace(history, { at: (history.now + 1) as typeof history.now })).toHaveProperty('left');
  });
});
