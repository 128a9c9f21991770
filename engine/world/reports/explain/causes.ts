import type { LogEntry } from '../../../kernel/logEntry.ts';

/** How an entry came about: the nearest causes and, last, the root cause. `leftOut` counts the causes left out before the last. */
export interface CauseChain<Entry extends LogEntry = LogEntry> {
  readonly links: readonly Entry[];
  readonly leftOut: number;
}

/** The most links of a chain that are shown. */
const linksMax = 6;

/** An entry, its cause, the cause of that, and so on. A cause always has the smaller seq, so this ends. */
export const chain = <Entry extends LogEntry>(find: (seq: number) => Entry | undefined, from: Entry | undefined): CauseChain<Entry> => {
  const links: Entry[] = [];
  let leftOut = 0;
  for (let entry = from; entry !== undefined; entry = isCaused(entry) ? find(entry.cause) : undefined) {
    if (links.length === linksMax) {
      links.pop();
      leftOut += 1;
    }
    links.push(entry);
  }
  return { links, leftOut };
};

/** The words for each link of a chain, with how many were left out before the last. */
export const chainWords = <Entry extends LogEntry>(
  { links, leftOut }: CauseChain<Entry>,
  words: (entry: Entry, depth: number) => string,
  leftOutWords: (count: number) => string,
): readonly string[] => {
  const all = links.map(words);
  return leftOut === 0 ? all : [...all.slice(0, -1), leftOutWords(leftOut), ...all.slice(-1)];
};

/**
 * The length and the root of the chain of causes of each entry, for a part of a log. They are computed once, as the entries pass:
 * walking back each chain would take as many steps as all chains are long.
 */
export class CauseTable {
  readonly #after: number;
  readonly #lengths: number[] = [];
  readonly #roots: number[] = [];

  /** For the entries after that number. Earlier entries belong to no chain. */
  constructor(after: number) {
    this.#after = after;
  }

  /** Adds the next entry. */
  pass(entry: LogEntry): void {
    const before = isCaused(entry) ? entry.cause - this.#after - 1 : -1;
    this.#lengths.push((this.#lengths[before] ?? 0) + 1);
    this.#roots.push(this.#roots[before] ?? entry.seq);
  }

  /** The chain of causes that begins with that entry. */
  chain<Entry extends LogEntry>(find: (seq: number) => Entry | undefined, seq: number): CauseChain<Entry> {
    const place = seq - this.#after - 1;
    const length = this.#lengths[place] ?? 0;
    const links: Entry[] = [];
    let next = length === 0 ? undefined : find(seq);
    while (next !== undefined && links.length < Math.min(length, linksMax - 1)) {
      links.push(next);
      next = isCaused(next) ? find(next.cause) : undefined;
    }
    const root = length < linksMax ? undefined : find(this.#roots[place] ?? 0);
    return { links: root === undefined ? links : [...links, root], leftOut: Math.max(0, length - linksMax) };
  }
}

const isCaused = ({ seq, cause }: LogEntry): boolean => cause !== 0 && cause < seq;
