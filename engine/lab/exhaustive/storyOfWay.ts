import type { Json } from '../../kernel/canonical.ts';
import { formatDuration } from '../../kernel/time.ts';
import { fillIn } from '../../scenario/format/variables.ts';
import type { ExploreBounds } from '../explorer/explore.ts';
import { type BrokenProperty, outcomeOf } from '../explorer/outcome.ts';
import { type Story, type StoryStep, withSteps } from '../explorer/story.ts';
import { nothingWaits, takeWay } from './expand.ts';
import type { CounterWay } from './search.ts';
import type { SmallWorld } from './smallWorld.ts';

/** A way to a broken property as a story: the data of a scenario that a person can read and play. */
export interface CounterStory {
  readonly story: Story;
  readonly failure: BrokenProperty;
  /** Whether a run of the story fails, too. Where not, it depends on draws that no seed tried so far makes. */
  readonly isPlayed: boolean;
}

/** A story with draws is played with so many seeds. */
const seedsMax = 400;

/** What waits for ever is still there after this long. */
const settlesWithin = '1h';

/** The way as a story that fails when it is played. Its draws are those of the first seed with which it does. */
export const storyOfWay = (small: SmallWorld, found: CounterWay, bounds: ExploreBounds): CounterStory => {
  const written = writeStory(small, found);
  for (let seed = 0; seed < (found.way.draws.length === 0 ? 1 : seedsMax); seed++) {
    const story = seed === 0 ? written : { ...written, seed: String(seed) };
    const outcome = outcomeOf(story, { ...bounds, laws: false });
    if (outcome.kind === 'failed') return { story, failure: outcome.failure, isPlayed: true };
  }
  return { story: written, failure: found.broken, isPlayed: false };
};

const writeStory = (small: SmallWorld, { way, at, broken }: CounterWay): Story => {
  const names = new Map<Json, string>();
  const steps: StoryStep[] = [];
  takeWay(small, way, (act, savedNow) => {
    const { times: _, save, ...written } = small.acts[act.act] as StoryStep;
    const filled = fillIn(written, new Map(Object.entries(act.values).map(([name, value]) => [name, `$${names.get(value) ?? name}`])));
    const saves = Object.entries((save ?? {}) as Readonly<Record<string, Json>>).map(([name, path]): [string, Json] => {
      const value = savedNow.get(name);
      const used = [...names.values()].filter((one) => one === name || one.startsWith(`${name}-`)).length;
      const own = used === 0 ? name : `${name}-${used + 1}`;
      if (value !== undefined) names.set(value, own);
      return [own, path];
    });
    steps.push({
      at: formatDuration(act.at),
      ...(filled as StoryStep),
      ...(saves.length === 0 ? {} : { save: Object.fromEntries(saves) }),
    });
  });
  if (at > (way.acts.at(-1)?.at ?? -1)) steps.push({ at: formatDuration(at) });
  const { properties = [], ...story } = small.story;
  const declared = broken.property === nothingWaits ? [{ settles: settlesWithin }] : (properties as readonly Json[]);
  return withSteps({ ...story, ...(declared.length === 0 ? {} : { properties: declared }), mayBeRefused: true }, steps);
};
