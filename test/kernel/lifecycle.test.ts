import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine, fromPromise } from 'xstate';
import { InvariantViolation } from '../../engine/kernel/invariant.ts';
import { lifecycleOf } from '../../engine/kernel/lifecycle.ts';

const doorMachine = createMachine({
  id: 'door',
  initial: 'CLOSED',
  states: {
    CLOSED: {
      description: 'it cannot be passed',
      tags: ['safe'],
      meta: { rule: 'door.closed' },
      on: {
        DoorOpened: { target: 'OPEN', meta: { rule: 'door.open' }, description: 'it is opened' },
        DoorKnocked: 'CLOSED',
      },
    },
    OPEN: { on: { DoorClosed: 'CLOSED', DoorBroken: 'GONE' } },
    GONE: { type: 'final' },
  },
});

describe('a lifecycle', () => {
  const door = lifecycleOf(doorMachine);

  test('has the rows of its machine, in order, with their words', () => {
    expect(door.rows).toStrictEqual([
      { from: 'CLOSED', event: 'DoorOpened', to: 'OPEN', rule: 'door.open', description: 'it is opened' },
      { from: 'CLOSED', event: 'DoorKnocked', to: 'CLOSED', rule: '', description: '' },
      { from: 'OPEN', event: 'DoorClosed', to: 'CLOSED', rule: '', description: '' },
      { from: 'OPEN', event: 'DoorBroken', to: 'GONE', rule: '', description: '' },
    ]);
  });

  test('has its statuses, in order, with their words', () => {
    expect(door.name).toBe('door');
    expect(door.initial).toBe('CLOSED');
    expect(door.statuses).toStrictEqual([
      { status: 'CLOSED', description: 'it cannot be passed', tags: ['safe'], rule: 'door.closed', final: false },
      { status: 'OPEN', description: '', tags: [], rule: '', final: false },
      { status: 'GONE', description: '', tags: [], rule: '', final: true },
    ]);
    expect(['CLOSED', 'OPEN', 'GONE', 'AJAR'].map(door.isFinal)).toStrictEqual([false, false, true, false]);
  });

  test('gives the next status of each cell', () => {
    expect(door.to('CLOSED', 'DoorOpened')).toBe('OPEN');
    expect(door.to('CLOSED', 'DoorKnocked')).toBe('CLOSED');
    expect(door.allows('OPEN', 'DoorClosed')).toBe(true);
  });

  test.each([
    ['an event that cannot happen in the status', 'OPEN', 'DoorOpened'],
    ['an event after the end', 'GONE', 'DoorClosed'],
    ['an event it never heard of', 'OPEN', 'DoorPainted'],
    ['a status it has not', 'AJAR', 'DoorOpened'],
    ['a name that every object has', 'OPEN', 'constructor'],
  ])('throws on a missing cell: %s', (_, from, event) => {
    expect(door.allows(from, event)).toBe(false);
    expect(() => door.to(from, event)).toThrow(new InvariantViolation(`door: ${event} was recorded, but cannot happen in ${from}`));
  });
});

/** A table, but for what its first status, or the machine itself, has besides. */
const withStatus = (status: object) => () =>
  createMachine({ id: 'bad', initial: 'A', states: { A: status, B: { on: { WentBack: 'A' } } } } as never);
const withRoot = (root: object) => () =>
  createMachine({ id: 'bad', initial: 'A', states: { A: { on: { WentOn: 'B' } }, B: {} }, ...root } as never);
const nothing = () => {};

test('the bad machines below are bad in one thing only: without it they are read', () => {
  expect(lifecycleOf(withStatus({ on: { WentOn: 'B' } })()).rows).toHaveLength(2);
  expect(lifecycleOf(withRoot({})()).rows).toHaveLength(1);
});

// biome-ignore format: a table
test.each<[string, () => AnyStateMachine, RegExp]>([
  ['a context',                           withRoot({ context: { attempts: 0 } }),                                     /bad: a lifecycle has no context/],
  ['a guard',                             withStatus({ on: { WentOn: { target: 'B', guard: () => true } } }),         /WentOn has a guard or an action/],
  ['an action',                           withStatus({ on: { WentOn: { target: 'B', actions: nothing } } }),          /WentOn has a guard or an action/],
  ['an action on entry',                  withStatus({ entry: nothing, on: { WentOn: 'B' } }),                        /transitions and nothing else/],
  ['an action on exit',                   withStatus({ exit: nothing, on: { WentOn: 'B' } }),                         /transitions and nothing else/],
  ['a delay',                             withStatus({ after: { 1000: 'B' } }),                                      /transitions and nothing else/],
  ['a transition without an event',       withStatus({ always: 'B' }),                                                /transitions and nothing else/],
  ['an invoked actor',                    withStatus({ invoke: { src: fromPromise(async () => 1) } }),                /transitions and nothing else/],
  ['nested statuses',                     withStatus({ initial: 'A1', states: { A1: {} } }),                          /holds no nested states/],
  ['statuses side by side',               withStatus({ type: 'parallel', states: { A1: {} } }),                       /holds no nested states/],
  ['a status that remembers another',     withRoot({ states: { A: { on: { WentOn: 'B' } }, B: { type: 'history' } } }), /holds no nested states/],
  ['a transition at the end',             withRoot({ states: { A: { type: 'final', on: { WentOn: 'A' } } } }),        /nothing happens after the end/],
  ['an event for every event',            withStatus({ on: { '*': 'B' } }),                                           /\* is not an event's name/],
  ['events by their beginning',           withStatus({ on: { 'Went.*': 'B' } }),                                      /Went\.\* is not an event's name/],
  ['a command for an event',              withStatus({ on: { go: 'B' } }),                                            /go is not an event's name/],
  ['a transition to two statuses',        withStatus({ on: { WentOn: { target: ['B', 'A'] } } }),                     /must name exactly one target/],
  ['a transition to nowhere',             withStatus({ on: { WentOn: {} } }),                                         /must name exactly one target/],
  ['two ways for one event',              withStatus({ on: { WentOn: ['B', 'A'] } }),                                 /WentOn has more than one way/],
  ['a transition of the whole machine',   withRoot({ on: { Reset: '.A' } }),                                          /belong to a status, not to the machine/],
  ['a wildcard of the whole machine',     withRoot({ on: { '*': '.A' } }),                                            /belong to a status, not to the machine/],
  ['an action of the whole machine',      withRoot({ entry: nothing }),                                               /transitions and nothing else/],
  ['an action at the beginning',          withRoot({ initial: { target: 'A', actions: nothing } }),                   /begins somewhere, and does nothing/],
  ['no beginning',                        withRoot({ type: 'parallel', initial: undefined }),                         /begins somewhere/],
])('a machine with %s is more than a table, and is refused', (_, machine, words) => {
  expect(() => lifecycleOf(machine())).toThrow(InvariantViolation);
  expect(() => lifecycleOf(machine())).toThrow(words);
});
