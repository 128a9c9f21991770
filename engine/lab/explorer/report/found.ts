import { canonicalText } from '../../../kernel/canonical.ts';
import { writeCommentedYaml } from '../../../scenario/format/yamlFile.ts';
import { clientPropertyNames } from '../../../scenario/properties/client/names.ts';
import type { World } from '../../../world/world.ts';
import type { ExploreBounds } from '../explore.ts';
import { keepOnlyBroken } from '../mutate/declared.ts';
import { loadsAsSteps } from '../mutate/loadSteps.ts';
import { assertionFor, type BrokenProperty, failureOfLaw, isCheckedHere, isLaw, judgeStory, lawIn } from '../outcome.ts';
import { lineComments } from '../shrink/neededLines.ts';
import { Plays } from '../shrink/plays.ts';
import { failsAlike } from '../shrink/sameFailure.ts';
import { simplest } from '../shrink/shrink.ts';
import { listSteps, type Story, withSteps } from '../story.ts';
import { replayFailure } from './failedWorld.ts';
import { storyLines } from './storyLines.ts';

/** A failure with the simplest story that shows it. */
export interface ShrunkFailure extends FoundWords {
  readonly story: Story;
  readonly failure: BrokenProperty;
  /** How many stories were played for it. */
  readonly played: number;
  /** Whether shrinking was stopped while a shrinking pass could still have made it simpler. */
  readonly isStopped: boolean;
}

/** How a story is shortened. */
export interface Shortening {
  /** Whether to stop, and keep the story as short as it is by now. */
  readonly shouldStop?: () => boolean;
  /** Checks a story by the law that needs a server, if there is one. Returns the violation; undefined if the law holds. */
  readonly brokenElsewhere?: ((story: Story) => string | undefined) | undefined;
}

/** The text of a file, besides the story itself. */
export interface FoundWords {
  /** The story, told in at most three lines. */
  readonly told: readonly string[];
  /** The purpose of each line, by its path. */
  readonly comments: ReadonlyMap<string, string>;
}

/** The most stories that are played to comment the lines. */
const variedMax = 600;

/** The failure of a story that does not fail in the same way when it is played again: it depends on more than its text. */
const unrepeatable = 'fails alike each time';

/** Shortens a story to the simplest one found that fails in the same way. Says what happens in it, and what each of its lines is for. */
export const shrunkFailure = (
  failure: BrokenProperty,
  found: Story,
  bounds: ExploreBounds,
  playedMax: number,
  { shouldStop = () => false, brokenElsewhere }: Shortening = {},
): ShrunkFailure => {
  const isElsewhere = !isCheckedHere(failure);
  const laws = isLaw(failure) && !isElsewhere;
  // The property stays as it is written while the rest is shortened.
  const broken = keepOnlyBroken(found, failure);
  const { properties: _all, ...story } = found;
  // Without a server, a law that only a server can check is not checked, so its story stays as it is.
  if (isElsewhere && brokenElsewhere === undefined) return { story, failure, ...noWords, played: 0, isStopped: false };
  const failing = (candidate: Story): BrokenProperty | undefined => {
    const whole = { ...candidate, ...broken };
    const outcome = judgeStory(whole, { ...bounds, laws });
    if (outcome.kind === 'failed') return outcome.failure;
    const words = isElsewhere && outcome.kind === 'held' ? brokenElsewhere?.(whole) : undefined;
    return words === undefined ? undefined : failureOfLaw(lawIn(failure), words);
  };
  const stillFails = (candidate: Story): boolean => {
    const other = failing(candidate);
    return other !== undefined && failsAlike({ story, failure }, { story: candidate, failure: other });
  };
  const plays = new Plays(stillFails, playedMax, shouldStop);
  const world = (one: Story) => replayFailure({ ...one, ...broken }, bounds);
  if (plays.areStopped) return unshrunk({ ...story, ...broken }, failure, world(story));
  if (!plays.fails(story)) return textOfUnrepeated(found, failure, failing(story), plays.played + 1);
  const short = simplest(story, plays, [loadsAsSteps((one) => [...(world(one)?.log.entries() ?? [])])]);
  const [once, again] = [failing(short), failing(short)];
  const played = plays.played + 2;
  if (once === undefined || again === undefined || canonicalText(once) !== canonicalText(again))
    return textOfUnrepeated({ ...short, ...broken }, once ?? failure, again, played);
  plays.allow(variedMax);
  const all = lineComments(short, plays);
  // A comment must not say of a line that it is needed if that line was not varied.
  const comments = plays.areStopped ? noWords.comments : all;
  const failed = world(short);
  return {
    story: { ...short, ...broken },
    failure: once,
    told: failed === undefined ? [] : storyLines(failed, once.words),
    comments,
    played: plays.played + 2,
    isStopped: plays.areStopped,
  };
};

/** The failure as it was found, with what happens in it. */
const unshrunk = (story: Story, failure: BrokenProperty, failed: World | undefined): ShrunkFailure => {
  const told = failed === undefined ? [] : storyLines(failed, failure.words);
  return { story, failure, told, comments: noWords.comments, played: 0, isStopped: true };
};

const textOfUnrepeated = (
  story: Story,
  { property, words }: BrokenProperty,
  other: BrokenProperty | undefined,
  played: number,
): ShrunkFailure => {
  const then = other === undefined ? 'nothing broke' : `${other.property}: ${other.words}`;
  const failure = { property: unrepeatable, words: `${property}: ${words}; and played again: ${then}`, shape: property };
  return { story, failure, told: [], comments: new Map(), played, isStopped: false };
};

/** The story as a scenario file. Its head names the broken property, tells what happens, and explains the comments. */
export const textOfFound = (story: Story, failure: BrokenProperty, { told, comments }: FoundWords = noWords): string => {
  const { property, words } = failure;
  const { title: _title, ...rest } = story;
  const head = [
    `${property}: ${words.replaceAll('\n', ' ')}`,
    ...(told.length === 0 ? [] : ['What happens:', ...told.map((line) => `  ${line}`)]),
    ...(comments.size === 0
      ? []
      : ['Each line with a comment is needed: without it, or with another value than it says, this does not fail.']),
  ];
  const asserted = rest['properties'] === undefined ? assertionFor(failure) : {};
  // Once the failure is repaired, other calls may be refused, and steps may wait for what no longer comes.
  const green = !(clientPropertyNames as readonly string[]).includes(property) ? { mayBeRefused: true } : {};
  return writeCommentedYaml(inOrder({ title: `Breaks ${property}`, ...rest, ...asserted, ...green }), head, comments);
};

/** The parts in the order in which people write them: as a run needs them, and in a step its time first. */
const inOrder = (story: Story): Story => {
  const steps = listSteps(story).map((step) => orderFields(step, stepOrder));
  return orderFields(withSteps(story, steps), partOrder);
};

const partOrder: readonly string[] = ['title', 'seed', 'start', 'world', 'faults', 'load', 'steps'];
const stepOrder: readonly string[] = ['name', 'at', 'after', 'delay', 'when', 'within'];

/** The fields with these names first. */
const orderFields = (fields: Story, first: readonly string[]): Story => {
  const place = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => place(one) - place(other)));
};

const noWords: FoundWords = { told: [], comments: new Map() };

/** A name for the file of a failure: the same for the same text. */
export const fileNameOfFound = ({ property }: Pick<BrokenProperty, 'property'>, text: string, sha256: (text: string) => string): string =>
  `${property.replaceAll(/\W+/g, '-')}-${sha256(text).slice(0, 8)}.scenario.yaml`;
