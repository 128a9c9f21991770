import { isLong } from '../support/long.ts';

/** How often each kind of line is shown, if there are as many plans that show it. */
const timesShown = 12;

/**
 * The numbers of the plans that a model and the engine play. `npm test` plays the fewest of `few` in which all kinds of lines occur that the model
 * writes for these; the long version plays `all`. The engine takes many times as long for a plan as a model does.
 */
export const choosePlans = (few: number, all: number, play: (number: number) => readonly string[]): readonly number[] => {
  if (isLong) return Array.from({ length: all }, (_, k) => k);
  const shown = Array.from({ length: few }, (_, k) => new Set(play(k).flatMap(listKinds)));
  const left = new Map<string, number>();
  for (const kind of shown.flatMap((kinds) => [...kinds])) left.set(kind, Math.min(timesShown, (left.get(kind) ?? 0) + 1));
  const countNew = (k: number): number => [...(shown[k] ?? [])].filter((kind) => (left.get(kind) ?? 0) > 0).length;
  const chosen = new Set<number>();
  for (;;) {
    const gains = shown.map((_, k) => (chosen.has(k) ? 0 : countNew(k)));
    const most = Math.max(...gains);
    if (most === 0) return [...chosen].sort((a, b) => a - b);
    const best = gains.indexOf(most);
    chosen.add(best);
    for (const kind of shown[best] ?? []) left.set(kind, (left.get(kind) ?? 0) - 1);
  }
};

/** What a line is about, whatever its numbers are: each of its words, beside the first. */
const listKinds = (line: string): readonly string[] => {
  const words = line.replaceAll(/\b[a-c]-(?=[a-z])/g, '').match(/(?<=answers )\d{3}\b|[a-z][\w.-]*/gi) ?? [];
  const kinds = words.map((word) => (/^\d/.test(word) ? word : word.replaceAll(/\d+/g, '#')));
  return kinds.map((kind) => `${kinds[0]} ${kind}`);
};
