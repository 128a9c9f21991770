import { type Chain, closing, Damage, type Link } from './chain.ts';

/** A place in a log's file behind a batch, or behind the header: what comes there goes on from this link. */
export interface FilePosition extends Link {
  readonly offset: number;
}

/** A line, and where in the file one can go on behind it. */
export interface Line {
  readonly bytes: Buffer;
  readonly end: number;
}

/** How the lines of a log lie in its file: as they are, or compressed. */
export interface Framing {
  /** The file's name in the folder of its world. */
  readonly fileName: string;
  /** Whether one can begin to read behind any line, not only behind some batches. */
  readonly isOpenAnywhere: boolean;
  /** Finds lines from a place on; from the beginning of the file, header and all, unless one is given. */
  finder(from?: FilePosition): LineFinder;
  /** Behind the header, where the first batch may begin. */
  behindHeader(header: Line): number;
  /** What must stand in the file where a place is true, as far as the file goes. */
  witness(place: FilePosition): { readonly offset: number; readonly bytes: Buffer };
  /** How many batches seem to end in these bytes. */
  endings(bytes: Buffer): number;
}

/** Is given a file piece by piece, and gives its lines. Throws {@link Damage} where there can be none. */
export interface LineFinder {
  push(bytes: Buffer): Iterable<Line>;
  /** How far into the file what was found reaches; what was pushed and lies behind is left over. */
  readonly offset: number;
  /** What goes on where the lines that were found end. */
  readonly encoder: Encoder;
  /** What can be made of what is left over: whole lines, and the beginning of one. */
  leftOver(): { readonly lines: readonly Buffer[]; readonly beginning: Buffer };
}

/** Makes bytes of batches. It never changes: who has written the bytes goes on with `next`, who could not, with the same. */
export interface Encoder {
  /** The bytes of a batch that goes behind a link; of the header, which goes behind none. */
  batch(text: Buffer, before: Link | undefined): Encoded;
  /** What makes a place behind all batches so far from which can be read without them. */
  ending(): Encoded;
}

export interface Encoded {
  readonly bytes: Buffer;
  readonly next: Encoder;
}

/** Lines as they are: everyone's tools can read them, and every batch ends at a place. */
export const plainFraming: Framing = {
  fileName: 'log.ndjson',
  isOpenAnywhere: true,
  finder: (from) => new PlainLines(from?.offset ?? 0),
  behindHeader: ({ end }) => end,
  witness: (place) => {
    const bytes = Buffer.from(`${closing(place)}\n`);
    return { offset: place.offset - bytes.length, bytes };
  },
  endings: (bytes) => timesIn(bytes, '\n{"end":'),
};

const plainEncoder: Encoder = {
  batch: (text) => ({ bytes: text, next: plainEncoder }),
  ending: () => ({ bytes: Buffer.alloc(0), next: plainEncoder }),
};

class PlainLines implements LineFinder {
  readonly encoder = plainEncoder;
  #offset: number;
  /** The beginning of the line that is not over yet. */
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

  leftOver(): { readonly lines: readonly Buffer[]; readonly beginning: Buffer } {
    return { lines: [], beginning: Buffer.concat(this.#left) };
  }
}

/** Goes through what is left over at the end of a file: throws {@link Damage} unless a write that was cut short can have left it. */
export const checkTorn = (finder: LineFinder, chain: Chain): void => {
  const { lines, beginning } = finder.leftOver();
  for (const line of lines) chain.take(line);
  const { seq } = chain.at;
  if (!chain.mayGoOnWith(beginning.toString('utf8')))
    throw new Damage(chain.isClosed ? seq + 1 : seq, `what stands behind entry ${seq} was changed after it was written`);
};

export const lineFeed = 10;

export const timesIn = (bytes: Buffer, part: string | Buffer): number => {
  let times = 0;
  for (let at = bytes.indexOf(part); at !== -1; at = bytes.indexOf(part, at + part.length)) times += 1;
  return times;
};
