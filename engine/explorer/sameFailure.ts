import type { BrokenProperty } from './outcome.ts';
import { worldIds } from './shrinkNames.ts';
import type { Story } from './story.ts';

/** How a story fails. */
export interface FailedStory {
  readonly story: Story;
  readonly failure: BrokenProperty;
}

/** Whether two stories break the same property in the same way, whatever the things in them are called. */
export const failsAlike = (one: FailedStory, other: FailedStory): boolean =>
  one.failure.property === other.failure.property && shapeOf(one) === shapeOf(other);

const shapeOf = ({ story, failure }: FailedStory): string =>
  [...worldIds(story)]
    .sort((a, b) => b.length - a.length)
    .reduce((shape, id) => shape.replaceAll(new RegExp(`(?<![\\w-])${id.replaceAll(/[^\w-]/g, '')}(?![\\w-])`, 'g'), '·'), failure.shape);
