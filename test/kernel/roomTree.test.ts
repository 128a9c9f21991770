import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RoomTree } from '../../engine/kernel/collections/roomTree.ts';

describe('a tree of rooms', () => {
  test('finds the same first place with enough room as looking at one after the other, whatever changes', () => {
    const room = fc.integer({ min: -1, max: 8 });
    const change = fc.record({ place: fc.nat(40), room, from: fc.nat(45), needed: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(fc.array(room, { minLength: 1, maxLength: 40 }), fc.array(change, { maxLength: 30 }), (rooms, changes) => {
        const tree = new RoomTree(rooms);
        for (const { place, room: now, from, needed } of changes) {
          rooms[place % rooms.length] = now;
          tree.set(place % rooms.length, now);
          const first = rooms.findIndex((each, k) => k >= from && each >= needed);
          expect(tree.first(from, needed)).toBe(first === -1 ? undefined : first);
        }
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });
});
