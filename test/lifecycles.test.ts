import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine, transition } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { entities, type Kind, kinds } from '../engine/entities.ts';
import { jobLifecycle } from '../engine/job/lifecycle.ts';
import { type Lifecycle, lifecycleOf } from '../engine/kernel/lifecycle.ts';
import { findRule } from '../engine/rules.ts';

/** Every machine of the engine, by its name, so that none is left out. */
const machines = new Map<string, AnyStateMachine>();
const sources = readdirSync('engine', { recursive: true, encoding: 'utf8' });
for (const path of sources.filter((name) => /^\w+\/lifecycle\.ts$|^resources\//.test(name.replaceAll('\\', '/')))) {
  const module: Record<string, unknown> = await import(/* @vite-ignore */ resolve('engine', path));
  for (const [name, value] of Object.entries(module)) if (name.endsWith('Machine')) machines.set(name, value as AnyStateMachine);
}

const machineOf = (kind: Kind): AnyStateMachine => {
  const machine = machines.get(`${kind}Machine`);
  if (machine === undefined) throw new Error(`no module of the engine exports ${kind}Machine`);
  return machine;
};

const lifecycles = kinds.map((kind) => [kind, entities[kind].lifecycle, machineOf(kind)] as const);

test('a lifecycle has the name of its entity, and so does its machine', () => {
  expect(lifecycles.map(([, { name }]) => name)).toStrictEqual(kinds);
  expect(lifecycles.map(([, , { id }]) => id)).toStrictEqual(kinds);
  expect(Object.values(entities).map(({ kind }) => kind)).toStrictEqual(kinds);
});

describe.each(lifecycles)('the lifecycle of %s', (_, lifecycle, machine) => {
  test('has in every cell the transition of XState, and none where XState has none', () => {
    expect(cellsOf(lifecycle)).toStrictEqual(cellsByXState(lifecycle, machine));
  });

  test('reaches every status', () => {
    expect(reached(machine)).toStrictEqual(statusesOf(lifecycle).sort());
  });

  test('describes every status and every transition, and names a rule of the rulebook for each', () => {
    expect(wordless(lifecycle)).toStrictEqual([]);
  });
});

const statusesOf = ({ statuses }: Lifecycle): string[] => statuses.map(({ status }) => status);

/** `status event`, for every status and every event of the machine. */
const cellNames = (lifecycle: Lifecycle): (readonly [string, string])[] => {
  const events = [...new Set(lifecycle.rows.map(({ event }) => event))];
  return statusesOf(lifecycle).flatMap((status) => events.map((event) => [status, event] as const));
};

const cellsOf = (lifecycle: Lifecycle) =>
  cellNames(lifecycle).map(([status, event]) => [status, event, lifecycle.allows(status, event) ? lifecycle.to(status, event) : 'nothing']);

const cellsByXState = (lifecycle: Lifecycle, machine: AnyStateMachine) =>
  cellNames(lifecycle).map(([status, event]) => {
    const before = machine.resolveState({ value: status, context: {} });
    const [after] = transition(machine, before, { type: event });
    return [status, event, before.can({ type: event }) ? after.value : 'nothing'];
  });

const reached = (machine: AnyStateMachine): string[] =>
  [...new Set(getShortestPaths(machine).map(({ state }) => String(state.value)))].sort();

/** Statuses and transitions that lack words, or whose rule is not in the rulebook. */
const wordless = ({ statuses, rows }: Lifecycle): string[] =>
  [...statuses.map((row) => ({ ...row, of: row.status })), ...rows.map((row) => ({ ...row, of: `${row.from} ${row.event}` }))]
    .filter(({ description, rule }) => description === '' || findRule(rule) === undefined)
    .map(({ of }) => of);

const sharedEvents = (all: readonly Lifecycle[]): string[] => {
  const events = all.flatMap(({ rows }) => [...new Set(rows.map(({ event }) => event))]);
  return events.filter((event, k) => events.indexOf(event) !== k);
};

test('an event belongs to one lifecycle alone', () => {
  expect(sharedEvents(lifecycles.map(([, lifecycle]) => lifecycle))).toStrictEqual([]);
});

describe('what these tests would catch', () => {
  const described = { description: 'some words', meta: { rule: 'job.run' } };
  const machine = createMachine({
    id: 'lamp',
    initial: 'OFF',
    states: {
      OFF: { ...described, on: { LampLit: { target: 'ON', ...described }, LampBroken: 'GONE' } },
      ON: { description: 'its rule is none', meta: { rule: 'lamp.on' }, on: { LampPutOut: { target: 'OFF', meta: { rule: 'job.run' } } } },
      GONE: { type: 'final', ...described },
      LOST: described,
    },
  });
  const lamp = lifecycleOf(machine);

  test('a status without a way to it', () => {
    expect(reached(machine)).toStrictEqual(['GONE', 'OFF', 'ON']);
  });

  test('missing words, and rules that are not in the rulebook', () => {
    expect(wordless(lamp)).toStrictEqual(['ON', 'OFF LampBroken', 'ON LampPutOut']);
  });

  test('an event in two lifecycles', () => {
    expect(sharedEvents([lamp, jobLifecycle, lamp])).toStrictEqual(['LampLit', 'LampBroken', 'LampPutOut']);
  });

  test('a cell that is not what XState says', () => {
    const wrong: Lifecycle = { ...lamp, allows: () => true, to: () => 'OFF' };
    expect(cellsByXState(lamp, machine)).toStrictEqual(cellsOf(lamp));
    expect(cellsByXState(wrong, machine)).not.toStrictEqual(cellsOf(wrong));
  });
});
