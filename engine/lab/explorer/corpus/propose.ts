import type { Run } from '../../../scenario/play/run.ts';
import { type Coverage, CoverageReader, mergeCoverage, neverSeen } from '../../../world/reports/coverage/coverage.ts';
import type { Occasion } from '../../../world/reports/coverage/occasions.ts';
import type { ExploreBounds } from '../explore.ts';
import { shrink } from '../shrink/shrink.ts';
import { listSteps, type Story } from '../story.ts';
import type { KeptStory } from './corpus.ts';
import { makePass, playWhole } from './minimize.ts';

/** A short scenario in which something happens that a client should be ready for. */
interface Proposal extends Occasion {
  readonly story: Story;
}

/** The occasions that a client should be ready for and no file shows: with a scenario if the exploration met them, and without otherwise. */
export interface Proposals {
  readonly found: readonly Proposal[];
  readonly unmet: readonly Occasion[];
}

/**
 * Proposes a scenario for each occasion that is possible with the contents of the files, and that none of them shows. `explored`: the
 * stories that an exploration of them has kept. Of the stories in which the occasion occurs, the one with the fewest steps is shortened, by
 * at most `playedMax` plays, and made a scenario that passes.
 */
export const proposeScenarios = (
  files: readonly KeptStory[],
  explored: Iterable<KeptStory>,
  bounds: ExploreBounds,
  playedMax: number,
): Proposals => {
  const missing = neverSeen(mergeCoverage(files.map(({ story }) => coverageOfRun(playWhole(story, bounds)))));
  const shortest = new Map<string, Story>();
  for (const { story } of explored)
    for (const words of occasionsIn(playWhole(story, bounds))) {
      const other = shortest.get(words);
      if (other === undefined || listSteps(story).length < listSteps(other).length) shortest.set(words, story);
    }
  const tried = missing.map((occasion): Proposal | Occasion => {
    const story = shortest.get(occasion.words);
    return (story === undefined ? undefined : propose(occasion, story, bounds, playedMax)) ?? occasion;
  });
  return {
    found: tried.filter((one): one is Proposal => 'story' in one),
    unmet: tried.filter((one) => !('story' in one)),
  };
};

const propose = (occasion: Occasion, long: Story, bounds: ExploreBounds, playedMax: number): Proposal | undefined => {
  const { properties: _properties, ...bare } = long;
  const shows = (candidate: Story): boolean => occasionsIn(playWhole(candidate, bounds)).includes(occasion.words);
  const short = shrink(bare, shows, playedMax).story;
  const { story, run } = makePass({ ...short, title: sentence(occasion.words), teaches: [occasion.rule] }, bounds);
  return run?.verdict === 'pass' && occasionsIn(run).includes(occasion.words) ? { ...occasion, story } : undefined;
};

const coverageOfRun = (run: Run | undefined): Coverage => new CoverageReader().readLog(run?.world.log.entries() ?? []).coverage();

const occasionsIn = (run: Run | undefined): readonly string[] => Object.keys(coverageOfRun(run).occasions);

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
