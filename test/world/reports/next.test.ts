import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { readLog } from '../../../adapters/store/file/logFile.ts';
import { entities, findKind, kinds } from '../../../engine/cloud/entities.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { forkAt } from '../../../engine/world/history/rewind.ts';
import { findNext } from '../../../engine/world/reports/explain/next.ts';
import { World } from '../../../engine/world/world.ts';
import { busyWorld, playBusily } from '../../support/worlds/busyWorld.ts';

const world = new World(busyWorld());
playBusily(world);

describe('what comes next', () => {
  test('are the timers of the calendar', () => {
    const fork = finish(forkAt(world, { seq: Math.floor(world.log.length / 2) }));
    if (isLeft(fork)) throw new Error(fork.left);
    const { pending, timers } = findNext(fork.right, Number.POSITIVE_INFINITY);
    const calendar = [...fork.right.calendar.inOrder()].map(({ due, slot, timer }) => ({
      at: due,
      kind: slot.table.kind,
      id: slot.entity.id,
      timer: slot.table.decider.timers[timer]?.name,
      then: slot.table.decider.timers[timer]?.command.type,
    }));
    const text = (rows: readonly object[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    expect(text(timers)).toStrictEqual(text(calendar));
    expect(pending).toBe(fork.right.calendar.size);
    expect(pending).toBeGreaterThan(5);
  });

  test('are the soonest of them, in their order, where there are more than asked for', () => {
    const fork = finish(forkAt(world, { seq: Math.floor(world.log.length / 2) }));
    if (isLeft(fork)) throw new Error(fork.left);
    const all = findNext(fork.right, Number.POSITIVE_INFINITY);
    const few = findNext(fork.right, 3);
    expect(all.timers.map(({ at }) => at)).toStrictEqual([...fork.right.calendar.inOrder()].map(({ due }) => due));
    expect(few).toStrictEqual({ ...all, timers: all.timers.slice(0, 3), possible: all.possible.slice(0, 3) });
    expect([few.timers.length, few.possible.length, few.live]).toStrictEqual([3, 3, all.possible.length]);
    expect(all.possible.length).toBeGreaterThan(3);
  });
});

/** What a caller can do is marked in the lifecycles. */
test('the events that calls cause are those that the lifecycles mark so', () => {
  const marked = new Set(
    kinds.flatMap((kind) => entities[kind].lifecycle.rows.flatMap(({ byCaller, event }) => (byCaller ? [event as string] : []))),
  );
  const caused = new Set<string>();
  // What only worlds have that are as was measured, or of a later contract, stands in logs of its own.
  const others = ['measured', 'dated'].flatMap((name) => {
    const { entries } = readLog(`test/world/history/kept/${name}.ndjson`);
    return entries.map(({ cause, event }) => ({ event, by: entries[cause - 1]?.event.type }));
  });
  const entries = [...world.log.entries()].map(({ cause, event }) => ({ event, by: world.log.entry(cause)?.event.type }));
  for (const { event, by } of [...entries, ...others]) {
    const kind = findKind(event);
    if (kind === undefined || (by !== 'InputReceived' && by !== 'CallerLeft')) continue;
    if (!entities[kind].lifecycle.rows.some((row) => row.event === event.type && row.from === entities[kind].lifecycle.initial))
      caused.add(event.type);
  }
  // A call may be what these wait for, but no caller asks for them.
  const unasked = ['FaultStruck', 'JobWebhookAnswered', 'FaultBegan', 'RequestClosed'];
  expect([...marked].sort()).toStrictEqual([...caused].filter((type) => !unasked.includes(type)).sort());
});
