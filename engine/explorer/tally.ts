import { invariant } from '../kernel/invariant.ts';
import { type FamilyName, familyNames } from './families.ts';

/** Words are numbered as they first occur. Those of a log are few: events, statuses, operations, rules. */
const numbers = new Map<string, number>();
const words: string[] = [];

/** At most so many words, so that three of them and a family fit in one exact number. */
const wordsMax = 4_096;

/** Counts cells as numbers, and says at the end which they are. */
export class CellTally {
  static readonly numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    invariant(words.length < wordsMax - 1, () => `a log has more than ${wordsMax} words for cells: '${word}' has no number`);
    words.push(word);
    numbers.set(word, words.length);
    return words.length;
  };

  readonly #counts = new Map<number, number>();

  /** Absent parts are 0. */
  add(family: FamilyName, first: number, second = 0, third = 0): void {
    const cell = (((familyNumber[family] as number) * wordsMax + first) * wordsMax + second) * wordsMax + third;
    this.#counts.set(cell, (this.#counts.get(cell) ?? 0) + 1);
  }

  cells(): ReadonlySet<string> {
    const cells = new Set<string>();
    for (const [cell, count] of this.#counts) {
      const parts = [Math.floor(cell / (wordsMax * wordsMax)) % wordsMax, Math.floor(cell / wordsMax) % wordsMax, cell % wordsMax];
      const family = familyNames[Math.floor(cell / (wordsMax * wordsMax * wordsMax))] as FamilyName;
      const text = cellText(
        family,
        parts.flatMap((part) => (part === 0 ? [] : [words[part - 1] as string])),
      );
      const bucket = bucketOf(count);
      cells.add(bucket === 1 || !counted.has(family) ? text : `${text} ×${bucket}`);
    }
    return cells;
  }
}

export const cellText = (family: FamilyName, parts: readonly string[]): string => `${family}: ${parts.join(' · ')}`;

/** A cell without the bucket of its count. */
export const withoutCount = (cell: string): string => cell.replace(/ ×\d+$/, '');

const familyNumber = Object.fromEntries(familyNames.map((name, k) => [name, k])) as Readonly<Record<FamilyName, number>>;

/** The families of which it matters how often: that something happened twice is another thing than that it happened. */
const counted: ReadonlySet<FamilyName> = new Set(['lifecycle', 'refusal', 'policy', 'fault']);

const bucketOf = (count: number): number => {
  let bucket = 1;
  while (bucket < count) bucket *= 2;
  return bucket;
};
