import { invariant } from '../../../kernel/invariant.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import { type FamilyName, familyNames } from './families.ts';

/** Words are numbered as they first occur. A log has few of them: events, statuses, operations, rules. */
const numbers = new Map<string, number>();
const words: string[] = [];

/** The maximum number of words: three of them and a family fit in one exact number. */
const wordsMax = 4_096;

/** Counts cells as numbers. At the end it gives each cell with the bucket of its count, and the time at which the count reached that bucket. */
export class CellTally {
  /** The time of the next cell to count. */
  now = 0 as VirtualTime;

  static readonly numberWord = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    invariant(words.length < wordsMax - 1, () => `a log has more than ${wordsMax} words for cells: '${word}' has no number`);
    words.push(word);
    numbers.set(word, words.length);
    return words.length;
  };

  static readonly findWord = (number: number): string => words[number - 1] ?? '';

  readonly #tallies = new Map<number, Tally>();

  /** Absent parts are 0. */
  add(family: FamilyName, first: number, second = 0, third = 0): void {
    const cell = (((familyNumber[family] as number) * wordsMax + first) * wordsMax + second) * wordsMax + third;
    const tally = this.#tallies.get(cell);
    if (tally === undefined) {
      this.#tallies.set(cell, { count: 1, at: this.now });
      return;
    }
    // One more than a power of two is the first in another bucket.
    if ((tally.count & (tally.count - 1)) === 0) tally.at = this.now;
    tally.count += 1;
  }

  cells(): ReadonlyMap<string, VirtualTime> {
    const cells = new Map<string, VirtualTime>();
    for (const [cell, { count, at }] of this.#tallies) cells.set(formatCell(cell, findBucket(count)), at);
    return cells;
  }
}

/** How often a cell was met, and when it reached the bucket of that count. */
interface Tally {
  count: number;
  at: VirtualTime;
}

/** The texts of cells that have been met, by bucket: most runs meet the same ones. */
const textsByBucket = new Map<number, Map<number, string>>();

const formatCell = (cell: number, bucket: number): string => {
  const texts = textsByBucket.get(bucket) ?? new Map<number, string>();
  textsByBucket.set(bucket, texts);
  const known = texts.get(cell);
  if (known !== undefined) return known;
  const parts = [Math.floor(cell / (wordsMax * wordsMax)) % wordsMax, Math.floor(cell / wordsMax) % wordsMax, cell % wordsMax];
  const family = familyNames[Math.floor(cell / (wordsMax * wordsMax * wordsMax))] as FamilyName;
  const text = cellText(
    family,
    parts.flatMap((part) => (part === 0 ? [] : [words[part - 1] as string])),
  );
  const counting = bucket === 1 || !counted.has(family) ? text : `${text} ×${bucket}`;
  texts.set(cell, counting);
  return counting;
};

export const cellText = (family: FamilyName, parts: readonly string[]): string => `${family}: ${parts.join(' · ')}`;

/** A cell without the bucket of its count. */
export const withoutCount = (cell: string): string => cell.replace(/ ×\d+$/, '');

const familyNumber = Object.fromEntries(familyNames.map((name, k) => [name, k])) as Readonly<Record<FamilyName, number>>;

/** The families whose cells have a count: happening twice is another cell than happening once. */
const counted: ReadonlySet<FamilyName> = new Set(['lifecycle', 'refusal', 'policy', 'fault']);

const findBucket = (count: number): number => {
  let bucket = 1;
  while (bucket < count) bucket *= 2;
  return bucket;
};
