import type { BrokenProperty } from '../outcome.ts';
import type { Story } from '../story.ts';
import { worldIds } from './names.ts';

/** How a story fails. */
export interface FailedStory {
  readonly story: Story;
  readonly failure: BrokenProperty;
}

/** Whether two stories break the same property in the same way, whatever the things in them are called. */
export const failsAlike = (one: FailedStory, other: FailedStory): boolean =>
  nameless(one.failure.property, one.story) === nameless(other.failure.property, other.story) &&
  nameless(one.failure.shape, one.story) === nameless(other.failure.shape, other.story);

/** Words without the ids that a story's world gives. */
const nameless = (words: string, story: Story): string =>
  [...worldIds(story)]
    .sort((a, b) => b.length - a.length)
    .reduce((left, id) => left.replaceAll(new RegExp(`(?<![\\w-])${id.replaceAll(/[^\w-]/g, '')}(?![\\w-])`, 'g'), '·'), words);
