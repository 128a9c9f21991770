import type { StateChange } from '../../../../../engine/cloud/index.ts';
import { listTags } from '../../marks.ts';

/** A time in which a job or a request waited or ran. */
export interface JobPart {
  readonly from: number;
  to: number | undefined;
  readonly status: string;
  /** That of its worker; empty while it has none. */
  readonly host: string;
  readonly isRun: boolean;
}

/** A job or a request as one activity, from its call to its end. What was lost with its worker, or retried, has further parts. */
export interface JobBar {
  readonly kind: 'job' | 'request';
  readonly id: string;
  readonly endpoint: string;
  /** The entry that queued it. */
  readonly seq: number;
  readonly from: number;
  /** Undefined while it waits or runs. */
  to: number | undefined;
  /** The status that ended it. */
  end: string | undefined;
  /** In the order of time, without overlaps. */
  readonly parts: JobPart[];
}

/** Every job and request over time. */
export class JobBars {
  /** In the order in which they were queued. */
  bars: JobBar[] = [];
  readonly #byId = new Map<string, JobBar>();

  find(id: string): JobBar | undefined {
    return this.#byId.get(id);
  }

  /** `host`: where it is after the change. */
  add({ kind, id, entity, seq, at }: StateChange, host: string): void {
    if (kind !== 'job' && kind !== 'request') return;
    const { status, endpointId } = entity;
    const tags = listTags(kind, status);
    const isRun = tags.includes('running');
    const isOpen = isRun || tags.includes('waiting');
    let bar = this.#byId.get(id);
    if (bar === undefined) {
      if (!isOpen) return;
      bar = { kind, id, endpoint: endpointId, seq, from: at, to: undefined, end: undefined, parts: [] };
      this.#byId.set(id, bar);
      this.bars.push(bar);
    }
    const last = bar.parts.at(-1);
    const wasOpen = last !== undefined && last.to === undefined;
    if (wasOpen && last.status === status && last.host === host) return;
    if (wasOpen) last.to = at;
    if (isOpen) {
      // What lasted no time is not drawn.
      if (wasOpen && last.from === at) bar.parts.pop();
      bar.parts.push({ from: at, to: undefined, status, host, isRun });
      bar.to = bar.end = undefined;
    } else if (wasOpen) {
      bar.to = at;
      bar.end = status;
    }
  }

  /** Forgets what was over before a time. */
  forget(before: number): void {
    this.bars = this.bars.filter(({ id, to }) => {
      const isKept = to === undefined || to >= before;
      if (!isKept) this.#byId.delete(id);
      return isKept;
    });
  }
}
