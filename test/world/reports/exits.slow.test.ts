import { isLeft } from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { type Kind, kinds, type StateOf } from '../../../engine/cloud/entities.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { forkAt } from '../../../engine/world/history/rewind.ts';
import { listExits } from '../../../engine/world/reports/explain/exits.ts';
import { possibleRows } from '../../../engine/world/reports/explain/possible.ts';
import { World } from '../../../engine/world/world.ts';
import { busyWorld, playBusily } from '../../support/worlds/busyWorld.ts';

const played = new World(busyWorld());
playBusily(played);

/** The world as it was at some parts of its log. */
const moments = () =>
  [1, 2, 3, 4].map((part) => {
    const fork = finish(forkAt(played, { seq: Math.floor((played.log.length * part) / 5) }));
    if (isLeft(fork)) throw new Error(fork.left);
    return fork.right;
  });

test('the first event of the timer that is due next is one that its exits name for that instant', () => {
  const seen = new Map<string, number>();
  for (const world of moments()) {
    for (let step = 0; step < 200; step++) {
      const next = world.calendar.next();
      if (next === undefined) break;
      const { table, entity } = next.slot;
      const timer = table.decider.timers[next.timer]?.name;
      const named = listExits(table.kind, entity, world.settings, world.state)
        .filter(({ trigger }) => trigger.by === 'timer' && trigger.at === next.due)
        .map(({ event }) => event);
      const before = world.log.length;
      world.advance({ next: true });
      const [first] = [...world.log.entries(before)].map(({ event }) => event.type);
      const isOfTimer = first !== undefined && first !== 'ClockAdvanced';
      expect([timer, first, isOfTimer ? named.includes(first) : named]).toStrictEqual([timer, first, isOfTimer ? true : []]);
      if (isOfTimer) seen.set(`${table.kind} ${first}`, (seen.get(`${table.kind} ${first}`) ?? 0) + 1);
    }
  }
  expect(seen.size).toBeGreaterThan(6);
});

test('every transition that may happen to it is there, and what calls cause is theirs', () => {
  const triggers = new Set<string>();
  for (const { state, settings } of moments()) {
    for (const kind of kinds) {
      for (const entity of state.all(kind)) {
        const exits = listExits(kind as Kind, entity as StateOf<Kind>, settings, state);
        const rows = possibleRows(kind as Kind, entity as StateOf<Kind>, state);
        expect(exits.map(({ event, to }) => [event, to])).toStrictEqual(rows.map(({ event, to }) => [event, to]));
        for (const { trigger } of exits) triggers.add(trigger.by);
      }
    }
  }
  expect([...triggers].sort()).toStrictEqual(['caller', 'others', 'timer']);
});
