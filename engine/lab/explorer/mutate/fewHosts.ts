import type { Choice } from '../choice.ts';
import type { UsedHost } from '../corpus/corpus.ts';
import type { Story } from '../story.ts';
import { withUsedHosts, worldOf } from './worldChanges.ts';

/**
 * A world that names no hosts has so many that nothing ever waits for one. Most variations of it have only those that the story used, with
 * little room, so that waiting is usual.
 */
export const withFewHosts = (story: Story, choice: Choice, used: readonly UsedHost[]): Story => {
  const namesNone = worldOf(story)?.['hosts'] === undefined;
  return namesNone && choice.happens(3, 4) ? (withUsedHosts(story, choice, used) ?? story) : story;
};
