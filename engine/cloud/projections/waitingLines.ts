import { canonicalText } from '../../kernel/canonical.ts';
import { FifoQueue } from '../../kernel/collections/fifoQueue.ts';
import type { Dumpable } from '../../kernel/dump.ts';

/**
 * Entities that wait for a host, the longest waiting first. Entities that want the same share one line, so that a line can be
 * checked as one.
 */
export class WaitingLines<Want> implements Dumpable<LinesDump<Want>> {
  readonly #lines = new Map<string, Line<Want>>();
  /** The line of each entity, and its turn among all: the longer it waits, the lower the number. */
  readonly #standing = new Map<string, { readonly key: string; readonly turn: number }>();
  #turns = 0;

  has(id: string): boolean {
    return this.#standing.has(id);
  }

  /** Joins at the end. An entity that wants `null` needs no host, only its turn. */
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

  /** Changes its wants. It keeps its turn. */
  change(id: string, wants: readonly Want[] | null): void {
    const standing = this.#standing.get(id);
    if (standing === undefined || standing.key === makeKey(wants)) return;
    this.leave(id);
    this.#join(id, standing.turn, wants);
  }

  /**
   * Lists the entities that can be served, the longest waiting first: those with a want that `hasRoom` accepts when their turn comes, and
   * those that want nothing but their turn. Room may be taken meanwhile, but not given back. Entities that join meanwhile are not included.
   */
  *servable(hasRoom: (wants: readonly Want[]) => boolean): IterableIterator<string> {
    const last = this.#turns;
    const fronts = [...this.#lines.values()].flatMap(({ wants, ids }) => {
      if (wants !== null && !hasRoom(wants)) return [];
      const standing = this.#listTurns(ids, last);
      // An entity may join again at the end when its turn comes; in this pass it keeps its turn.
      return [makeFront(wants, wants === null ? [...standing][Symbol.iterator]() : standing)];
    });
    for (;;) {
      const first = fronts.reduce<LineFront<Want> | undefined>(sooner, undefined);
      if (first === undefined || first.next.done === true) return;
      if (first.wants !== null && !hasRoom(first.wants)) {
        fronts.splice(fronts.indexOf(first), 1);
        continue;
      }
      yield first.next.value.id;
      first.next = first.standing.next();
    }
  }

  /**
   * Whether an entity that waits longer than this one has a want that could be served, and counts; any entity at all, if this one does not
   * wait.
   */
  some(couldServe: (wants: readonly Want[]) => boolean, counts: (id: string) => boolean, than: string): boolean {
    const before = this.#standing.get(than)?.turn ?? Number.POSITIVE_INFINITY;
    for (const { wants, ids } of this.#lines.values()) {
      if (wants === null || !couldServe(wants)) continue;
      for (const { id } of this.#listTurns(ids, before - 1)) if (counts(id)) return true;
    }
    return false;
  }

  /** All entities, the longest waiting first. */
  [Symbol.iterator](): IterableIterator<string> {
    return this.servable(() => true);
  }

  dump(): LinesDump<Want> {
    const lines = [...this.#lines.values()].map(({ wants, ids }) => ({ wants, standing: [...this.#listTurns(ids, this.#turns)] }));
    return { lines, turns: this.#turns };
  }

  load({ lines, turns }: LinesDump<Want>): void {
    for (const { wants, standing } of lines) for (const { id, turn } of standing) this.#join(id, turn, wants);
    this.#turns = turns;
  }

  *#listTurns(ids: Iterable<string>, last: number): IterableIterator<LineTurn> {
    for (const id of ids) {
      const turn = this.#readTurn(id);
      if (turn > last) return;
      yield { id, turn };
    }
  }

  #join(id: string, turn: number, wants: readonly Want[] | null): void {
    const key = makeKey(wants);
    const line = this.#lines.get(key) ?? { wants, ids: new FifoQueue() };
    this.#lines.set(key, line);
    this.#standing.set(id, { key, turn });
    const isLater = (other: string): boolean => this.#readTurn(other) > turn;
    if (line.ids.last === undefined || !isLater(line.ids.last)) line.ids.enqueue(id);
    else line.ids.enqueueBefore(id, isLater);
  }

  #readTurn(id: string): number {
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

/** How far a line has been processed. */
interface LineFront<Want> {
  readonly wants: readonly Want[] | null;
  readonly standing: Iterator<LineTurn>;
  next: IteratorResult<LineTurn>;
}

export interface LinesDump<Want> {
  readonly lines: readonly { readonly wants: readonly Want[] | null; readonly standing: readonly LineTurn[] }[];
  readonly turns: number;
}

const makeFront = <Want>(wants: readonly Want[] | null, standing: Iterator<LineTurn>): LineFront<Want> => ({
  wants,
  standing,
  next: standing.next(),
});

/** A line that is finished comes after all others. */
const readTurn = ({ next }: LineFront<unknown>): number => (next.done === true ? Number.POSITIVE_INFINITY : next.value.turn);

const sooner = <Want>(one: LineFront<Want> | undefined, other: LineFront<Want>): LineFront<Want> =>
  one === undefined || readTurn(other) < readTurn(one) ? other : one;

const makeKey = (wants: readonly unknown[] | null): string => (wants === null ? '' : canonicalText(wants));
