import { canonicalText } from '../kernel/canonical.ts';
import type { Dumpable } from '../kernel/dump.ts';
import { Lineup } from '../kernel/lineup.ts';
import type { State } from '../state.ts';
import type { Worker } from '../worker/evolve.ts';
import { type WorkerWant, workerWants } from './wants.ts';

type Wants = readonly WorkerWant[];

/** Workers that wait for a place, of all endpoints: those that want the same in one line, so that they are asked for as one. */
export class Throttled implements Dumpable<ThrottledDump> {
  readonly #lines = new Map<string, Line>();
  /** In which line each stands, and its turn among all: the longer it waits, the lower. */
  readonly #standing = new Map<string, { key: string; readonly turn: number }>();
  #turns = 0;

  apply(from: string, worker: Worker, state: Pick<State, 'find'>): void {
    if (from === worker.status) return;
    if (worker.status === 'THROTTLED') this.#join(worker.id, ++this.#turns, wantsOf(state, worker));
    else if (from === 'THROTTLED') this.#leave(worker.id);
  }

  /** What their endpoint wants for them may be something else now. */
  applyUpdate(workerIds: readonly string[], state: Pick<State, 'find'>): void {
    for (const id of workerIds) {
      const standing = this.#standing.get(id);
      const worker = standing === undefined ? undefined : state.find('worker', id);
      if (standing === undefined || worker === undefined) continue;
      const wants = wantsOf(state, worker);
      if (keyOf(wants) === standing.key) continue;
      this.#leave(id);
      this.#join(id, standing.turn, wants);
    }
  }

  /**
   * Those that can be served, the longest waiting first: that want what there is room for by `hasRoom`, when their turn
   * comes; and those of an older release, which want nothing but to be replaced. Who joins meanwhile is not among them.
   */
  *servable(hasRoom: (wants: Wants) => boolean): IterableIterator<string> {
    const last = this.#turns;
    const fronts = [...this.#lines.values()].flatMap(({ wants, workers }) => {
      if (wants !== null && !hasRoom(wants)) return [];
      const standing = this.#turnsOf(workers, last);
      // One that is replaced may join again at the end, and keeps the turn it has now.
      return [frontOf(wants, wants === null ? [...standing][Symbol.iterator]() : standing)];
    });
    for (;;) {
      const first = fronts.reduce<Front | undefined>(
        (one, other) => (one === undefined || turnOf(other) < turnOf(one) ? other : one),
        undefined,
      );
      if (first === undefined || first.next.done === true) return;
      if (first.wants !== null && !hasRoom(first.wants)) {
        fronts.splice(fronts.indexOf(first), 1);
        continue;
      }
      yield first.next.value.id;
      first.next = first.standing.next();
    }
  }

  dump(): ThrottledDump {
    const lines = [...this.#lines.values()].map(({ wants, workers }) => ({
      wants,
      workers: [...workers].map((id) => [id, this.#standing.get(id)?.turn ?? 0] as const),
    }));
    return { lines, turns: this.#turns };
  }

  load({ lines, turns }: ThrottledDump): void {
    for (const { wants, workers } of lines) for (const [id, turn] of workers) this.#join(id, turn, wants);
    this.#turns = turns;
  }

  *#turnsOf(ids: Iterable<string>, last: number): IterableIterator<Turn> {
    for (const id of ids) {
      const turn = this.#standing.get(id)?.turn ?? 0;
      if (turn > last) return;
      yield { id, turn };
    }
  }

  #join(id: string, turn: number, wants: Wants | null): void {
    const key = keyOf(wants);
    const line = this.#lines.get(key) ?? { wants, workers: new Lineup() };
    this.#lines.set(key, line);
    this.#standing.set(id, { key, turn });
    const isLater = (other: string): boolean => (this.#standing.get(other)?.turn ?? 0) > turn;
    if (line.workers.last === undefined || !isLater(line.workers.last)) line.workers.join(id);
    else line.workers.joinBefore(id, isLater);
  }

  #leave(id: string): void {
    const key = this.#standing.get(id)?.key ?? '';
    const line = this.#lines.get(key);
    this.#standing.delete(id);
    line?.workers.leave(id);
    if (line?.workers.size === 0) this.#lines.delete(key);
  }
}

interface Line {
  /** Null for those of an older release than their endpoint's. */
  readonly wants: Wants | null;
  readonly workers: Lineup;
}

interface Turn {
  readonly id: string;
  readonly turn: number;
}

/** How far a line has been gone through. */
interface Front {
  readonly wants: Wants | null;
  readonly standing: Iterator<Turn>;
  next: IteratorResult<Turn>;
}

const frontOf = (wants: Wants | null, standing: Iterator<Turn>): Front => ({ wants, standing, next: standing.next() });

/** At its end, a line is behind all others. */
const turnOf = ({ next }: Front): number => (next.done === true ? Number.POSITIVE_INFINITY : next.value.turn);

interface ThrottledDump {
  readonly lines: readonly { readonly wants: Wants | null; readonly workers: readonly (readonly [id: string, turn: number])[] }[];
  readonly turns: number;
}

const wantsOf = (state: Pick<State, 'find'>, { endpointId, version }: Worker): Wants | null => {
  const endpoint = state.find('endpoint', endpointId);
  return endpoint === undefined || endpoint.version !== version ? null : workerWants(state, endpoint.config);
};

const keyOf = (wants: Wants | null): string => (wants === null ? '' : canonicalText(wants));
