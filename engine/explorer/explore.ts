import { isLeft } from 'fp-ts/lib/Either.js';
import { canonicalText } from '../kernel/canonical.ts';
import type { PropertyResult } from '../properties/result.ts';
import type { Run } from '../scenario/run.ts';
import { wholeData } from '../scenario/wholeData.ts';
import { readYaml, writeYaml } from '../scenario/yamlFile.ts';
import { Choice } from './choice.ts';
import type { KeptStory } from './corpus.ts';
import { cellsOf } from './coverage.ts';
import { brokenAlone } from './declared.ts';
import { mutated } from './mutate.ts';
import { type BrokenProperty, brokenIn, isSameFailure, momentsOf, outcomeOf, type PlayBounds, type StoryOutcome } from './outcome.ts';
import { shrink } from './shrink.ts';
import type { Story } from './story.ts';
import { swarmFor } from './swarm.ts';

/** How all runs of an exploration are played. */
export type ExploreBounds = Omit<PlayBounds, 'laws'>;

/** What one run came to. */
export interface Explored {
  /** The number of the run: run n of a seed is the same in whichever thread it is made. */
  readonly run: number;
  readonly kind: StoryOutcome['kind'];
  readonly entries: number;
  /** What its log has shown; empty where there is none. */
  readonly cells: readonly string[];
  /** The story that was played, and when something happened in it. */
  readonly kept: KeptStory;
  readonly failures: readonly BrokenProperty[];
  /** What it says of the properties of its scenario. */
  readonly properties: readonly PropertyResult[];
}

/** The laws are checked on one run of so many. */
const lawsEvery = 100;

/**
 * The story of a scenario file; undefined if it is no scenario, or too long to be varied. Its own assertions are about itself alone: they
 * say nothing of what is made from it. Its properties are about everything that is made from it.
 */
export const storyToVary = (text: string, bounds: ExploreBounds): KeptStory | undefined => {
  const yaml = readYaml(bounds.file, text);
  if (isLeft(yaml)) return undefined;
  const {
    assert: _assert,
    fingerprint: _fingerprint,
    recorded: _recorded,
    matrix: _matrix,
    invariants: _invariants,
    teaches: _teaches,
    $schema: _schema,
    ...story
  } = wholeData(yaml.right.data, bounds.file, bounds.read) as Story;
  const outcome = outcomeOf(story, { ...bounds, laws: false });
  if (outcome.kind === 'held') return { story, moments: momentsOf(outcome.run) };
  // One that breaks a property as it is, is found at once.
  return outcome.kind === 'failed' ? { story, moments: [] } : undefined;
};

/** Makes run `number` of a seed: a story made from one of those given, and played. */
export const exploreOnce = (origins: readonly KeptStory[], bounds: ExploreBounds, seed: string, number: number): Explored => {
  const choice = new Choice(seed, String(number));
  const { story, moments } = choice.of(origins);
  const changed: Story = { ...mutated(story, swarmFor(choice), choice, moments), seed: `${seed}/${number}` };
  const outcome = outcomeOf(changed, { ...bounds, laws: number % lawsEvery === 0 });
  const run = 'run' in outcome ? outcome.run : undefined;
  return {
    run: number,
    kind: outcome.kind,
    entries: run?.world.log.length ?? 0,
    cells: run === undefined ? [] : [...cellsOf(run.world.log.entries())],
    kept: { story: changed, moments: run === undefined ? [] : momentsOf(run) },
    failures: outcome.kind === 'failed' ? failuresOf(outcome.failure, run) : [],
    properties: run?.properties ?? [],
  };
};

/** One run may break several properties of its scenario: each of them is found. */
const failuresOf = (first: BrokenProperty, run: Run | undefined): readonly BrokenProperty[] =>
  run === undefined ? [first] : [first, ...brokenIn(run.properties).slice(1)];

/** The shortest story that one finds that fails in the same way; and how often one played for it. */
export const shrunkFailure = (
  failure: BrokenProperty,
  story: Story,
  bounds: ExploreBounds,
  playedMax: number,
): { readonly story: Story; readonly failure: BrokenProperty; readonly played: number } => {
  const laws = failure.property.startsWith('law ');
  // The property stays as it is written while the rest is shortened.
  const broken = brokenAlone(story, failure);
  const { properties: _others, ...rest } = story;
  const failing = (candidate: Story): BrokenProperty | undefined => {
    const outcome = outcomeOf({ ...candidate, ...broken }, { ...bounds, laws });
    return outcome.kind === 'failed' ? outcome.failure : undefined;
  };
  const { story: shortest, played } = shrink(
    rest,
    (candidate) => {
      const other = failing(candidate);
      return other !== undefined && isSameFailure(failure, other);
    },
    playedMax,
  );
  return { story: { ...shortest, ...broken }, failure: failing(shortest) ?? failure, played };
};

/** The story as a scenario file, which says first what it breaks. */
export const foundText = (story: Story, { property, words }: BrokenProperty): string => {
  const { title: _title, ...rest } = story;
  return `# ${property}: ${words.replaceAll('\n', ' ')}\n${writeYaml({ title: `Breaks ${property}`, ...rest })}`;
};

/** A name for the file of a failure: the same for the same story. */
export const foundName = (story: Story, { property }: BrokenProperty, sha256: (text: string) => string): string =>
  `${property.replaceAll(/\W+/g, '-')}-${sha256(canonicalText(story)).slice(0, 8)}.scenario.yaml`;
