import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration } from '../../../kernel/time.ts';
import { bodyWords } from '../mutate/bodyWords.ts';
import { listSteps, type Story } from '../story.ts';
import { leavesIn, type Path, partAt, pathsIn, withPart } from '../storyPaths.ts';
import { isPause } from '../timing/pauses.ts';
import { isMoment } from './gaps.ts';
import type { Plays, StillFails } from './plays.ts';
import { leaveOut } from './properties.ts';
import { rangeAround, rangeWords } from './valueRange.ts';
import { isFreeText, readDuration } from './values.ts';

/**
 * The purpose of each line of a shortened story, by its path: `needed`, or which other values fail in the same way. Each value is varied
 * while the others stay. Lines for which no plays are left have no comment.
 */
export const lineComments = (story: Story, plays: Plays): ReadonlyMap<string, string> => {
  const comments = new Map<string, string>();
  for (const path of linesIn(story)) {
    const comment = commentFor(story, path, (other) => plays.fails(other));
    if (!plays.areOver) comments.set(path.join('/'), comment);
  }
  return comments;
};

/** The parts of a story that are lines of their own in its file. */
const linesIn = (story: Story): readonly Path[] => pathsIn(story).filter((path) => path[0] !== 'title' && isLine(story, path));

/** A plain value; a property of an item of a list, or the item if it is plain; of the world, an item of a list, or a whole part. */
const isLine = (story: Story, path: Path): boolean => {
  const isPlain = leavesIn(partAt(story, path) ?? null, path).some(([leaf]) => leaf.length === path.length);
  const isInList = Array.isArray(partAt(story, path.slice(0, -1)));
  if (path[0] === 'world') return path.length === 3 ? isInList : path.length === 2 && !Array.isArray(partAt(story, path));
  const isItem = path.length === 2 && isInList;
  return path.length === 1 || isItem ? isPlain : Array.isArray(partAt(story, path.slice(0, -2))) && path.length === 3;
};

const commentFor = (story: Story, line: Path, fails: StillFails): string => {
  if (fails(leaveOut(story, line))) return 'can be left out';
  const said = leavesIn(partAt(story, line) ?? null).flatMap(([below, leaf]) => {
    const words = findVariation(story, [...line, ...below], leaf, fails);
    const name = formatPath(below);
    return words === undefined ? [] : [name === '' ? words : `${name}: ${words}`];
  });
  const words = said.length === 0 ? 'needed' : said.join('; ');
  const step = line[0] === 'steps' ? listSteps(story)[Number(line[1])] : undefined;
  return step !== undefined && isPause(step) ? `lets time pass: ${words}` : words;
};

/** A value in a line by its property; an id by whose it is. */
const formatPath = (below: Path): string => {
  const names = below.filter((part) => !/^\d+$/.test(part));
  return names.slice(names.at(-1) === 'id' ? -2 : -1).join('.');
};

/** Which other values fail in the same way; undefined if none does, or if a value is the name of something else. */
const findVariation = (story: Story, path: Path, leaf: Json, fails: StillFails): string | undefined => {
  const ms = readDuration(path, leaf);
  if (ms !== undefined) {
    const range = rangeAround(ms, (other) => fails(withPart(story, path, formatDuration(other))));
    return rangeWords(ms, isMoment(path) ? 'time' : 'duration', range);
  }
  if (Number.isInteger(leaf)) {
    const range = rangeAround(Number(leaf), (other) => fails(withPart(story, path, other)));
    return rangeWords(Number(leaf), 'number', range);
  }
  if (isFreeText(path, leaf)) return ['b', 'another'].every((other) => fails(withPart(story, path, other))) ? 'any value' : undefined;
  const others = usualFor(path, leaf).filter((other) => fails(withPart(story, path, other)));
  return others.length === 0 ? undefined : `or ${others.map(String).join(', ')}`;
};

/** The other values that requests usually have there. */
const usualFor = (path: Path, leaf: Json): readonly Json[] => {
  if (typeof leaf === 'boolean') return [!leaf];
  const { usual = [] } = bodyWords[path.slice(-2).join('.')] ?? {};
  return typeof leaf === 'string' && !leaf.startsWith('$') ? usual.filter((other) => typeof other === 'string' && other !== leaf) : [];
};
