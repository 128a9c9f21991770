import { isLeft } from 'fp-ts/lib/Either.js';
import { operationsUnder } from '../../api/operationsUnder.ts';
import type { TimingName } from '../../cloud/timing/timings.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { wholeData } from '../../scenario/editor/wholeData.ts';
import { withTables } from '../../scenario/file/fillTables.ts';
import { giveTiming } from '../../scenario/file/giveTiming.ts';
import type { PropertyResult } from '../../scenario/format/resultFormat.ts';
import { readYaml } from '../../scenario/format/yamlFile.ts';
import type { Run } from '../../scenario/play/run.ts';
import { Choice } from './choice.ts';
import type { KeptStory } from './corpus/corpus.ts';
import { timeCells } from './corpus/coverage.ts';
import { withFewHosts } from './mutate/fewHosts.ts';
import { inFocus, mutate } from './mutate/mutate.ts';
import { namesAt } from './mutate/names.ts';
import { swarmFor } from './mutate/swarm.ts';
import { type BrokenProperty, findBroken, judgeStory, type PlayBounds, type StoryOutcome } from './outcome.ts';
import { listSteps, readContract, type Story } from './story.ts';
import { toKeptStory } from './timing/moments.ts';

/** How all runs of an exploration are played. */
export type ExploreBounds = Omit<PlayBounds, 'laws'>;

/** The result of one run. */
export interface Explored {
  /** The number of the run. Run n of a seed is the same in every thread. */
  readonly run: number;
  readonly kind: StoryOutcome['kind'];
  readonly entries: number;
  /** The cells that its log covers; empty if there is no log. */
  readonly cells: readonly string[];
  /** When it met each of them. */
  readonly times: readonly VirtualTime[];
  /** The story that was played, and when something happened in it. */
  readonly kept: KeptStory;
  readonly failures: readonly BrokenProperty[];
  /** Its verdicts on the properties of its scenario. */
  readonly properties: readonly PropertyResult[];
}

let lawsEvery = 100;

/**
 * Sets the sampling rate: the laws are checked on one of `runs` runs, by default on one of a hundred. A search for bugs of podsim itself
 * checks more.
 */
export const checkLawsEvery = (runs: number): void => {
  lawsEvery = runs;
};

/** Whether the laws are checked on the run of that number. */
export const checksLaws = (run: number): boolean => run % lawsEvery === 0;

/**
 * The story of a scenario file; undefined if it is no scenario, or too long to be varied. Its own assertions are only about itself, not
 * about variations of it. Its properties are about all of its variations. `timing`: the timing of its world.
 */
export const storyToVary = (text: string, bounds: ExploreBounds, timing?: TimingName): KeptStory | undefined => {
  const yaml = readYaml(bounds.file, text);
  if (isLeft(yaml)) return undefined;
  const filled = withTables(yaml.right, yaml.right.data, bounds.read);
  if (isLeft(filled)) return undefined;
  const whole = wholeData(filled.right, bounds.file, bounds.read) as Story | null;
  // A file without content.
  if (whole === null) return undefined;
  const {
    assert: _assert,
    fingerprint: _fingerprint,
    recorded: _recorded,
    matrix: _matrix,
    invariants: _invariants,
    teaches: _teaches,
    $schema: _schema,
    ...own
  } = whole;
  const story = timing === undefined ? own : (giveTiming(own as Json, timing) as Story);
  const outcome = judgeStory(story, { ...bounds, laws: false });
  if (outcome.kind === 'held') return toKeptStory(story, outcome.run);
  // One that breaks a property as it is, is found at once.
  return outcome.kind === 'failed' ? toUnplayed(story) : undefined;
};

/** The inputs of a run: a seed input to mutate, and another story for crossover. */
export interface Picked {
  readonly origin: KeptStory;
  readonly other: KeptStory;
  /** An operation that has a refusal which no run has shown: most steps that are added call it. */
  readonly target?: string | undefined;
}

/** Makes run `number` of a seed: mutates the story that was picked for it, and plays the result. */
export const exploreOnce = ({ origin, other, target }: Picked, bounds: ExploreBounds, seed: string, number: number): Explored => {
  const choice = new Choice(seed, String(number));
  const swarm = swarmFor(
    choice,
    namesAt(origin.story, listSteps(origin.story).length),
    target,
    operationsUnder(readContract(origin.story)),
  );
  const from = { swarm, choice, origin, other: other.story };
  const varied = mutate(origin.story, choice.happens(1, 2) ? inFocus(from) : from);
  const story: Story = { ...withFewHosts(varied, new Choice(seed, `${number}/hosts`), origin.hosts), seed: `${seed}/${number}` };
  const outcome = judgeStory(story, { ...bounds, laws: checksLaws(number) });
  const run = 'run' in outcome ? outcome.run : undefined;
  const entries = [...(run?.world.log.entries() ?? [])];
  const cells = timeCells(entries);
  return {
    run: number,
    kind: outcome.kind,
    entries: entries.length,
    cells: [...cells.keys()],
    times: [...cells.values()],
    kept: { ...(run === undefined ? toUnplayed(story) : toKeptStory(story, run, entries)), folder: origin.folder },
    failures: outcome.kind === 'failed' ? listFailures(outcome.failure, run) : [],
    properties: run?.properties ?? [],
  };
};

/** A story without a complete log. */
const toUnplayed = (story: Story): KeptStory => ({ story, moments: [], places: {}, hosts: [], seen: [], entries: 0 });

/** One run may break several properties of its scenario: each of them is found. */
const listFailures = (first: BrokenProperty, run: Run | undefined): readonly BrokenProperty[] =>
  run === undefined ? [first] : [first, ...findBroken(run.properties).slice(1)];
