import type { Contract } from '../../api/contract/additions.ts';
import { contracts } from '../../cloud/account/contracts.ts';
import type { Json } from '../../kernel/canonical.ts';

/** A story is the data of a scenario file. The explorer's findings are therefore files that a person can read. */
export interface Story {
  readonly [key: string]: Json;
}

/** One step of a story, as it is written. */
export interface StoryStep {
  readonly [key: string]: Json;
}

export const listSteps = ({ steps }: Story): readonly StoryStep[] => (Array.isArray(steps) ? (steps as readonly StoryStep[]) : []);
export const listLoads = ({ load }: Story): readonly StoryStep[] => (Array.isArray(load) ? (load as readonly StoryStep[]) : []);
export const listFaults = ({ faults }: Story): readonly StoryStep[] => (Array.isArray(faults) ? (faults as readonly StoryStep[]) : []);

/** The contract of its world. */
export const readContract = ({ world }: Story): Contract => {
  const { contract, settings } = (world ?? {}) as {
    readonly contract?: Json;
    readonly settings?: { readonly account?: { readonly contract?: Json } };
  };
  return contracts.find((one) => one === (contract ?? settings?.account?.contract)) ?? contracts[0];
};

export const withSteps = (story: Story, steps: readonly StoryStep[]): Story => withList(story, 'steps', steps);
export const withLoads = (story: Story, loads: readonly StoryStep[]): Story => withList(story, 'load', loads);
export const withFaults = (story: Story, faults: readonly StoryStep[]): Story => withList(story, 'faults', faults);

/** An empty list is left out. */
const withList = (story: Story, key: string, list: readonly StoryStep[]): Story => {
  const { [key]: _before, ...others } = story;
  return list.length === 0 ? others : { ...others, [key]: list };
};
