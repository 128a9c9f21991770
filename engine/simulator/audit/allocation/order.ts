import { fillInSteps, type Steps } from '../../../kernel/steps.ts';
import { formatVirtualTime, later, type VirtualTime } from '../../../kernel/time.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../recount.ts';

const name = 'order-recounted';
const room = 'queue-room-recounted';

export const orderRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a job starts on a worker of its endpoint, within its time to live, and no job there of the same or a higher class has waited longer',
    },
    {
      name: room,
      about:
        'a job that is no request of a batch joins a queue only as long as no more wait there than workers.max allows, and none is refused for a full queue before',
    },
  ],
  open: (sources) => new Order(sources),
};

/**
 * Which job is the next one (job.order): of the jobs that wait, those of low priority after all others, and otherwise the one that joined
 * first. A job that lost its worker has its old turn; one that a client retries has a new one. And how many wait (limits.queue).
 */
class Order implements Recount {
  readonly #sources: Sources;
  readonly #jobs = new Map<string, Turn>();
  readonly #queues = new Map<string, Queue>();
  readonly #endpointOf = new Map<string, string>();
  #turns = 0;
  /** The newest call: whether it counts towards limits, and has put no job in a queue yet, and the endpoint that it names. */
  readonly #call: QueueCall = { isLimited: false, endpointId: '' };

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    InputReceived: ({ counted, request }) => {
      this.#call.isLimited = counted !== undefined;
      this.#call.endpointId = request.params['endpoint_id'] ?? '';
    },
    InputRefused: ({ rule, detail }, { at }) => {
      if (rule !== 'limits.queue' || !detail.startsWith('the queue is full')) return undefined;
      const { endpointId } = this.#call;
      const queue = this.#queues.get(endpointId);
      if (queue === undefined || queue.waiting > this.#roomOf(queue)) return undefined;
      const words = `a job was refused at ${formatVirtualTime(at)}, because the queue of ${endpointId} is full, and ${queue.waiting} jobs wait there`;
      return { name: room, words };
    },
    EndpointCreated: ({ endpointId, config }) => {
      this.#queueOf(endpointId).max = config.workers.max;
    },
    EndpointUpdated: ({ endpointId, config }) => {
      this.#queueOf(endpointId).max = config.workers.max;
    },
    JobQueued: ({ jobId, endpointId, terms: { lowPriority, ttlMs }, batch }, { at }) => {
      const queue = this.#queueOf(endpointId);
      const isOver = this.#call.isLimited && batch === undefined && queue.waiting > this.#roomOf(queue);
      this.#call.isLimited = false;
      this.#join(queue, jobId, endpointId, lowPriority, later(at, ttlMs));
      return isOver
        ? { name: room, words: `${jobId} joined at ${formatVirtualTime(at)}, and the queue of ${endpointId} is full` }
        : undefined;
    },
    JobRetried: ({ jobId }) => {
      const turn = this.#jobs.get(jobId);
      return turn && this.#join(this.#queueOf(turn.endpointId), jobId, turn.endpointId, turn.isLow, turn.endsAt);
    },
    JobRequeued: ({ jobId }) => {
      const turn = this.#jobs.get(jobId);
      if (turn === undefined) return;
      turn.waits = true;
      const queue = this.#queueOf(turn.endpointId);
      queue.waiting += 1;
      const { back } = turn.isLow ? queue.low : queue.normal;
      const others = back.filter((other) => other.waits && other !== turn);
      back.splice(0, back.length, ...others, turn);
      back.sort((one, other) => one.number - other.number);
    },
    JobStarted: ({ jobId, workerId }, { at }) => {
      const turn = this.#jobs.get(jobId);
      if (turn === undefined) return { name, words: `${jobId} started on ${workerId} at ${formatVirtualTime(at)}, and was never queued` };
      const broken = this.#checkStart(turn, workerId, at);
      this.#leave(turn);
      return broken;
    },
    JobCancelled: ({ jobId }) => this.#leave(this.#jobs.get(jobId)),
    JobExpired: ({ jobId }) => this.#forget(jobId),
    JobPurged: ({ jobId }) => this.#forget(jobId),
    WorkerLaunched: ({ workerId, endpointId }) => this.#serve(workerId, endpointId),
    WorkerThrottled: ({ workerId, endpointId }) => this.#serve(workerId, endpointId),
    WorkerTerminated: ({ workerId }) => {
      this.#endpointOf.delete(workerId);
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#queues.delete(endpointId);
    },
  };

