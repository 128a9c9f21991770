import { type AnyStateMachine, createMachine } from 'xstate';
import type { Lifecycle } from '../../../engine/kernel/lifecycle.ts';

/** A lifecycle as XState has it, which judges what is read of its table. */
export const machineOf = ({ table }: Lifecycle): AnyStateMachine => createMachine(table);
