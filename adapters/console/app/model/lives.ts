import { entities, type Kind, type StateChange } from '../../../../engine/index.ts';

/** A change of an entity: its entry, and the statuses before and after it. */
export interface LifeStep {
  readonly seq: number;
  readonly from: string;
  readonly to: string;
}

/** What has happened to an entity, oldest first. */
interface Life {
  readonly kind: Kind;
  readonly seqs: number[];
  readonly statuses: string[];
}

/** The statuses of every entity through the log. */
export class Lives {
  readonly #lives = new Map<string, Life>();

  add({ kind, id, seq, entity }: StateChange): void {
    const known = this.#lives.get(id);
    const life = known?.kind === kind ? known : { kind, seqs: [], statuses: [] };
    if (life !== known) this.#lives.set(id, life);
    life.seqs.push(seq);
    life.statuses.push(entity.status);
  }

  kind(id: string): Kind | undefined {
    return this.#lives.get(id)?.kind;
  }

  /** What happened to it up to an entry, oldest first. */
  *upTo(id: string, seq: number): IterableIterator<LifeStep> {
    const life = this.#lives.get(id);
    if (life === undefined) return;
    let from: string = entities[life.kind].lifecycle.initial;
    for (const [k, one] of life.seqs.entries()) {
      if (one > seq) return;
      const to = life.statuses[k] ?? from;
      yield { seq: one, from, to };
      from = to;
    }
  }
}
