import { canonicalText } from './canonical.ts';
import { entryText, firstLink, type LogEntry, nextLink } from './log.ts';

/** How many hex digits of its link a line ends with. */
const checkDigits = 8;

/**
 * A log as lines of text: the header, an entry a line, and a last line with the fingerprint. Each line ends with `check`,
 * the first 8 hex digits of its link in the fingerprint's chain, so a change anywhere shows at the very entry.
 */
export class LogText {
  /** The first line. */
  readonly header: string;
  #link: string;
  #length = 0;

  constructor(header: unknown) {
    this.#link = firstLink(header);
    this.header = withCheck(canonicalText(header), this.#link);
  }

  /** The line of the entry that comes next. */
  line(entry: LogEntry): string {
    const text = entryText(entry);
    this.#link = nextLink(this.#link, text);
    this.#length = entry.seq;
    return withCheck(text, this.#link);
  }

  /** The last line of a log that ends here. */
  closing(): string {
    return closingLine(this.#length, this.#link);
  }

  /** The fingerprint of the lines so far. */
  get fingerprint(): string {
    return this.#link;
  }
}

/** All of a log, a line at a time: as it stands when this is called, however it grows while the lines are taken. */
export const logLines = (header: unknown, log: { readonly length: number; readonly entries: () => Iterable<LogEntry> }): Iterable<string> =>
  linesUpTo(header, log.entries(), log.length);

function* linesUpTo(header: unknown, entries: Iterable<LogEntry>, length: number): Generator<string> {
  const text = new LogText(header);
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

const withCheck = (text: string, link: string): string => `${text.slice(0, -1)}${checkSuffix(link.slice(0, checkDigits))}`;
const checkSuffix = (check: string | undefined): string => `,"check":"${check}"}`;
