import { canonicalFields } from '../canonical.ts';
import { givenFields } from '../entryText.ts';
import type { LoggedEvent } from '../logEntry.ts';
import type { JsonWriter } from './jsonWriter.ts';

/**
 * How a log keeps the ordinary events of a type: field by field, and no object. Objects that live as long as the log are copied by the
 * garbage collector before it lets them be, which costs more than to make anew the few that are read.
 */
export interface Packing<Event extends LoggedEvent> {
  readonly type: Event['type'];
  /**
   * Writes the fields of the event into the cells from `at` on. Returns their number; 0 if the event has more fields than the cells hold,
   * and stays whole.
   */
  readonly put: (event: Event, cells: unknown[], at: number) => number;
  /** An equal event, from the cells at which it was put; its fields in the order that they had, in which timelines show them. */
  readonly take: (cells: readonly unknown[], at: number) => Event;
  /** Writes the same fields as canonical text: sorted by name, each behind a comma, without the type. */
  readonly write: (cells: readonly unknown[], at: number, out: JsonWriter) => void;
}

/** Any packing, for code that treats all types alike. */
export type AnyPacking = Pick<Packing<LoggedEvent>, 'type' | 'take' | 'write'> & {
  readonly put: (event: never, cells: unknown[], at: number) => number;
};

/** The packings of a log, by type and by code. Code 0 is an event that stays whole. */
export class Packings {
  readonly #codes: ReadonlyMap<string, number>;
  readonly #rows: readonly AnyPacking[];
  readonly #types: readonly string[];
  /** About how many cells an event takes. */
  readonly cellsEach: number;

  constructor(rows: readonly AnyPacking[]) {
    this.#rows = [whole, ...rows];
    this.#types = this.#rows.map(({ type }) => `,"type":"${type}"`);
    this.cellsEach = rows.length === 0 ? 1 : 4;
    this.#codes = new Map(this.#rows.map(({ type }, code) => [type, code]));
  }

  findCode(type: string): number {
    return this.#codes.get(type) ?? 0;
  }

  /** Finds the type of an entry by its code. */
  findType(code: number): string {
    return this.#types[code] as string;
  }

  row(code: number): AnyPacking {
    return this.#rows[code] as AnyPacking;
  }
}

const whole: AnyPacking = {
  type: '',
  put(event, cells, at) {
    cells[at] = event;
    return 1;
  },
  take: (cells, at) => cells[at] as LoggedEvent,
  write(cells, at, out) {
    const fields = canonicalFields(cells[at] as LoggedEvent, givenFields, 'type');
    if (fields !== '') out.writeJson(`,${fields}`);
  },
};

/** Every event stays whole. */
export const unpacked = new Packings([]);
