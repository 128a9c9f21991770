import type { Operation } from '../../../api/operation.ts';
import { operations } from '../../../api/table.ts';
import { type ResourceGroup, resourceGroups } from '../../../cloud/account/events.ts';
import { type FaultKind, faultKinds } from '../../../cloud/fault/events.ts';
import type { Choice } from '../choice.ts';
import { type Habits, habitsFor } from './habits.ts';
import { isAbout, type Names } from './names.ts';

/**
 * What one run may use: a random subset, drawn once for the whole run (swarm testing; Groce and others, 2012). A run that may do
 * everything does a little of each; one that cannot stop pods comes to have many.
 */
export interface Swarm {
  readonly operations: readonly Operation[];
  readonly faults: readonly FaultKind[];
  /** How it makes bodies. */
  readonly habits: Habits;
  /** By what it may change the story, each as often as its weight says. */
  readonly mutations: readonly (readonly [weight: number, name: MutationName])[];
  /** Whether it may change loads. */
  readonly loads: boolean;
  /** The most changes that are made to the story. */
  readonly changes: number;
  /** The pauses between steps are at most so long. */
  readonly pauseMs: number;
}

/** How often each change is made, beside the others. */
const mutationWeights = {
  insertStep: 12,
  changeBody: 4,
  dropStep: 2,
  repeatStep: 3,
  swapSteps: 1,
  retimeStep: 5,
  wait: 2,
  addFault: 4,
  changeFault: 3,
  dropFault: 1,
  changeLoad: 2,
  changeEndpoint: 3,
  changeHosts: 2,
  changeSetting: 1,
  makeScarce: 3,
  addRival: 4,
  splice: 2,
};

export type MutationName = keyof typeof mutationWeights;

const mutationNames = Object.keys(mutationWeights) as readonly MutationName[];

/** `names`: what the story can name. Calls are mostly of the groups that have something to say about it. */
export const swarmFor = (choice: Choice, names: Names): Swarm => {
  const likely = resourceGroups.filter((group) => operations.some((row) => row.permission?.group === group && isAbout(row, names)));
  const others = resourceGroups.filter((group) => !likely.includes(group));
  const groups = [...choice.some(likely, 1, 2), ...(likely.length === 0 || choice.happens(1, 2) ? choice.some(others, 1, 4) : [])];
  return {
    operations: choice.some(operationsOf(groups, choice.happens(1, 5)), 2, 3),
    faults: choice.happens(2, 3) ? choice.some(faultKinds, 1, choice.of([2, 4])) : [],
    habits: habitsFor(choice),
    mutations: choice.some(mutationNames, 2, 3).map((name) => [mutationWeights[name] * choice.of([1, 1, 4]), name]),
    loads: choice.happens(1, 3),
    changes: 1 + choice.below(choice.of([4, 12, 30])),
    pauseMs: choice.of([2_000, 15_000, 120_000, 3_600_000]),
  };
};

/** Those of real workers are for few endpoints: elsewhere they would be refused, and so they are in few runs. */
const operationsOf = (groups: readonly ResourceGroup[], ofWorkers: boolean): readonly Operation[] =>
  operations.filter(({ api, permission }) => permission !== null && groups.includes(permission.group) && (ofWorkers || api !== 'worker'));
