import { entities, type Kind, type StateChange } from '../../../../../engine/cloud/index.ts';
import { firstIndex } from '../../../../../engine/kernel/index.ts';
import { listTags } from '../../marks.ts';

/** A change of an entity: its entry, and the statuses before and after it. */
export interface LifeStep {
  readonly seq: number;
  readonly from: string;
  readonly to: string;
}

/** What has happened to an entity, oldest first. */
interface Life {
  readonly kind: Kind;
  /** Its status before the first that is known. */
  begin: string;
  readonly seqs: number[];
  readonly statuses: string[];
}

/** The statuses of every entity through the log. */
export class Lives {
  readonly #lives = new Map<string, Life>();

  add({ kind, id, seq, entity }: StateChange): void {
    const known = this.#lives.get(id);
    const life = known?.kind === kind ? known : { kind, begin: entities[kind].lifecycle.initial, seqs: [], statuses: [] };
    if (life !== known) this.#lives.set(id, life);
    life.seqs.push(seq);
    life.statuses.push(entity.status);
  }

  /** Forgets what happened up to an entry; and all of an entity, if it has ended by then. */
  forget(seq: number): void {
    for (const [id, life] of this.#lives) {
      const gone = firstIndex(life.seqs.length, (k) => (life.seqs[k] as number) > seq);
      life.begin = life.statuses[gone - 1] ?? life.begin;
      life.seqs.splice(0, gone);
      life.statuses.splice(0, gone);
      if (life.seqs.length === 0 && listTags(life.kind, life.begin).includes('gone')) this.#lives.delete(id);
    }
  }

  /** All that are known, oldest first. */
  ids(): IterableIterator<string> {
    return this.#lives.keys();
  }

  /** Its first entry that is known; 0 if there is none. */
  begin(id: string): number {
    return this.#lives.get(id)?.seqs[0] ?? 0;
  }

  kind(id: string): Kind | undefined {
    return this.#lives.get(id)?.kind;
  }

  /** What happened to it up to an entry, oldest first. */
  *upTo(id: string, seq: number): IterableIterator<LifeStep> {
    const life = this.#lives.get(id);
    if (life === undefined) return;
    let from = life.begin;
    for (const [k, one] of life.seqs.entries()) {
      if (one > seq) return;
      const to = life.statuses[k] ?? from;
      yield { seq: one, from, to };
      from = to;
    }
  }
}
