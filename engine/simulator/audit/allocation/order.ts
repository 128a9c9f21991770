import type { JobTerms } from '../../../cloud/job/events.ts';
import { fillInSteps, type Steps } from '../../../kernel/steps.ts';
import { formatVirtualTime, later, type VirtualTime } from '../../../kernel/time.ts';
import type { Broken, Handlers, Recount, RecountRow } from '../recount.ts';

const name = 'order-recounted';

export const orderRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a job starts on a worker of its endpoint, within its time to live, and no job there of the same or a higher class has waited longer',
    },
  ],
  open: () => new Order(),
};

/**
 * Which job is the next one (job.order): of the jobs that wait, those of low priority after all others, and otherwise the one that joined
 * first. A job that lost its worker has its old turn; one that a client retries has a new one.
 */
class Order implements Recount {
  readonly #jobs = new Map<string, Turn>();
  readonly #lines = new Map<string, Line>();
  readonly #endpointOf = new Map<string, string>();
  #turns = 0;

  readonly on: Handlers = {
    JobQueued: ({ jobId, endpointId, terms }, { at }) => this.#join({ id: jobId, endpointId, ...standingOf(terms, at) }),
    JobRetried: ({ jobId }) => {
      const turn = this.#jobs.get(jobId);
      return turn && this.#join(turn);
    },
    JobRequeued: ({ jobId }) => {
      const turn = this.#jobs.get(jobId);
      if (turn === undefined) return;
      turn.waits = true;
      const { back } = this.#lineOf(turn.endpointId, turn.isLow);
      const others = back.filter((other) => other.waits && other !== turn);
      back.splice(0, back.length, ...others, turn);
      back.sort((one, other) => one.number - other.number);
    },
    JobStarted: ({ jobId, workerId }, { at }) => {
      const turn = this.#jobs.get(jobId);
      if (turn === undefined) return { name, words: `${jobId} started on ${workerId} at ${formatVirtualTime(at)}, and was never queued` };
      const broken = this.#checkStart(turn, workerId, at);
      turn.waits = false;
      return broken;
    },
    JobCompleted: ({ jobId }) => this.#leave(jobId),
    JobFailed: ({ jobId }) => this.#leave(jobId),
    JobTimedOut: ({ jobId }) => this.#leave(jobId),
    JobCancelled: ({ jobId }) => this.#leave(jobId),
    JobExpired: ({ jobId }) => this.#forget(jobId),
    JobPurged: ({ jobId }) => this.#forget(jobId),
    WorkerLaunched: ({ workerId, endpointId }) => this.#serve(workerId, endpointId),
    WorkerThrottled: ({ workerId, endpointId }) => this.#serve(workerId, endpointId),
    WorkerTerminated: ({ workerId }) => {
      this.#endpointOf.delete(workerId);
    },
    EndpointDeleted: ({ endpointId }) => {
      for (const isLow of [false, true]) this.#lines.delete(lineName(endpointId, isLow));
    },
  };

