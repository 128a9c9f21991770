import { writeYaml } from '../../../scenario/format/yamlFile.ts';
import type { Run } from '../../../scenario/play/run.ts';
import type { ExploreBounds } from '../explore.ts';
import { judgeStory } from '../outcome.ts';
import { listSteps, type Story, type StoryStep, withSteps } from '../story.ts';
import type { KeptStory } from './corpus.ts';
import { collectCells } from './coverage.ts';
import { withoutCount } from './tally.ts';

/** A story that is worth a file: the cell that only it covers, and the file's data. */
export interface StoryToKeep {
  readonly cell: string;
  readonly story: Story;
}

/**
 * Minimizes a corpus: few stories that together cover all cells which are not covered yet. Each cell that no earlier story covers adds the
 * shortest story that met it. Every kept story passes as a scenario, so that a folder of them can be played. `met`: cells, the rarest first.
 */
export const minimizeCorpus = (
  met: readonly (readonly [cell: string, kept: KeptStory])[],
  known: Iterable<string>,
  bounds: ExploreBounds,
  most: number,
): readonly StoryToKeep[] => {
  const shown = new Set([...known].map(withoutCount));
  const kept: StoryToKeep[] = [];
  for (const [counted, { story }] of met) {
    const cell = withoutCount(counted);
    if (kept.length >= most) break;
    if (shown.has(cell)) continue;
    const { story: file, run } = makePass({ ...story, title: `Shows ${cell}`, invariants: 'all' }, bounds);
    const cells = cellsIn(run);
    if (!cells.has(cell)) continue;
    for (const one of cells) shown.add(one);
    kept.push({ cell, story: file });
  }
  return kept;
};

/** The cells that a story covers, without counts; none if it does not pass. */
export const cellsOfPassing = (story: Story, bounds: ExploreBounds): ReadonlySet<string> => cellsIn(playWhole(story, bounds));

const cellsIn = (run: Run | undefined): ReadonlySet<string> =>
  run?.verdict === 'pass' ? new Set([...collectCells(run.world.log.entries())].map(withoutCount)) : new Set();

/** Plays a story without the laws; undefined if it does not hold. */
export const playWhole = (story: Story, bounds: ExploreBounds): Run | undefined => {
  const outcome = judgeStory(story, { ...bounds, laws: false });
  return outcome.kind === 'held' ? outcome.run : undefined;
};

/** How often a story is played, at most, until it passes. */
const triesMax = 6;

/**
 * Makes the story a scenario that passes, and returns its run; undefined if it does not hold. The steps still expect the answers of the
 * seed input, so each expectation is replaced by the answer that the step gets. Steps that are never taken, or that name a missing entity,
 * are left out.
 */
export const makePass = (story: Story, bounds: ExploreBounds): { readonly story: Story; readonly run: Run | undefined } => {
  let current = withSteps(
    story,
    listSteps(story).map(({ expect: _expect, ...step }) => step),
  );
  for (let tries = 1; tries < triesMax; tries++) {
    const run = playWhole(current, bounds);
    if (run === undefined || run.verdict === 'pass') return { story: current, run };
    current = withSteps(current, expecting(listSteps(current), run));
  }
  return { story: current, run: playWhole(current, bounds) };
};

const expecting = (steps: readonly StoryStep[], { failed, unfired }: Run): readonly StoryStep[] => {
  const wrong = new Map(failed.flatMap(({ path: [part, k], message }) => (part === 'steps' ? [[Number(k), message] as const] : [])));
  for (const words of unfired) {
    const step = /\bsteps\.(\d+)\b/.exec(words)?.[1];
    if (step !== undefined) wrong.set(Number(step), words);
  }
  return steps.flatMap((step, k) => {
    const message = wrong.get(k);
    if (message === undefined) return [step];
    const [, status, rule] = /was refused: (\d+) .*\(([\w.-]+)\)/s.exec(message) ?? [];
    return status === undefined || rule === undefined ? [] : [{ ...step, expect: { status: Number(status), rule } }];
  });
};

/** The text of a kept story's file. */
export const textToKeep = (story: Story): string => {
  const { title = '', ...rest } = story;
  return writeYaml({ title, ...rest });
};

/** The name of the file for a cell. It is the same each time. */
export const fileNameOfCell = (cell: string): string => `${cell.replaceAll(/[^\w-]+/g, '-')}.scenario.yaml`;
