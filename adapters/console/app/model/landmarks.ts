import { type DomainEvent, entities, type StateChange } from '../../../../engine/cloud/index.ts';
import { firstIndex, type LogEntry } from '../../../../engine/kernel/index.ts';
import { findTone } from '../../../../engine/world/index.ts';
import { listTags } from '../marks.ts';

/** The kinds of entries that a reader may look for on the tape. */
export type LandmarkKind = 'failure' | 'fault' | 'warning' | 'expiry';

/** A span of time in which something held; it may not have ended. */
export interface Span {
  readonly id: string;
  readonly from: number;
  to: number | undefined;
}

/** Failures, refusals, expiries and faults, by the lifecycles and the tones of events. */
export class Landmarks {
  /** In the order of the log. */
  readonly seqs: number[] = [];
  readonly kinds: LandmarkKind[] = [];
  /** When each fault could strike. */
  faults: Span[] = [];
  readonly #active = new Map<string, Span>();
  /** The numbers of the entries at which `[` and `]` stop. */
  readonly #stops: number[] = [];

  add({ seq, event }: LogEntry<DomainEvent>, change: StateChange | undefined): void {
    if (change?.kind === 'fault') this.#addFault(change);
    const kind = kindOfLandmark(event, change);
    if (kind === undefined) return;
    this.seqs.push(seq);
    this.kinds.push(kind);
    if (kind === 'failure' || kind === 'fault') this.#stops.push(seq);
  }

  /** The next fault or failure after an entry; the last one before it for -1. Undefined if there is none. */
  step(seq: number, direction: 1 | -1): number | undefined {
    const next = indexAfter(this.#stops, direction === 1 ? seq : seq - 1);
    return this.#stops[direction === 1 ? next : next - 1];
  }

  /** Forgets the landmarks up to an entry, and the faults that ended before its time. */
  forget(seq: number, before: number): void {
    const gone = indexAfter(this.seqs, seq);
    this.seqs.splice(0, gone);
    this.kinds.splice(0, gone);
    this.#stops.splice(0, indexAfter(this.#stops, seq));
    this.faults = this.faults.filter(({ to }) => to === undefined || to >= before);
  }

  get stops(): number {
    return this.#stops.length;
  }

  #addFault({ id, at, entity }: StateChange): void {
    const isActive = listTags('fault', entity.status).includes('live');
    const span = this.#active.get(id);
    if (isActive && span === undefined) {
      const begun: Span = { id, from: at, to: undefined };
      this.faults.push(begun);
      this.#active.set(id, begun);
    } else if (!isActive && span !== undefined) {
      span.to = at;
      this.#active.delete(id);
    }
  }
}

/** The index of the first of these numbers, which ascend, that is larger. */
const indexAfter = (seqs: readonly number[], seq: number): number => firstIndex(seqs.length, (k) => (seqs[k] as number) > seq);

const kindOfLandmark = (event: DomainEvent, change: StateChange | undefined): LandmarkKind | undefined => {
  const tone = findTone(event.type);
  if (tone === 'failure') return 'failure';
  if (tone === 'warning') return change?.kind === 'fault' ? 'fault' : 'warning';
  return change !== undefined && isExpiry(change) ? 'expiry' : undefined;
};

/** Something that still waited or ran is gone, and no caller asked for it: only its time was over. */
const isExpiry = ({ kind, from, entity: { status }, event }: StateChange): boolean =>
  (kind === 'job' || kind === 'request') &&
  listTags(kind, from).some((tag) => tag === 'waiting' || tag === 'running') &&
  listTags(kind, status).includes('gone') &&
  entities[kind].lifecycle.rows.some((row) => row.from === from && row.event === event.type && row.byCaller === undefined);
