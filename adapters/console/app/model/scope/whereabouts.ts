import { entities, type Kind, type StateChange } from '../../../../../engine/cloud/index.ts';
import { firstIndex } from '../../../../../engine/kernel/index.ts';
import { listTags } from '../../marks.ts';

/** A change of the status or the host of a job, request, worker or pod. */
export interface PlacedChange {
  readonly seq: number;
  readonly at: number;
  readonly kind: Kind;
  readonly id: string;
  /** Empty for a pod. */
  readonly endpoint: string;
  /** Its host; for a job that of its worker. Empty if it has none. */
  readonly host: string;
  readonly status: string;
  readonly before: { readonly host: string; readonly status: string };
}

/** The host and status of each entity through the log, for entities that can be filtered by endpoint, host and status. */
export class Whereabouts {
  /** In the order of the log; one entry changes one entity. */
  readonly changes: PlacedChange[] = [];
  readonly #now = new Map<string, PlacedChange>();

  add({ kind, id, entity, seq, at }: StateChange): void {
    if (!isPlaced(kind)) return;
    const { status, endpointId = '', placement = null, workerId = null } = entity as PlacedEntity;
    const known = this.#now.get(id);
    const before = known ?? { host: '', status: entities[kind].lifecycle.initial };
    // A stopped entity keeps its host, and an ended one remains at its last.
    const host = placement?.hostId ?? this.findHost(workerId ?? '') ?? (listTags(kind, status).includes('waiting') ? '' : before.host);
    if (known !== undefined && known.status === status && known.host === host) return;
    const change = { seq, at, kind, id, endpoint: endpointId, host, status, before: { host: before.host, status: before.status } };
    this.changes.push(change);
    if (listTags(kind, status).includes('gone')) this.#now.delete(id);
    else this.#now.set(id, change);
  }

  /** Forgets the changes up to an entry. Each entity that still exists begins with its last forgotten change. */
  forget(seq: number): void {
    const gone = this.changes.splice(0, this.#indexAfter(seq));
    const last = new Map(gone.map((change) => [change.id, change]));
    const kept = gone.filter((change) => last.get(change.id) === change && !listTags(change.kind, change.status).includes('gone'));
    this.changes.unshift(...kept.map((change) => ({ ...change, before: { host: '', status: entities[change.kind].lifecycle.initial } })));
  }

  /** Finds the change that an entry made; undefined if it made none. */
  findChange(seq: number): PlacedChange | undefined {
    const found = this.changes[this.#indexAfter(seq - 1)];
    return found?.seq === seq ? found : undefined;
  }

  /** Finds the host of an entity, or the last host of one that has ended. */
  findHost(id: string): string | undefined {
    return this.#now.get(id)?.host;
  }

  #indexAfter(seq: number): number {
    return firstIndex(this.changes.length, (k) => (this.changes[k]?.seq ?? 0) > seq);
  }
}

const isPlaced = (kind: Kind): boolean => kind === 'job' || kind === 'request' || kind === 'worker' || kind === 'pod';

interface PlacedEntity {
  readonly status: string;
  readonly endpointId?: string;
  readonly workerId?: string | null;
  readonly placement?: { readonly hostId: string } | null;
}