  /** Turns are numbered anew, and lines have those that wait alone, by their turns: equal worlds have equal books, whatever came before. */
  dump(): OrderDump {
    const inOrder = [...this.#jobs.values()].sort((one, other) => one.number - other.number).map((turn, k) => ({ ...turn, number: k + 1 }));
    const queues = new Map([...this.#queues].map(([endpointId, { max }]) => [endpointId, newQueue(max)]));
    for (const turn of inOrder) {
      const queue = turn.waits ? queues.get(turn.endpointId) : undefined;
      if (queue === undefined) continue;
      queue.waiting += 1;
      (turn.isLow ? queue.low : queue.normal).joined.push(turn);
    }
    const jobs = new Map(inOrder.map((turn) => [turn.id, turn]));
    return { jobs, queues, endpointOf: this.#endpointOf, turns: inOrder.length, call: { ...this.#call } };
  }

  *load({ jobs, queues, endpointOf, turns, call }: OrderDump): Steps<void> {
    yield* fillInSteps(this.#jobs, jobs);
    yield* fillInSteps(this.#queues, queues);
    yield* fillInSteps(this.#endpointOf, endpointOf);
    this.#turns = turns;
    Object.assign(this.#call, call);
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
    const queue = this.#queues.get(endpointId);
    const higher = isLow ? firstOf(queue?.normal, at) : undefined;
    if (higher !== undefined) return `though it is of low priority and ${higher.id} is not, and waits`;
    const first = firstOf(isLow ? queue?.low : queue?.normal, at);
    return first === undefined || first.number >= number ? undefined : `though ${first.id} joined before it, and waits`;
  }

  #join(queue: Queue, id: string, endpointId: string, isLow: boolean, endsAt: VirtualTime): undefined {
    const turn: Turn = { id, endpointId, isLow, endsAt, number: ++this.#turns, waits: true };
    this.#jobs.set(id, turn);
    queue.waiting += 1;
    (isLow ? queue.low : queue.normal).joined.push(turn);
  }

  #leave(turn: Turn | undefined): undefined {
    if (turn?.waits !== true) return;
    turn.waits = false;
    const queue = this.#queues.get(turn.endpointId);
    if (queue !== undefined) queue.waiting -= 1;
  }

  #forget(jobId: string): undefined {
    this.#leave(this.#jobs.get(jobId));
    this.#jobs.delete(jobId);
  }

  #serve(workerId: string, endpointId: string): undefined {
    this.#endpointOf.set(workerId, endpointId);
  }

  #queueOf(endpointId: string): Queue {
    const known = this.#queues.get(endpointId);
    if (known !== undefined) return known;
    const queue = newQueue(0);
    this.#queues.set(endpointId, queue);
    return queue;
  }

  /** A job joins as long as no more than so many wait. */
  #roomOf({ max }: Queue): number {
    return max * this.#sources.settings.endpoint.queuePerWorkerMax;
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

/** Those of one class. */
interface Line {
  /** In the order in which they joined. Those that wait no longer are taken out later, many at once. */
  readonly joined: Turn[];
  /** How many at its front wait no longer, or never start. */
  passed: number;
  /** Those that lost their workers, by their turns: the line may have passed them. */
  readonly back: Turn[];
}

/** The jobs of one endpoint. */
interface Queue {
  readonly normal: Line;
  readonly low: Line;
  waiting: number;
  /** Its `workers.max`. */
  max: number;
}

interface OrderDump {
  readonly jobs: ReadonlyMap<string, Turn>;
  readonly queues: ReadonlyMap<string, Queue>;
  readonly endpointOf: ReadonlyMap<string, string>;
  readonly turns: number;
  readonly call: QueueCall;
}

interface QueueCall {
  isLimited: boolean;
  endpointId: string;
}

const newQueue = (max: number): Queue => ({ normal: newLine(), low: newLine(), waiting: 0, max });

const newLine = (): Line => ({ joined: [], passed: 0, back: [] });

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
