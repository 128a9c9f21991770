import type { Operation } from '../../../api/operation.ts';
import { operationsUnder } from '../../../api/operationsUnder.ts';
import { contracts } from '../../../cloud/account/contracts.ts';
import { type ResourceGroup, resourceGroups } from '../../../cloud/account/events.ts';
import { type FaultKind, faultKinds } from '../../../cloud/fault/events.ts';
import type { Choice } from '../choice.ts';
import { isAbout, type Names } from './names.ts';
import { chancesFor, type PropertyChances } from './propertyChances.ts';

/**
 * The features that one run may use: a random subset, drawn once for the whole run (swarm testing; Groce and others, 2012). A run with all
 * features does a little of each. A run that cannot stop pods soon has many of them.
 */
export interface Swarm {
  readonly operations: readonly Operation[];
  readonly faults: readonly FaultKind[];
  /** How likely each optional property of a body is. */
  readonly propertyChances: PropertyChances;
  /** Its mutation operators, each with its weight. */
  readonly mutations: readonly (readonly [weight: number, name: MutationName])[];
  /** Whether it may change loads. */
  readonly loads: boolean;
  /** How many mutations the story gets. */
  readonly changes: number;
  /** The longest pause between two steps. */
  readonly pauseMs: number;
}

/** The weight of each mutation operator, before a swarm changes it. */
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

/** `answer-is` changes only a client's answer, which the engine cannot get wrong, so only runs of clients have it. */
const varied = faultKinds.filter((kind) => kind !== 'answer-is');

export type MutationName = keyof typeof mutationWeights;

const mutationNames = Object.keys(mutationWeights) as readonly MutationName[];

/**
 * Draws a swarm. `target`: an operation that it must have. `names`: the names in the story. `operations`: the operations of its contract.
 * Most operations come from permission groups that act on the story's resources.
 */
export const swarmFor = (choice: Choice, names: Names, target?: string, operations = operationsUnder(contracts[0])): Swarm => {
  const likely = resourceGroups.filter((group) => operations.some((row) => row.permission?.group === group && isAbout(row, names)));
  const others = resourceGroups.filter((group) => !likely.includes(group));
  const groups = [...choice.some(likely, 1, 2), ...(likely.length === 0 || choice.happens(1, 2) ? choice.some(others, 1, 4) : [])];
  const drawn = choice.some(selectOperations(operations, groups, choice.happens(1, 5)), 2, 3);
  const aimed = operations.find(({ id }) => id === target);
  return {
    operations: aimed === undefined ? drawn : [aimed, ...drawn.slice(0, 2)],
    faults: choice.happens(2, 3) ? choice.some(varied, 1, choice.of([2, 4])) : [],
    propertyChances: chancesFor(choice),
    mutations: [
      ...choice.some(mutationNames, 2, 3).map((name): Swarm['mutations'][number] => [mutationWeights[name] * choice.of([1, 1, 4]), name]),
      ...(aimed === undefined ? [] : [[mutationWeights.insertStep * 4, 'insertStep'] as const]),
    ],
    loads: choice.happens(1, 3),
    changes: 1 + choice.below(choice.of([4, 12, 30])),
    pauseMs: choice.of([2_000, 15_000, 120_000, 3_600_000]),
  };
};

/** The operations of these groups. Few runs have operations of real workers, because most endpoints refuse them. */
const selectOperations = (operations: readonly Operation[], groups: readonly ResourceGroup[], ofWorkers: boolean): readonly Operation[] =>
  operations.filter(({ api, permission }) => permission !== null && groups.includes(permission.group) && (ofWorkers || api !== 'worker'));
