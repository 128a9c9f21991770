/** Words that say how something is asked, and not what for. */
const idle = new Set(
  'a all an and any are at by did do does find five for from go how i in into is it its jump list me of on one or show that the there they to was were what when where which who why with'.split(
    ' ',
  ),
);

/** A text as words, in small letters: `WorkerLostHost` is three, and so is `worker.lost-host`. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Those that say what is looked for; all of them if none does. */
export const dropIdle = (words: readonly string[]): readonly string[] => {
  const kept = words.filter((word) => !idle.has(word));
  return kept.length === 0 ? words : kept;
};

/** What forms of a word have in common: `crash` of `crashes` and `crashed`, `retry` of `retried`, `fail` of `failure`. */
export const toStem = (word: string): string => {
  if (word.length < 4 || /\d/.test(word)) return word;
  const stem = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=...)(?:ing|ed|es|s)$/, '')
    .replace(/(?<=...)(?:ure|al)$/, '')
    .replace(/(?<=...)e$/, '');
  return stem.replace(/([bdfgklmnprt])\1$/, '$1');
};

/** What people call a bill. */
export const billStems: ReadonlySet<string> = new Set(
  ['bill', 'billing', 'cost', 'spend', 'spent', 'price', 'money', 'dollar', 'invoice'].map(toStem),
);

/** Whether each of some stems begins one of the others. */
export const fitAll = (stems: readonly string[], others: readonly string[]): boolean =>
  stems.every((stem) => others.some((other) => (stem.length < 3 ? other === stem : other.startsWith(stem))));
