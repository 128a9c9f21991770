import type { DomainEvent } from '../../../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../../../engine/kernel/index.ts';
import type { Mark } from '../../marks.ts';
import { listTags } from '../../marks.ts';
import type { Band } from '../charts/lanes.ts';
import type { RunLog } from '../runLog.ts';

/** A part of the life of a job or a request. */
export interface TimePart {
  readonly what: string;
  readonly mark: Mark;
  readonly from: number;
  readonly to: number;
  /** The entry that ended the phase, or the newest one if it still lasts. */
  readonly seq: number;
  /** The worker that it was about, and the work that it waited for; oldest first. */
  readonly worker?: string | undefined;
  readonly behind: readonly string[];
  /** Whether the end had to wait for this phase. Phases after the end did not delay it. */
  readonly isOnPath: boolean;
}

export interface Waterfall {
  readonly kind: 'job' | 'request';
  readonly endpoint: string;
  readonly from: number;
  /** When it ended; undefined while it has not. */
  readonly end: number | undefined;
  readonly status: string;
  readonly phases: readonly TimePart[];
  /** The longest phase that delayed the end. */
  readonly longest: TimePart | undefined;
}

/** Splits the time of a job or a request into phases, from its call to the last attempt of its webhook; undefined for any other entity. */
export const traceWaterfall = (log: RunLog, id: string, now: number): Waterfall | undefined => {
  const kind = log.lives.kind(id);
  if (kind !== 'job' && kind !== 'request') return undefined;
  const teller = new Teller(log, id);
  let status = '';
  for (const step of log.lives.upTo(id, log.length)) {
    const entry = log.entry(step.seq);
    if (entry !== undefined) teller.tell(entry, listTags(kind, step.from), listTags(kind, step.to));
    // Events after the end say nothing about the path to it.
    if (!listTags(kind, step.to).includes('gone')) status = step.to;
  }
  const { phases, end, from, endpoint } = teller.close(now);
  const longest = phases.reduce<TimePart | undefined>(
    (most, one) => (one.isOnPath && measurePart(one) > measurePart(most) ? one : most),
    undefined,
  );
  return { kind, endpoint, from, end, status, phases, longest };
};

const measurePart = (phase: TimePart | undefined): number => (phase === undefined ? 0 : phase.to - phase.from);

type Entry = LogEntry<DomainEvent>;
type Started = Extract<DomainEvent, { readonly type: 'JobStarted' | 'RequestStarted' }>;

// biome-ignore format: a table
const looks: Readonly<Record<'waits' | 'starts' | 'runs' | 'slowed' | 'posts' | 'after', Mark>> = {
  waits:  { color: 'wait',  shape: '◇' },
  starts: { color: 'start', shape: '◐' },
  runs:   { color: 'run',   shape: '●' },
  slowed: { color: 'bad',   shape: '≈' },
  posts:  { color: 'ready', shape: '↑' },
  after:  { color: 'off',   shape: '·' },
};

/** Tells the phases, one event after the other. */
class Teller {
  readonly #log: RunLog;
  readonly #id: string;
  readonly #phases: TimePart[] = [];
  #from: number | undefined;
  #end: number | undefined;
  /** Up to when all is told. */
  #told = 0;
  #newest = 0;
  #endpoint = '';
  #attempt: { readonly event: Started; workedAt?: number } | undefined;

  constructor(log: RunLog, id: string) {
    this.#log = log;
    this.#id = id;
  }

