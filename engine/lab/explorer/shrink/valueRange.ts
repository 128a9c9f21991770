import { formatDuration } from '../../../kernel/time.ts';

/** The values around one that fail in the same way; unbounded above if no bound was found. */
export interface ValueRange {
  readonly least: number;
  readonly most: number | undefined;
}

/** A day in ms: far above the durations of stories, and still quick to play. */
const far = 86_400_000;

/**
 * Binary search for the range of whole numbers around one that pass, which assumes one edge below, and at most one above. The results at
 * the edges are certain; numbers between them are not tried.
 */
export const rangeAround = (value: number, isWanted: (other: number) => boolean): ValueRange => {
  const least = value === 0 || isWanted(0) ? 0 : edge(0, value, isWanted);
  const above = [value * 1_000, far].filter((other) => other > value);
  const most = above.some((other) => isWanted(other)) ? undefined : above.length === 0 ? value : edge(Math.max(...above), value, isWanted);
  return { least, most };
};

/** The wanted value that is next to an unwanted one. */
const edge = (unwanted: number, wanted: number, isWanted: (one: number) => boolean): number => {
  let [no, yes] = [unwanted, wanted];
  while (Math.abs(yes - no) > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (isWanted(middle)) yes = middle;
    else no = middle;
  }
  return yes;
};

/** `any duration over 4s`, `any number of at least 3`; undefined if only that one is as wanted. */
export const rangeWords = (value: number, what: 'duration' | 'time' | 'number', { least, most }: ValueRange): string | undefined => {
  if (least === value && most === value) return undefined;
  const text = what === 'number' ? String : formatDuration;
  const isShorter = (other: number, than: number) => text(other).length < text(than).length;
  const from = least === 0 ? [] : [isShorter(least - 1, least) ? `over ${text(least - 1)}` : `of at least ${text(least)}`];
  const to = most === undefined ? [] : [isShorter(most + 1, most) ? `under ${text(most + 1)}` : `of at most ${text(most)}`];
  return [`any ${what}`, [...from, ...to].join(' and ')].join(' ').trim();
};
