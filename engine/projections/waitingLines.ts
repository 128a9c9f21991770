import { canonicalText } from '../kernel/canonical.ts';
import type { Dumpable } from '../kernel/dump.ts';
import { FifoQueue } from '../kernel/fifoQueue.ts';

/** Those that wait for a place, the longest first: who wants the same stands in one line, so that a line is asked for as one. */
export class WaitingLines<Want> implements Dumpable<LinesDump<Want>> {
  readonly #lines = new Map<string, Line<Want>>();
  /** In which line each stands, and its turn among all: the longer it waits, the lower. */
  readonly #standing = new Map<string, { readonly key: string; readonly turn: number }>();
  #turns = 0;

  has(id: string): boolean {
    return this.#standing.has(id);
  }

  /** At the end; who wants null wants no place, but its turn. */
  join(id: string, wants: readonly Want[] | null): void {
    this.#join(id, ++this.#turns, wants);
  }

  leave(id: string): void {
    const key = this.#standing.get(id)?.key ?? '';
    const line = this.#lines.get(key);
    this.#standing.delete(id);
    line?.ids.remove(id);
    if (line?.ids.size === 0) this.#lines.delete(key);
  }

  /** It wants something else from now on, and keeps its turn. */
  change(id: string, wants: readonly Want[] | null): void {
    const standing = this.#standing.get(id);
    if (standing === undefined || standing.key === keyOf(wants)) return;
    this.leave(id);
    this.#join(id, standing.turn, wants);
  }

  /**
   * Those that can be served, the longest waiting first: who wants what there is room for by `hasRoom`, when its turn
   * comes, and who wants nothing but its turn. Room may be taken meanwhile, and is not given back. Who joins meanwhile is not among them.
   */
  *servable(hasRoom: (wants: readonly Want[]) => boolean): IterableIterator<string> {
    const last = this.#turns;
    const fronts = [...this.#lines.values()].flatMap(({ wants, ids }) => {
      if (wants !== null && !hasRoom(wants)) return [];
      const standing = this.#turnsOf(ids, last);
      // One whose turn has come may join again at the end, and keeps the turn it has now.
      return [frontOf(wants, wants === null ? [...standing][Symbol.iterator]() : standing)];
    });
    for (;;) {
      const first = fronts.reduce<Front<Want> | undefined>(sooner, undefined);
      if (first === undefined || first.next.done === true) return;
      if (first.wants !== null && !hasRoom(first.wants)) {
        fronts.splice(fronts.indexOf(first), 1);
        continue;
      }
      yield first.next.value.id;
      first.next = first.standing.next();
    }
  }

  /** All of them, the longest waiting first. */
  [Symbol.iterator](): IterableIterator<string> {
    return this.servable(() => true);
  }

  dump(): LinesDump<Want> {
    const lines = [...this.#lines.values()].map(({ wants, ids }) => ({ wants, standing: [...this.#turnsOf(ids, this.#turns)] }));
    return { lines, turns: this.#turns };
  }

  load({ lines, turns }: LinesDump<Want>): void {
    for (const { wants, standing } of lines) for (const { id, turn } of standing) this.#join(id, turn, wants);
    this.#turns = turns;
  }

  *#turnsOf(ids: Iterable<string>, last: number): IterableIterator<LineTurn> {
    for (const id of ids) {
      const turn = this.#turnOf(id);
      if (turn > last) return;
      yield { id, turn };
    }
  }

  #join(id: string, turn: number, wants: readonly Want[] | null): void {
    const key = keyOf(wants);
    const line = this.#lines.get(key) ?? { wants, ids: new FifoQueue() };
    this.#lines.set(key, line);
    this.#standing.set(id, { key, turn });
    const isLater = (other: string): boolean => this.#turnOf(other) > turn;
    if (line.ids.last === undefined || !isLater(line.ids.last)) line.ids.enqueue(id);
    else line.ids.enqueueBefore(id, isLater);
  }

  #turnOf(id: string): number {
    return this.#standing.get(id)?.turn ?? 0;
  }
}

interface Line<Want> {
  readonly wants: readonly Want[] | null;
  readonly ids: FifoQueue;
}

interface LineTurn {
  readonly id: string;
  readonly turn: number;
}

/** How far a line has been gone through. */
interface Front<Want> {
  readonly wants: readonly Want[] | null;
  readonly standing: Iterator<LineTurn>;
  next: IteratorResult<LineTurn>;
}

export interface LinesDump<Want> {
  readonly lines: readonly { readonly wants: readonly Want[] | null; readonly standing: readonly LineTurn[] }[];
  readonly turns: number;
}

const frontOf = <Want>(wants: readonly Want[] | null, standing: Iterator<LineTurn>): Front<Want> => ({
  wants,
  standing,
  next: standing.next(),
});

/** At its end, a line is behind all others. */
const turnOf = ({ next }: Front<unknown>): number => (next.done === true ? Number.POSITIVE_INFINITY : next.value.turn);

const sooner = <Want>(one: Front<Want> | undefined, other: Front<Want>): Front<Want> =>
  one === undefined || turnOf(other) < turnOf(one) ? other : one;

const keyOf = (wants: readonly unknown[] | null): string => (wants === null ? '' : canonicalText(wants));