  tell({ at, seq, event }: Entry, from: readonly string[], to: readonly string[]): void {
    this.#newest = seq;
    if (this.#from === undefined) this.#from = this.#told = at;
    if ('endpointId' in event) this.#endpoint = event.endpointId;
    if (event.type === 'JobStarted' || event.type === 'RequestStarted') {
      this.#wait(at, seq, event.workerId);
      this.#attempt = { event };
    } else if (event.type === 'JobWorked' && this.#attempt !== undefined) this.#attempt.workedAt = at;
    else if (event.type === 'JobRetried') {
      this.#end = undefined;
      this.#push(looks.waits, 'until it is retried', at, seq);
    } else if (event.type === 'JobWebhookSent' || event.type === 'JobWebhookAnswered') {
      const answered = event.answered === 0 ? 'no answer' : String(event.answered);
      this.#push(looks.after, `webhook, try ${event.attempt}: ${answered}`, at, seq);
    } else if (event.type === 'JobWebhookPosted') this.#push(looks.after, `until try ${event.attempt} of its webhook`, at, seq);
    else if (from.includes('running') && !to.includes('running')) {
      this.#run(at, seq, to.includes('waiting') ? 'run, lost with its worker' : 'run');
      if (!to.includes('waiting')) this.#end = at;
    } else if (from.includes('waiting') && !to.includes('waiting')) {
      this.#wait(at, seq, undefined);
      this.#end = at;
    }
  }

  /** A phase that still lasts ends now. */
  close(now: number): Pick<Waterfall, 'phases' | 'from' | 'end' | 'endpoint'> {
    if (this.#end === undefined && this.#attempt !== undefined) this.#run(Math.max(now, this.#told), this.#newest, 'run');
    else if (this.#end === undefined) this.#wait(Math.max(now, this.#told), this.#newest, undefined);
    return { phases: this.#phases, from: this.#from ?? 0, end: this.#end, endpoint: this.#endpoint };
  }

  #push(mark: Mark, what: string, to: number, seq: number, worker?: string, behind: readonly string[] = []): void {
    const from = this.#told;
    // A try of a webhook takes no time, and is a part all the same.
    if (to < from || (to === from && mark !== looks.after)) return;
    this.#told = to;
    const last = this.#phases.at(-1);
    if (last?.what === what && last.worker === worker && last.to === from)
      this.#phases[this.#phases.length - 1] = { ...last, to, seq, behind: [...new Set([...last.behind, ...behind])] };
    else this.#phases.push({ what, mark, from, to, seq, worker, behind, isOnPath: this.#end === undefined });
  }

  /** Splits a wait by the state of its worker. A wait that no worker ended is one phase. */
  #wait(to: number, seq: number, worker: string | undefined): void {
    if (worker === undefined) return this.#push(looks.waits, 'queue', to, seq);
    const lanes = this.#log.lanes.groups.flatMap((group) => group.lanes.filter(({ id }) => id === worker));
    const bands = lanes.flatMap((lane) => lane.bands).sort((a, b) => a.from - b.from);
    for (const band of bands) {
      const [begin, end] = [Math.max(band.from, this.#told), Math.min(band.to ?? to, to)];
      if (end <= begin) continue;
      this.#push(looks.waits, 'queue: no worker for it yet', begin, seq);
      const [mark, what, isBehind] = this.#waitFor(band, worker);
      const bars = isBehind ? lanes.flatMap((lane) => lane.bars).filter((bar) => bar.from < end && (bar.to ?? end) > begin) : [];
      this.#push(
        mark,
        what,
        end,
        seq,
        worker,
        bars.map(({ id }) => id).filter((id) => id !== this.#id),
      );
    }
    this.#push(looks.waits, 'queue: until the worker takes it', to, seq, worker);
  }

  #waitFor({ status, from }: Band, worker: string): readonly [mark: Mark, what: string, isBehind: boolean] {
    const tags = listTags('worker', status);
    if (tags.includes('busy')) return [looks.waits, 'queue: behind others', true];
    if (tags.includes('starting')) return [looks.starts, this.#isWoken(worker, from) ? 'wake' : 'cold start', false];
    if (tags.includes('ready')) return [looks.waits, 'queue: until the worker takes it', false];
    if (tags.includes('waiting')) return [looks.waits, 'queue: no capacity for a worker', false];
    return [looks.waits, 'queue: no worker for it yet', false];
  }

  #isWoken(worker: string, at: number): boolean {
    for (const { seq } of this.#log.lives.upTo(worker, this.#log.lastUpTo(at)))
      if (this.#log.at(seq) === at && this.#log.entry(seq)?.event.type === 'WorkerWoken') return true;
    return false;
  }

  /**
   * Splits a run into the load of the process, the run as it would be alone, the delay by other jobs on the worker, and the post of the
   * result.
   */
  #run(to: number, seq: number, what: string): void {
    const { event, workedAt } = this.#attempt ?? {};
    this.#attempt = undefined;
    const { workerId: worker, attempt } = event ?? {};
    // A lesson leaves out the attempt, because it says how the run will end.
    const { loadsMs = 0, runsMs = to - this.#told, postMs = 0, shared, tokens } = attempt ?? {};
    const worked = workedAt ?? (to - postMs >= this.#told + loadsMs ? to - postMs : to);
    const upTo = (at: number): number => Math.min(at, to);
    this.#push(looks.starts, 'first-job load', upTo(this.#told + loadsMs), seq, worker);
    const isShared = shared === true || tokens !== undefined;
    this.#push(looks.runs, what, upTo(isShared ? Math.min(this.#told + runsMs, worked) : worked), seq, worker);
    this.#push(looks.slowed, 'slowed by others', upTo(worked), seq, worker);
    this.#push(looks.posts, 'post of the result', to, seq, worker);
  }
}
