import type { Choice } from '../choice.ts';
import type { KeptStory } from '../corpus/corpus.ts';
import type { Story } from '../story.ts';
import type { Swarm } from './swarm.ts';

/** What a changed story is made from. */
export interface Material {
  readonly swarm: Swarm;
  readonly choice: Choice;
  /** The story before any change. Where a timer fires in it is where rules meet: steps are moved to just before, at, and just after it. */
  readonly origin: KeptStory;
  /** Another story, of which a part may be taken. */
  readonly other: Story;
}

/** What a story changes by: once, somewhere. Undefined where it does not apply. */
export type Mutation = (story: Story, from: Material) => Story | undefined;
