import { noKeyName } from '../../../../../engine/api/index.ts';
import type { DomainEvent, State } from '../../../../../engine/cloud/index.ts';
import { firstIndex, type LogEntry } from '../../../../../engine/kernel/index.ts';
import type { Called } from '../../../../../engine/scenario/index.ts';
import type { KeptAnswer } from '../port/source.ts';

/** A call, with the log's facts about it. */
export interface CallRow {
  /** Its entry; 0 if nothing followed from it and it left none. */
  readonly seq: number;
  /** The entry up to which the log was when the call had been made. */
  readonly after: number;
  readonly at: number;
  readonly call: Called;
  /** The name of its key, or the reason why it had none. */
  readonly client: string;
  /** The entry that refused it, if it was refused and left one. */
  refusal: (Pick<LogEntry, 'seq'> & { readonly event: RefusalEvent }) | undefined;
  /** Of a call without an entry. */
  readonly answer?: KeptAnswer | undefined;
}

/** Every call in the log. */
export class Requests {
  readonly rows: CallRow[] = [];
  readonly #bySeq = new Map<number, CallRow>();

  add({ seq, at, cause, event }: LogEntry<DomainEvent>, state: State): void {
    if (event.type === 'InputReceived') {
      const row: CallRow = { seq, after: seq, at, call: event, client: clientName(event, state), refusal: undefined };
      this.rows.push(row);
      this.#bySeq.set(seq, row);
    } else if (event.type === 'InputRefused') {
      const row = this.#bySeq.get(cause);
      if (row !== undefined) row.refusal = { seq, event };
    }
  }

  /** Forgets the calls up to an entry. */
  forget(seq: number): void {
    for (const row of this.rows.splice(
      0,
      firstIndex(this.rows.length, (k) => (this.rows[k] as CallRow).seq > seq),
    ))
      this.#bySeq.delete(row.seq);
  }
}

export type ReceivedCall = Extract<DomainEvent, { readonly type: 'InputReceived' }>;

type RefusalEvent = Extract<DomainEvent, { readonly type: 'InputRefused' }>;

export const clientName = ({ client }: ReceivedCall, state: State): string => {
  if ('because' in client) return client.because === 'operator' ? 'operator' : noKeyName;
  return state.keyring.find(client.digest)?.key.name ?? strangerName;
};

/** Of a call whose key the world does not know. */
export const strangerName = 'stranger';
