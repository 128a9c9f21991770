/**
 * A line as a person reads it. The platform's SDK logs objects, `{"requestId", "message", "level"}`: they are shown as the SDK shows them
 * elsewhere, with a line for each line of the message.
 */
export const readableLines = (line: string): readonly string[] => {
  const logged = line.startsWith('{') ? objectIn(line) : undefined;
  const message = logged?.['message'];
  if (typeof message !== 'string') return [line];
  const head = [logged?.['level'], logged?.['requestId']].filter((part) => typeof part === 'string' && part !== '').join(' | ');
  return message.split('\n').map((text) => (head === '' ? text : `${head} | ${text}`));
};

const objectIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
};

/** A process may print more than a log has room for. This limits the lines at once, and the characters of each. */
const linesMax = 200;
const charactersMax = 2_000;

/** How long lines are gathered, in wall-clock time: each time is an entry of the world's log. */
const gatherMs = 200;

/** Gathers the output of a process, and passes it on a few times a second. */
export class PrintedLines {
  readonly #pass: (lines: readonly string[]) => void;
  #lines: string[] = [];
  #leftOut = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pass: (lines: readonly string[]) => void) {
    this.#pass = pass;
  }

  add(line: string): void {
    if (this.#lines.length < linesMax) this.#lines.push(line.length > charactersMax ? `${line.slice(0, charactersMax)}…` : line);
    else this.#leftOut += 1;
    this.#timer ??= setTimeout(() => this.flush(), gatherMs).unref();
  }

  /** Passes on the gathered lines. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#leftOut === 0 ? this.#lines : [...this.#lines, `… ${this.#leftOut} more lines at once are left out`];
    this.#lines = [];
    this.#leftOut = 0;
    if (lines.length > 0) this.#pass(lines);
  }
}
