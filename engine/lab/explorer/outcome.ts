import { type Either, isLeft, tryCatch } from 'fp-ts/lib/Either.js';
import { InvariantViolation } from '../../kernel/invariant.ts';
import type { Sha256 } from '../../kernel/sha256.ts';
import type { PropertyResult } from '../../scenario/format/resultFormat.ts';
import { reduceToShape } from '../../scenario/laws/checkedRun.ts';
import { checkLaw, laws } from '../../scenario/laws/laws.ts';
import { play } from '../../scenario/play/play.ts';
import type { Future, Run } from '../../scenario/play/run.ts';
import { watchClient } from '../../scenario/properties/client/watch.ts';
import type { Reader, Scenario } from '../../scenario/scenario.ts';
import { tooManyAtOnce } from '../../simulator/simulation.ts';
import { parseStoryScenario } from './readStory.ts';
import type { Story } from './story.ts';

/** A property that a played story broke: which one, how, and in words without the ids of this story. */
export interface BrokenProperty {
  readonly property: string;
  readonly words: string;
  /** Two failures are the same if they broke the same property in the same shape. */
  readonly shape: string;
}

/** How a story went. */
export type StoryOutcome =
  /** It is no scenario: a change has removed a part that another part needs. */
  | { readonly kind: 'invalid' }
  /** It would have taken more than its bound in entries. */
  | { readonly kind: 'cut' }
  /** A property of the scenario does not stop the run that breaks it. */
  | { readonly kind: 'failed'; readonly failure: BrokenProperty; readonly run?: Run }
  | { readonly kind: 'held'; readonly run: Run };

export interface PlayBounds {
  readonly file: string;
  readonly read: Reader;
  readonly sha256: Sha256;
  /** The most log entries of one run. */
  readonly entriesMax: number;
  /** Whether the laws are checked, too: they take several times as long as the run itself. */
  readonly laws: boolean;
  /** Another future than its own. */
  readonly future?: Future;
}

/** Plays a story, and says which property it broke. Nothing that happens in it is an error of the explorer. */
export const judgeStory = (story: Story, bounds: PlayBounds): StoryOutcome => {
  const scenario = tryCatch(() => parseStoryScenario(story, bounds.file, bounds.read), asFailure);
  if (isLeft(scenario)) return { kind: 'failed', failure: scenario.left };
  if (isLeft(scenario.right)) return { kind: 'invalid' };
  const run = tryPlay(scenario.right.right, bounds);
  if (isLeft(run)) return run.left.words.startsWith(tooManyAtOnce) ? { kind: 'cut' } : { kind: 'failed', failure: run.left };
  const [first] = findBroken(run.right.properties);
  if (first !== undefined) return { kind: 'failed', failure: first, run: run.right };
  if (run.right.unfired.some((words) => words.startsWith('entriesMax: '))) return { kind: 'cut' };
  const broken = bounds.laws ? findBrokenLaw(run.right) : undefined;
  return broken === undefined ? { kind: 'held', run: run.right } : { kind: 'failed', failure: broken };
};

export const isSameFailure = (a: BrokenProperty, b: BrokenProperty): boolean => a.property === b.property && a.shape === b.shape;

/** Whether it is a law, which is checked only on request. */
export const isLaw = ({ property }: BrokenProperty): boolean => property.startsWith(ofLaws);

const ofLaws = 'law ';

/** The name of the law that it breaks. */
export const lawIn = ({ property }: BrokenProperty): string => property.slice(ofLaws.length);

/** Whether it is checked when a story is played: the law over HTTP needs a server. */
export const isCheckedHere = (failure: BrokenProperty): boolean =>
  !isLaw(failure) || laws.some(({ name }) => failure.property === `${ofLaws}${name}`);

/** The settings of a scenario file that make its run fail by this property, and not by podsim's own error. */
export const assertionFor = (failure: BrokenProperty): Story =>
  isLaw(failure) ? { properties: [{ law: lawIn(failure) }] } : { invariants: 'all' };

const tryPlay = (scenario: Scenario, { sha256, entriesMax, future }: PlayBounds): Either<BrokenProperty, Run> =>
  tryCatch(
    () =>
      play(
        { ...scenario, spec: { ...scenario.spec, invariants: 'all' } },
        {
          sha256,
          entriesMax,
          timersPerInstantMax: entriesMax,
          idle: false,
          clients: watchClient,
          ...(future === undefined ? {} : { future }),
        },
      ),
    asFailure,
  );

const findBrokenLaw = ({ world }: Run): BrokenProperty | undefined => {
  for (const law of laws) {
    const words = checkLaw(law, world);
    if (words !== undefined) return failureOfLaw(law.name, words);
  }
  return undefined;
};

/** The properties of the scenario that a run broke, in the order of the times at which they broke. */
export const findBroken = (properties: readonly PropertyResult[]): readonly BrokenProperty[] =>
  properties
    .flatMap(({ name: property, broken }) => (broken === undefined ? [] : [{ ...broken, property }]))
    .sort((a, b) => a.at - b.at)
    .map(({ property, words, shape }) => ({ property, words, shape }));

/** How a run has failed that breaks a law. */
export const failureOfLaw = (name: string, words: string): BrokenProperty => describeBreak(`${ofLaws}${name}`, words);

/** The property that was broken, according to the error that ended a run. */
export const asFailure = (thrown: unknown): BrokenProperty => {
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  // A refusal of a command that must not be refused has no invariant's name: its words name the purpose of the command.
  const name = thrown instanceof InvariantViolation ? thrown.invariant : undefined;
  return name === undefined ? describeBreak('ends without an error', words) : describeBreak(name, words.slice(`${name}: `.length));
};

/** Ids and numbers differ from story to story. */
const describeBreak = (property: string, words: string): BrokenProperty => ({
  property,
  words,
  shape: reduceToShape(words),
});
