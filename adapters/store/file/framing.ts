import { type Chain, closing, Damage, type Link } from './chain.ts';

/** A position in a log's file after a batch, or after the header. The log continues there from this link. */
export interface FilePosition extends Link {
  readonly offset: number;
  /** The bytes right before it, in hexadecimal, for stored positions: they distinguish it from the same offset in another log. */
  readonly before?: string;
}

/** A line, and the offset after it at which the file can be continued. */
export interface Line {
  readonly bytes: Buffer;
  readonly end: number;
}

/** How the lines of a log are stored in its file: plain, or compressed. */
export interface Framing {
  /** The file's name in the folder of its world. */
  readonly fileName: string;
  /** Whether reading can begin after any line, not only after some batches. */
  readonly isOpenAnywhere: boolean;
  /** Finds the lines from a position on; from the start of the file, header included, unless one is given. */
  finder(from?: FilePosition): LineFinder;
  /** The offset after the header, at which the first batch may begin. */
  behindHeader(header: Line): number;
  /** The bytes that the file must contain if a position is valid, up to the end of the file. */
  witness(place: FilePosition): { readonly offset: number; readonly bytes: Buffer };
  /** How many batches seem to end in these bytes. */
  endings(bytes: Buffer): number;
}

/** Takes a file piece by piece, and yields its lines. Throws {@link Damage} if the bytes cannot be lines. */
export interface LineFinder {
  push(bytes: Buffer): Iterable<Line>;
  /** The offset after the last line that was found; pushed bytes after it are left over. */
  readonly offset: number;
  /** The encoder that continues after the lines that were found. */
  readonly encoder: Encoder;
  /** The content of the left-over bytes: whole lines, and the beginning of one. */
  takeRest(): { readonly lines: readonly Buffer[]; readonly beginning: Buffer };
}

/** Encodes batches. It is immutable: continue with `next` once the bytes are written, or with this one if they could not be. */
export interface Encoder {
  /** The bytes of a batch that follows a link; of the header, which follows none. `text`: in pieces, which are not joined if they need not be. */
  batch(text: readonly Uint8Array[], before: Link | undefined): Encoded;
  /** The bytes that end the file so far, so that reading can begin after them. */
  ending(): Encoded;
}

export interface Encoded {
  readonly pieces: readonly Uint8Array[];
  readonly next: Encoder;
}

/** Plain lines: every tool can read them, and every batch ends at a valid position. */
export const plainFraming: Framing = {
  fileName: 'log.ndjson',
  isOpenAnywhere: true,
  finder: (from) => new PlainLines(from?.offset ?? 0),
  behindHeader: ({ end }) => end,
  witness: (place) => {
    const bytes = Buffer.from(`${closing(place)}\n`);
    return { offset: place.offset - bytes.length, bytes };
  },
  endings: (bytes) => countIn(bytes, '\n{"end":'),
};

const plainEncoder: Encoder = {
  batch: (text) => ({ pieces: text, next: plainEncoder }),
  ending: () => ({ pieces: [], next: plainEncoder }),
};

class PlainLines implements LineFinder {
  readonly encoder = plainEncoder;
  #offset: number;
  /** The beginning of an incomplete line. */
  #left: Buffer[] = [];

  constructor(offset: number) {
    this.#offset = offset;
  }

  get offset(): number {
    return this.#offset;
  }

  *push(bytes: Buffer): Generator<Line> {
    let from = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
      const rest = bytes.subarray(from, end);
      const line = this.#left.length === 0 ? rest : Buffer.concat([...this.#left, rest]);
      this.#left = [];
      this.#offset += line.length + 1;
      from = end + 1;
      yield { bytes: line, end: this.#offset };
    }
    if (from < bytes.length) this.#left.push(bytes.subarray(from));
  }

  takeRest(): { readonly lines: readonly Buffer[]; readonly beginning: Buffer } {
    return { lines: [], beginning: Buffer.concat(this.#left) };
  }
}

/** Checks the bytes left over at the end of a file. Throws {@link Damage} unless an interrupted write can have left them. */
export const checkTorn = (finder: LineFinder, chain: Chain): void => {
  const { lines, beginning } = finder.takeRest();
  for (const line of lines) chain.take(line);
  const { seq } = chain.at;
  if (!chain.mayGoOnWith(beginning.toString('utf8')))
    throw new Damage(chain.isClosed ? seq + 1 : seq, `what follows entry ${seq} was changed after it was written`);
};

export const lineFeed = 10;

export const countIn = (bytes: Buffer, part: string | Buffer): number => {
  let times = 0;
  for (let at = bytes.indexOf(part); at !== -1; at = bytes.indexOf(part, at + part.length)) times += 1;
  return times;
};