  /** Turns are numbered anew, and lines have those that wait alone, by their turns: equal worlds have equal books, whatever came before. */
  dump(): OrderDump {
    const inOrder = [...this.#jobs.values()].sort((one, other) => one.number - other.number).map((turn, k) => ({ ...turn, number: k + 1 }));
    const lines = new Map<string, Line>();
    for (const turn of inOrder) {
      const key = lineName(turn.endpointId, turn.isLow);
      if (!turn.waits || !this.#lines.has(key)) continue;
      const line = lines.get(key) ?? { joined: [], passed: 0, back: [] };
      line.joined.push(turn);
      lines.set(key, line);
    }
    return { jobs: new Map(inOrder.map((turn) => [turn.id, turn])), lines, endpointOf: this.#endpointOf, turns: inOrder.length };
  }

  *load({ jobs, lines, endpointOf, turns }: OrderDump): Steps<void> {
    yield* fillInSteps(this.#jobs, jobs);
    yield* fillInSteps(this.#lines, lines);
    yield* fillInSteps(this.#endpointOf, endpointOf);
    this.#turns = turns;
  }

  #checkStart(turn: Turn, workerId: string, at: VirtualTime): Broken | undefined {
    const why = this.#whyNot(turn, workerId, at);
    return why === undefined ? undefined : { name, words: `${turn.id} started on ${workerId} at ${formatVirtualTime(at)}, ${why}` };
  }

  /** Why it may not start there now; undefined if it may. */
  #whyNot({ endpointId, isLow, number, endsAt }: Turn, workerId: string, at: VirtualTime): string | undefined {
    const serves = this.#endpointOf.get(workerId);
    if (serves !== endpointId) return `which serves ${serves ?? 'nothing'} and not ${endpointId}`;
    if (endsAt <= at) return 'when its time to live was over';
    const higher = isLow ? firstOf(this.#lines.get(lineName(endpointId, false)), at) : undefined;
    if (higher !== undefined) return `though it is of low priority and ${higher.id} is not, and waits`;
    const first = firstOf(this.#lines.get(lineName(endpointId, isLow)), at);
    return first === undefined || first.number >= number ? undefined : `though ${first.id} joined before it, and waits`;
  }

  #join({ id, endpointId, isLow, endsAt }: Omit<Turn, 'number' | 'waits'>): undefined {
    const turn: Turn = { id, endpointId, isLow, endsAt, number: ++this.#turns, waits: true };
    this.#jobs.set(id, turn);
    this.#lineOf(endpointId, isLow).joined.push(turn);
  }

  #leave(jobId: string): undefined {
    const turn = this.#jobs.get(jobId);
    if (turn !== undefined) turn.waits = false;
  }

  #forget(jobId: string): undefined {
    this.#leave(jobId);
    this.#jobs.delete(jobId);
  }

  #serve(workerId: string, endpointId: string): undefined {
    this.#endpointOf.set(workerId, endpointId);
  }

  #lineOf(endpointId: string, isLow: boolean): Line {
    const key = lineName(endpointId, isLow);
    const line = this.#lines.get(key) ?? { joined: [], passed: 0, back: [] };
    this.#lines.set(key, line);
    return line;
  }
}

/** The place of a job among those of its endpoint. It is kept while the job runs, and after, because it may be retried. */
interface Turn {
  readonly id: string;
  readonly endpointId: string;
  readonly isLow: boolean;
  /** It starts before this time, or never. */
  readonly endsAt: VirtualTime;
  readonly number: number;
  waits: boolean;
}

/** The jobs of one class on one endpoint. */
interface Line {
  /** In the order in which they joined. Those that wait no longer are taken out later, many at once. */
  readonly joined: Turn[];
  /** How many at its front wait no longer, or never start. */
  passed: number;
  /** Those that lost their workers, by their turns: the line may have passed them. */
  readonly back: Turn[];
}

interface OrderDump {
  readonly jobs: ReadonlyMap<string, Turn>;
  readonly lines: ReadonlyMap<string, Line>;
  readonly endpointOf: ReadonlyMap<string, string>;
  readonly turns: number;
}

const standingOf = ({ lowPriority, ttlMs }: JobTerms, at: VirtualTime) => ({ isLow: lowPriority, endsAt: later(at, ttlMs) });

const lineName = (endpointId: string, isLow: boolean): string => (isLow ? `${endpointId} low` : endpointId);

/** The first of a line that may start at that time. Time does not run back, so what it passes need not be looked at again. */
const firstOf = (line: Line | undefined, at: VirtualTime): Turn | undefined => {
  if (line === undefined) return undefined;
  const mayStart = ({ waits, endsAt }: Turn): boolean => waits && endsAt > at;
  while (line.passed < line.joined.length && !mayStart(line.joined[line.passed] as Turn)) line.passed += 1;
  if (line.passed >= passedMax && line.passed * 2 >= line.joined.length) {
    line.joined.splice(0, line.passed);
    line.passed = 0;
  }
  const first = line.joined[line.passed];
  const back = line.back.length === 0 ? undefined : line.back.find(mayStart);
  return back !== undefined && (first === undefined || back.number < first.number) ? back : first;
};

/** As many are taken out of a line at once, or more: taking out one of them costs as much as taking out all. */
const passedMax = 64;
