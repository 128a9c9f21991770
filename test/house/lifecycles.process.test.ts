import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, transition } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { entities, kinds } from '../../engine/cloud/entities.ts';
import { jobLifecycle } from '../../engine/cloud/job/lifecycle.ts';
import { to } from '../../engine/cloud/lifecycles.ts';
import { findRule } from '../../engine/cloud/rulebook/rules.ts';
import { type Lifecycle, readLifecycle } from '../../engine/kernel/lifecycle.ts';
import { toMachine } from '../../engine/kernel/machine.ts';
import { Folder } from '../support/folder.ts';

const lifecycles = kinds.map((kind) => [kind, entities[kind].lifecycle] as const);

test('a lifecycle has the name of its entity, and so does its machine', () => {
  expect(lifecycles.map(([, { name }]) => name)).toStrictEqual(kinds);
  expect(lifecycles.map(([, lifecycle]) => toMachine(lifecycle).id)).toStrictEqual(kinds);
  expect(Object.values(entities).map(({ kind }) => kind)).toStrictEqual(kinds);
});

describe.each(lifecycles)('the lifecycle of %s', (_, lifecycle) => {
  test('has in every cell the transition of XState, and none where XState has none', () => {
    expect(cellsOf(lifecycle)).toStrictEqual(cellsByXState(lifecycle));
  });

  test('has the statuses, the tags and the ends of XState, and begins where XState does', () => {
    const { states, root } = toMachine(lifecycle);
    const { initial, statuses } = lifecycle;
    expect(Object.values(states).map(({ key, tags, type }) => [key, tags, type === 'final'])).toStrictEqual(
      statuses.map(({ status, tags, final }) => [status, tags, final]),
    );
    expect(root.initial.target.map(({ key }) => key)).toStrictEqual([initial]);
  });

  test('reaches every status', () => {
    expect(reached(toMachine(lifecycle))).toStrictEqual(statusesOf(lifecycle).sort());
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

const cellsByXState = (lifecycle: Lifecycle) =>
  cellNames(lifecycle).map(([status, event]) => {
    const machine = toMachine(lifecycle);
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

describe('a misspelt name in a table', () => {
  const folder = new Folder();
  const examples = readFileSync('test/house/lifecycleMistakes.ts', 'utf8');

  /** What the compiler says of the examples, if nothing says that an error is expected. */
  const said = (): string => {
    const path = folder.write(
      'mistakes.ts',
      examples.replaceAll(/\/\/ @ts-expect-error.*/g, '').replaceAll("'../../engine", `'${resolve('engine')}`),
    );
    const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--types', ''];
    const modules = ['--target', 'es2023', '--module', 'nodenext', '--allowImportingTsExtensions'];
    return spawnSync(process.execPath, [tsc, ...options, ...modules, path], { encoding: 'utf8' }).stdout;
  };

  test('does not compile: the compiler names the nearest event, status and rule', () => {
    const nearest = [...said().matchAll(/Did you mean (?:to write )?'"?(.*?)"?'\?/g)].map(([, name]) => name);
    expect(nearest).toStrictEqual(['LampLit', 'DARK', 'BRIGHT', 'BROKEN', 'job.run', 'job.cancel-queued']);
  });
});

describe('what these tests would catch', () => {
  const described = { description: 'some words', tags: [], meta: { rule: 'job.run' } };
  const lamp = readLifecycle<string, string>({
    id: 'lamp',
    initial: 'OFF',
    states: {
      OFF: { ...described, on: { LampLit: to('ON', 'job.run', 'it is lit'), LampBroken: to('GONE', 'job.run', '') } },
      ON: { ...described, meta: { rule: 'lamp.on' }, on: { LampPutOut: to('OFF', 'lamp.out', 'it is put out') } },
      GONE: { type: 'final', ...described },
      LOST: described,
    },
  });

  test('a status without a way to it', () => {
    expect(reached(toMachine(lamp))).toStrictEqual(['GONE', 'OFF', 'ON']);
  });

  test('missing words, and rules that are not in the rulebook', () => {
    expect(wordless(lamp)).toStrictEqual(['ON', 'OFF LampBroken', 'ON LampPutOut']);
  });

  test('an event in two lifecycles', () => {
    expect(sharedEvents([lamp, jobLifecycle, lamp])).toStrictEqual(['LampLit', 'LampBroken', 'LampPutOut']);
  });

  test('a cell that is not what XState says', () => {
    const wrong: Lifecycle = { ...lamp, allows: () => true, to: () => 'OFF' };
    expect(cellsByXState(lamp)).toStrictEqual(cellsOf(lamp));
    expect(cellsByXState(wrong)).not.toStrictEqual(cellsOf(wrong));
  });
});
