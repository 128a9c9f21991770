import { type AnyStateMachine, createMachine } from 'xstate';
import type { Lifecycle } from './lifecycle.ts';

/** A lifecycle as XState has it. It is made when it is first asked for, which a run never does: making all of them takes 8 ms. */
export const toMachine = ({ table }: Lifecycle): AnyStateMachine => {
  const known = machines.get(table);
  if (known !== undefined) return known;
  const machine = createMachine(table);
  machines.set(table, machine);
  return machine;
};

const machines = new WeakMap<object, AnyStateMachine>();
