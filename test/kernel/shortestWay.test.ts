import { describe, expect, test } from 'vitest';
import { readLifecycle } from '../../engine/kernel/lifecycle.ts';
import { shortestWay, waysFrom } from '../../engine/kernel/shortestWay.ts';

const to = (target: string) => ({ target, meta: { rule: '' }, description: '' });
const on = (transitions: Readonly<Record<string, string>>) => ({
  description: '',
  tags: [],
  meta: { rule: '' },
  on: Object.fromEntries(Object.entries(transitions).map(([event, target]) => [event, to(target)])),
});

const door = readLifecycle<string, string>({
  id: 'door',
  initial: 'LOCKED',
  states: {
    LOCKED: on({ DoorRattled: 'LOCKED', DoorUnlocked: 'CLOSED' }),
    CLOSED: on({ DoorLocked: 'LOCKED', DoorTried: 'AJAR', DoorOpened: 'OPEN', DoorKicked: 'GONE' }),
    AJAR: on({ DoorOpenedWide: 'OPEN' }),
    OPEN: on({ DoorClosed: 'CLOSED', DoorKicked: 'GONE' }),
    GONE: { ...on({}), type: 'final' },
  },
});
const eventsOf = (from: string, to: string) => shortestWay(door, from, to)?.map(({ event }) => event);

describe('a shortest way', () => {
  test('leads from one status to another, row by row', () => {
    expect(shortestWay(door, 'LOCKED', 'OPEN')).toStrictEqual([
      door.rows.find(({ event }) => event === 'DoorUnlocked'),
      door.rows.find(({ event }) => event === 'DoorOpened'),
    ]);
  });

  test('takes no detour, and of two that are equally short the first of the table', () => {
    expect(eventsOf('AJAR', 'LOCKED')).toStrictEqual(['DoorOpenedWide', 'DoorClosed', 'DoorLocked']);
    expect(eventsOf('LOCKED', 'GONE')).toStrictEqual(['DoorUnlocked', 'DoorKicked']);
  });

  test('has no step where the status is reached, and is none from the end', () => {
    expect(shortestWay(door, 'OPEN', 'OPEN')).toStrictEqual([]);
    expect(shortestWay(door, 'GONE', 'OPEN')).toBeUndefined();
    expect([...waysFrom(door, 'GONE').keys()]).toStrictEqual(['GONE']);
  });
});
