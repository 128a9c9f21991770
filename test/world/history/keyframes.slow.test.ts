import { describe, expect, test } from 'vitest';
import { worldStart } from '../../../engine/kernel/time.ts';
import { Keyframes } from '../../../engine/world/history/keyframes.ts';
import { replay } from '../../../engine/world/history/rerun.ts';
import { stateSnapshot } from '../../../engine/world/reports/stateSnapshot.ts';
import { World } from '../../../engine/world/world.ts';
import { busyWorld, playBusily } from '../../support/worlds/busyWorld.ts';

const world = new World(busyWorld());
playBusily(world);
const entries = [...world.log.entries()];
const folded = () => {
  const keyframes = new Keyframes(world.header);
  const changes = entries.map((entry) => keyframes.append(entry));
  return { keyframes, changes };
};

/** What the whole state is after an entry, folded from the beginning. */
const expected = (seq: number) =>
  stateSnapshot(
    replay(world.header, entries, (entry) => entry.seq > seq),
    worldStart,
  );

describe('keyframes', () => {
  const { keyframes, changes } = folded();

  test('are more than one, and no more than the log can pay for', () => {
    expect(keyframes.count).toBeGreaterThan(2);
    expect(keyframes.count).toBeLessThanOrEqual(1 + entries.length / 400);
  });

  test('give the state after any entry, whichever was asked for before', () => {
    const ends = [0, 1, entries.length, entries.length + 5];
    const forth = Array.from({ length: 12 }, (_, k) => k * 101);
    const back = Array.from({ length: 12 }, (_, k) => entries.length - k * 97);
    for (const seq of [...ends, ...forth, ...back, ...forth])
      expect(stateSnapshot(keyframes.at(seq), worldStart), `after entry ${seq}`).toStrictEqual(expected(seq));
  });

  test('tell what each entry changed', () => {
    const [change] = changes.filter((one) => one?.event.type === 'JobStarted');
    expect(change).toMatchObject({ kind: 'job', from: 'IN_QUEUE', entity: { status: 'IN_PROGRESS' } });
    expect(changes[entries.findIndex(({ event }) => event.type === 'InputReceived')]).toBeUndefined();
  });

  test('hand out entities that later entries do not change', () => {
    const { seq = 0 } = entries.find(({ event }) => event.type === 'JobQueued') ?? {};
    const [job] = [...keyframes.at(seq).all('job')];
    const was = structuredClone(job);
    keyframes.at(seq + 200);
    expect(job).toStrictEqual(was);
  });

  test('can forget those before an entry, and give all states from there on', () => {
    const { keyframes: short } = folded();
    const half = Math.floor(entries.length / 2);
    short.at(half - 3);
    short.forget(half);
    expect(short.first).toBeGreaterThan(0);
    expect(short.first).toBeLessThanOrEqual(half);
    expect(short.length).toBe(entries.length);
    for (const seq of [half, short.first, entries.length, short.first + 1, half + 77])
      expect(stateSnapshot(short.at(seq), worldStart), `after entry ${seq}`).toStrictEqual(expected(seq));
    expect(() => short.at(short.first - 1)).toThrow(`the state at ${short.first - 1} is forgotten`);
  });

  test('can forget more later, and give all states from there on', () => {
    const { keyframes: short } = folded();
    short.forget(Math.floor(entries.length / 3));
    const { first } = short;
    short.forget(Math.floor((entries.length * 2) / 3));
    expect(short.first).toBeGreaterThan(first);
    expect(short.length).toBe(entries.length);
    for (const seq of [short.first, short.first + 1, entries.length - 1])
      expect(stateSnapshot(short.at(seq), worldStart), `after entry ${seq}`).toStrictEqual(expected(seq));
  });

  test('take the entries of a log in its order', () => {
    expect(() => new Keyframes(world.header).append(entries[3] as (typeof entries)[0])).toThrow('entry 4 does not follow entry 0');
  });
});
