import type { Json } from '../../../engine/kernel/canonical.ts';
import { formatDuration } from '../../../engine/kernel/time.ts';
import type { ExploreBounds } from '../../../engine/lab/explorer/explore.ts';
import { type BrokenProperty, judgeStory } from '../../../engine/lab/explorer/outcome.ts';
import { listSteps, type Story, type StoryStep, withSteps } from '../../../engine/lab/explorer/story.ts';
import { fillIn } from '../../../engine/scenario/format/variables.ts';
import { nothingWaits, type TakenAct, takeWay } from './expand.ts';
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

/**
 * The way as a story that fails when it is played. Its draws are those of the first seed with which it does. Some of what is wrong at an
 * instant shows as soon as time passes it: then the story ends a millisecond later.
 */
export const storyOfWay = (small: SmallWorld, found: CounterWay, bounds: ExploreBounds): CounterStory => {
  const written = writeStory(small, found);
  const later = withSteps(written, [...listSteps(written), { at: formatDuration(found.at + 1) }]);
  for (let seed = 0; seed < (found.way.draws.length === 0 ? 1 : seedsMax); seed++)
    for (const story of [written, later].map((one) => (seed === 0 ? one : { ...one, seed: String(seed) }))) {
      const outcome = judgeStory(story, { ...bounds, laws: false });
      if (outcome.kind === 'failed') return { story, failure: outcome.failure, isPlayed: true };
    }
  return { story: written, failure: found.broken, isPlayed: false };
};

const writeStory = (small: SmallWorld, { way, at, broken }: CounterWay): Story => {
  const names = new Map<Json, string>();
  const steps: StoryStep[] = [];
  const write = (act: TakenAct, savedNow: ReadonlyMap<string, Json>): void => {
    steps.push(stepOf(small, act, names));
    const { save = {} } = small.acts[act.act] as { readonly save?: Readonly<Record<string, string>> };
    const own = Object.entries(save).map(([name, path]): [string, string] => {
      const value = savedNow.get(name);
      const variable = freeName(name, names);
      if (value !== undefined) names.set(value, variable);
      return [variable, path];
    });
    if (own.length > 0) steps.push({ ...(steps.pop() as StoryStep), save: Object.fromEntries(own) });
  };
  // What the last act does may be what breaks.
  const [last] = way.acts.slice(-1);
  takeWay(small, { ...way, acts: way.acts.slice(0, -1) }, write);
  if (last !== undefined) write(last, new Map());
  if (at > (last?.at ?? -1)) steps.push({ at: formatDuration(at) });
  const { properties = [], ...story } = small.story;
  const declared = broken.property === nothingWaits ? [{ settles: settlesWithin }] : (properties as readonly Json[]);
  return withSteps({ ...story, ...(declared.length === 0 ? {} : { properties: declared }), mayBeRefused: true }, steps);
};

/** An act as a step, with the variables of those values that it uses. */
const stepOf = ({ acts }: SmallWorld, { act, at, values }: TakenAct, names: ReadonlyMap<Json, string>): StoryStep => {
  const { times: _, save: __, ...written } = acts[act] as StoryStep;
  const variables = new Map(Object.entries(values).map(([name, value]) => [name, `$${names.get(value) ?? name}`]));
  return { at: formatDuration(at), ...(fillIn(written, variables) as StoryStep) };
};

/** `job`, `job-2`, … */
const freeName = (name: string, names: ReadonlyMap<Json, string>): string => {
  const used = [...names.values()].filter((one) => one === name || one.startsWith(`${name}-`)).length;
  return used === 0 ? name : `${name}-${used + 1}`;
};
