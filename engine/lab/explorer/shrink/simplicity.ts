import { canonicalText, type Json } from '../../../kernel/canonical.ts';
import { parseDuration } from '../../../kernel/time.ts';
import { listFaults, listLoads, listSteps, type Story } from '../story.ts';
import { leavesIn, pathsIn } from '../storyPaths.ts';
import { countDisorder } from '../timing/stepTimes.ts';
import { roundMs } from './findLeast.ts';

/**
 * Whether a story is simpler than another: it has less to read. Fewer steps, loads and faults count first, then fewer lines, their
 * order, shorter words, then rounder and smaller numbers. The order is total, so that shortening ends, and a shortened story cannot be shortened again.
 */
export const isSimpler = (story: Story, than: Story): boolean => {
  const [one, other] = [measureStory(story), measureStory(than)];
  const at = one.findIndex((measure, k) => measure !== other[k]);
  if (at !== -1) return (one[at] as number) < (other[at] as number);
  return canonicalText(story) < canonicalText(than);
};

/** A load is many calls: three steps are simpler. */
const loadWeight = 7;
const itemWeight = 2;

const measureStory = (story: Story): readonly number[] => {
  const leaves = leavesIn(story).map(([, leaf]) => leaf);
  const items = itemWeight * (listSteps(story).length + listFaults(story).length) + loadWeight * listLoads(story).length;
  return [
    items,
    pathsIn(story).length,
    countDisorder(listSteps(story)),
    sum(leaves, measureLeaf),
    sum(leaves, msIn),
    sum(leaves, numberIn),
  ];
};

const sum = (leaves: readonly Json[], measure: (leaf: Json) => number): number =>
  leaves.reduce<number>((all, leaf) => all + measure(leaf), 0);

/** Round durations are equally simple, whatever their units. */
const measureLeaf = (leaf: Json): number => {
  const ms = typeof leaf === 'string' ? parseDuration(leaf) : undefined;
  if (ms !== undefined && (ms === 0 || roundMs.includes(ms))) return 2;
  return (typeof leaf === 'string' ? leaf : canonicalText(leaf)).length;
};
const msIn = (leaf: Json): number => (typeof leaf === 'string' ? (parseDuration(leaf) ?? 0) : 0);
const numberIn = (leaf: Json): number => (typeof leaf === 'number' ? Math.abs(leaf) : 0);
