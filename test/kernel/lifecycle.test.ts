import { describe, expect, test } from 'vitest';
import { to } from '../../engine/cloud/lifecycles.ts';
import { InvariantViolation } from '../../engine/kernel/invariant.ts';
import { readLifecycle } from '../../engine/kernel/lifecycle.ts';

const plain = { description: '', tags: [], meta: { rule: '' } };

const doorTable = {
  id: 'door',
  initial: 'CLOSED',
  states: {
    CLOSED: {
      description: 'it cannot be passed',
      tags: ['safe'],
      meta: { rule: 'door.closed' },
      on: { DoorOpened: to('OPEN', 'door.open', 'it is opened', { tone: 'progress' }), DoorKnocked: to('CLOSED', '', '') },
    },
    OPEN: { ...plain, on: { DoorClosed: to('CLOSED', '', ''), DoorBroken: to('GONE', '', '') } },
    GONE: { ...plain, type: 'final' },
  },
} as const;

describe('a lifecycle', () => {
  const door = readLifecycle<string, string>(doorTable);

  test('has the rows of its machine, in order, with their words', () => {
    expect(door.rows).toStrictEqual([
      { from: 'CLOSED', event: 'DoorOpened', to: 'OPEN', rule: 'door.open', description: 'it is opened', tone: 'progress' },
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

type Table = Parameters<typeof readLifecycle<string, string>>[0];

/** A table, but for what its first status, or the table itself, has besides. The compiler is told to be silent. */
const withStatus = (status: object): Table =>
  ({ id: 'bad', initial: 'A', states: { A: { ...plain, ...status }, B: { ...plain, on: { WentBack: to('A', '', '') } } } }) as never;
const withRoot = (root: object): Table =>
  ({ id: 'bad', initial: 'A', states: { A: { ...plain, on: { WentOn: to('B', '', '') } }, B: plain }, ...root }) as never;
const withTransition = (transition: unknown): Table => withStatus({ on: { WentOn: transition } });
const [there, nothing] = [to('B', '', ''), () => {}];

test('the bad tables below are bad in one thing only: without it they are read', () => {
  expect(readLifecycle(withTransition(there)).rows).toHaveLength(2);
  expect(readLifecycle(withRoot({})).rows).toHaveLength(1);
});

// biome-ignore format: a table
test.each<[string, Table, RegExp]>([
  ['a context',                           withRoot({ context: { attempts: 0 } }),                  /^bad: .* nothing else: it has context$/],
  ['a guard',                             withTransition({ ...there, guard: () => true }),         /^bad\.A: WentOn: .* nothing else: it has guard$/],
  ['an action',                           withTransition({ ...there, actions: nothing }),          /^bad\.A: WentOn: .* it has actions$/],
  ['an action on entry',                  withStatus({ entry: nothing }),                          /^bad\.A: .* it has entry$/],
  ['an action on exit',                   withStatus({ exit: nothing }),                           /^bad\.A: .* it has exit$/],
  ['a delay',                             withStatus({ after: { 1000: 'B' } }),                    /^bad\.A: .* it has after$/],
  ['a transition without an event',       withStatus({ always: 'B' }),                             /^bad\.A: .* it has always$/],
  ['an invoked actor',                    withStatus({ invoke: { src: nothing } }),                /^bad\.A: .* it has invoke$/],
  ['nested statuses',                     withStatus({ initial: 'A1', states: { A1: {} } }),       /^bad\.A: .* it has initial$/],
  ['statuses side by side',               withStatus({ type: 'parallel' }),                        /^bad\.A: a status is final or it is not: its type is parallel$/],
  ['a status that remembers another',     withStatus({ type: 'history' }),                         /^bad\.A: a status is final or it is not: its type is history$/],
  ['a transition at the end',             withStatus({ type: 'final', on: { WentOn: there } }),    /^bad\.A: nothing happens after the end$/],
  ['an event for every event',            withStatus({ on: { '*': there } }),                      /\* is not an event's name$/],
  ['events by their beginning',           withStatus({ on: { 'Went.*': there } }),                 /Went\.\* is not an event's name$/],
  ['a command for an event',              withStatus({ on: { go: there } }),                       /go is not an event's name$/],
  ['a transition to two statuses',        withTransition({ ...there, target: ['B', 'A'] }),        /WentOn must name exactly one target/],
  ['a transition to nowhere',             withTransition({ meta: { rule: '' }, description: '' }), /WentOn must name exactly one target/],
  ['a transition to no status',           withTransition({ ...there, target: 'C' }),               /WentOn must name exactly one target/],
  ['two ways for one event',              withTransition([there, there]),                          /^bad\.A: WentOn: .* it has 0$/],
  ['a transition of the whole table',     withRoot({ on: { Reset: '.A' } }),                       /^bad: .* it has on$/],
  ['an action of the whole table',        withRoot({ entry: nothing }),                            /^bad: .* it has entry$/],
  ['an action at the beginning',          withRoot({ initial: { target: 'A', actions: nothing } }), /^bad: a lifecycle begins in one of its statuses/],
  ['no beginning',                        withRoot({ initial: undefined }),                        /^bad: a lifecycle begins in one of its statuses/],
  ['a beginning elsewhere',               withRoot({ initial: 'C' }),                              /^bad: a lifecycle begins in one of its statuses, not in C$/],
])('a table with %s is more than a table, and is refused', (_, table, words) => {
  expect(() => readLifecycle(table)).toThrow(InvariantViolation);
  expect(() => readLifecycle(table)).toThrow(words);
});
