import type { Choice } from '../choice.ts';
import type { KeptStory } from '../corpus/corpus.ts';
import type { Story } from '../story.ts';
import type { Swarm } from './swarm.ts';

/** The input of a mutation operator. */
export interface MutationInput {
  readonly swarm: Swarm;
  readonly choice: Choice;
  /** The story before any change: the seed input. Rules meet where its timers fire, so steps are moved to just before, at and just after them. */
  readonly origin: KeptStory;
  /** Another story of the corpus, for crossover. */
  readonly other: Story;
}

/** A mutation operator: changes a story once, in one place. Undefined if it does not apply. */
export type Mutation = (story: Story, from: MutationInput) => Story | undefined;
