import { type ResourceGroup, resourceGroups } from '../account/events.ts';
import type { Operation } from '../api/operation.ts';
import { operations } from '../api/table.ts';
import { type FaultKind, faultKinds } from '../fault/events.ts';
import type { Choice } from './choice.ts';

/**
 * What one run may use: a random subset, drawn once for the whole run (swarm testing; Groce and others, 2012). A run that may do
 * everything does a little of each; one that cannot stop pods comes to have many.
 */
export interface Swarm {
  readonly operations: readonly Operation[];
  readonly faults: readonly FaultKind[];
  /** By what it may change the story. */
  readonly mutations: readonly MutationName[];
  /** Whether it may change loads. */
  readonly loads: boolean;
  /** The most changes that are made to the story. */
  readonly changes: number;
  /** The pauses between steps are at most so long. */
  readonly pauseMs: number;
}

export const mutationNames = [
  'insertStep',
  'dropStep',
  'repeatStep',
  'swapSteps',
  'retimeStep',
  'wait',
  'addFault',
  'dropFault',
  'changeLoad',
  'changeEndpoint',
  'changeHosts',
  'splice',
] as const;
export type MutationName = (typeof mutationNames)[number];

export const swarmFor = (choice: Choice): Swarm => {
  const groups = choice.some(resourceGroups, 1, 3);
  return {
    operations: choice.some(operationsOf(groups, choice.happens(1, 5)), 2, 3),
    faults: choice.happens(1, 2) ? choice.some(faultKinds, 1, 3) : [],
    mutations: choice.some(mutationNames, 2, 3),
    loads: choice.happens(1, 3),
    changes: 1 + choice.below(choice.of([3, 8, 20])),
    pauseMs: choice.of([2_000, 15_000, 120_000, 3_600_000]),
  };
};

/** Those of real workers are for few endpoints: elsewhere they would be refused, and so they are in few runs. */
const operationsOf = (groups: readonly ResourceGroup[], ofWorkers: boolean): readonly Operation[] =>
  operations.filter(({ api, permission }) => permission !== null && groups.includes(permission.group) && (ofWorkers || api !== 'worker'));
