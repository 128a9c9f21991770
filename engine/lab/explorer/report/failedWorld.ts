import { isLeft, tryCatch } from 'fp-ts/lib/Either.js';
import { play } from '../../../scenario/play/play.ts';
import type { World } from '../../../world/world.ts';
import type { PlayBounds } from '../outcome.ts';
import { scenarioOf } from '../readStory.ts';
import type { Story } from '../story.ts';

/**
 * The world of a story as its failure left it: its log ends with the failure. Undefined if not even a world came of it. `onWorld` gets
 * it as it begins.
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
      const scenario = scenarioOf(story, file, read);
      if (!isLeft(scenario)) play(scenario.right, { sha256, entriesMax, onBegin });
    },
    () => undefined,
  );
  return world;
};
