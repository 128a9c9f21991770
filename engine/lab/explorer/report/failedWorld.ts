import { isLeft, tryCatch } from 'fp-ts/lib/Either.js';
import { play } from '../../../scenario/play/play.ts';
import type { World } from '../../../world/world.ts';
import type { PlayBounds } from '../outcome.ts';
import { parseStoryScenario } from '../readStory.ts';
import type { Story } from '../story.ts';

/**
 * The world of a story, as the failure left it: its log ends with the failure. Undefined if the story fails before its world is made.
 * `onWorld` gets the world at its beginning.
 */
export const replayFailure = (
  story: Story,
  { file, read, sha256, entriesMax }: Omit<PlayBounds, 'laws'>,
  onWorld?: (world: World) => void,
): World | undefined => {
  let world: World | undefined;
  const onBegin = (begun: World): void => {
    world = begun;
    onWorld?.(begun);
  };
  tryCatch(
    () => {
      const scenario = parseStoryScenario(story, file, read);
      if (!isLeft(scenario)) play(scenario.right, { sha256, entriesMax, onBegin });
    },
    () => undefined,
  );
  return world;
};
