import { canonicalText } from './canonical.ts';
import { LogChain, type LogEntry } from './log.ts';
import { type Sha256, sha256Hex } from './sha256.ts';

/** How many hex digits of its link a line ends with. */
const checkDigits = 8;

/**
 * A log as lines of text: the header, an entry a line, and a last line with the fingerprint. Each line ends with `check`,
 * the first 8 hex digits of its link in the fingerprint's chain, so a change anywhere shows at the very entry.
 */
export class LogText {
  /** The first line. */
  readonly header: string;
  readonly #chain: LogChain;

  constructor(header: unknown, sha256: Sha256 = sha256Hex) {
    this.#chain = new LogChain(header, sha256);
    this.header = withCheck(canonicalText(header), this.#chain.link);
  }

  /** The line of the entry that comes next. */
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

/** All of a log, a line at a time: as it stands when this is called, however it grows while the lines are taken. */
export const logLines = (
  header: unknown,
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

/** Whether a line's check is the one that its link asks for. */
export const checkFits = (check: string | undefined, link: string): boolean => check === link.slice(0, checkDigits);

/** The line as it was before its check was added; the whole line, where that is not how it ends. */
export const withoutCheck = (line: string, check: string | undefined): string =>
  line.endsWith(checkSuffix(check)) ? `${line.slice(0, -checkSuffix(check).length)}}` : line;

/** A line as it stands in a log: its text, and the check that its link gives it. */
export const withCheck = (text: string, link: string): string => `${text.slice(0, -1)}${checkSuffix(link.slice(0, checkDigits))}`;
const checkSuffix = (check: string | undefined): string => `,"check":"${check}"}`;
