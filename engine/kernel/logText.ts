import { type LogStart, startText } from './entryText.ts';
import { LogChain } from './log.ts';
import type { LogEntry } from './logEntry.ts';
import { type Sha256, sha256Hex } from './sha256.ts';

/** How many hex digits of its link a line ends with. */
const checkDigits = 8;

/**
 * A log as lines of text: the header, one line per entry, and a last line with the fingerprint. Each line ends with `check`: the
 * first 8 hex digits of an entry's link in the fingerprint's chain, or of the digest of the header's own text, which the chain covers
 * in part. So a change shows at exactly the line that was changed.
 */
export class LogText {
  /** The first line. */
  readonly header: string;
  readonly #chain: LogChain;

  constructor(header: LogStart, sha256: Sha256 = sha256Hex) {
    this.#chain = new LogChain(header, sha256);
    this.header = headerText(header, sha256);
  }

  /** The line of the next entry. */
  line(entry: LogEntry): string {
    return withCheck(this.#chain.add(entry), this.#chain.link);
  }

  /** The last line of a log that ends here. */
  closing(): string {
    return closingLine(this.#chain.length, this.#chain.link);
  }

  /** The fingerprint of the lines so far. */
  get fingerprint(): string {
    return this.#chain.link;
  }
}

/** The line of a header. */
export const headerText = (header: LogStart, sha256: Sha256 = sha256Hex): string => {
  const text = startText(header);
  return withCheck(text, sha256(text));
};

/** All lines of a log as it is when this is called, even if it grows while the lines are read. */
export const logLines = (
  header: LogStart,
  log: { readonly length: number; readonly entries: () => Iterable<LogEntry> },
  sha256?: Sha256,
): Iterable<string> => linesUpTo(new LogText(header, sha256), log.entries(), log.length);

function* linesUpTo(text: LogText, entries: Iterable<LogEntry>, length: number): Generator<string> {
  yield text.header;
  for (const entry of entries) {
    if (entry.seq > length) break;
    yield text.line(entry);
  }
  yield text.closing();
}

export const closingLine = (end: number, fingerprint: string): string => JSON.stringify({ end, fingerprint });

/** Whether the check of a line matches its link, or a header's its digest. */
export const checkFits = (check: string | undefined, link: string): boolean => check === link.slice(0, checkDigits);

/** The line without its check; the whole line if it does not end with that check. */
export const withoutCheck = (line: string, check: string | undefined): string =>
  line.endsWith(checkSuffix(check)) ? `${line.slice(0, -checkSuffix(check).length)}}` : line;

/** A line as it is written to a log: its text, with the check from its link or digest. */
export const withCheck = (text: string, link: string): string => `${text.slice(0, -1)}${checkSuffix(link.slice(0, checkDigits))}`;
const checkSuffix = (check: string | undefined): string => `,"check":"${check}"}`;
