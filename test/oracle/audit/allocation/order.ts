import { pacer, type Steps } from '../../../../engine/kernel/steps.ts';
import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/time.ts';
import type { JobPage } from '../deadlines/jobPage.ts';
import type { Handlers, Recount, RecountRow, Sources } from '../recount.ts';

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
  readonly #queues = new Map<string, Queue>();
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
      const waiting = this.#countWaiting(endpointId);
      if (queue === undefined || waiting > this.#roomOf(queue)) return undefined;
      const words = `a job was refused at ${formatVirtualTime(at)}, because the queue of ${endpointId} is full, and ${waiting} jobs wait there`;
      return { name: room, words };
    },
    EndpointCreated: ({ endpointId, config }) => {
      this.#queueOf(endpointId).max = config.workers.max;
    },
    EndpointUpdated: ({ endpointId, config }) => {
      this.#queueOf(endpointId).max = config.workers.max;
    },
    JobQueued: ({ jobId, endpointId, batch }, { at }) => {
      const queue = this.#queueOf(endpointId);
      const before = this.#countWaiting(endpointId) - 1;
      const isOver = this.#call.isLimited && batch === undefined && before > this.#roomOf(queue);
      this.#call.isLimited = false;
      const page = this.#newest;
      if (page !== undefined) lineOf(queue, page).joined.push(page);
      return isOver
        ? { name: room, words: `${jobId} joined at ${formatVirtualTime(at)}, and the queue of ${endpointId} is full` }
        : undefined;
    },
    JobRetried: () => {
      const page = this.#newest;
      if (page === undefined) return;
      const line = lineOf(this.#queueOf(page.endpointId), page);
      leave(line.joined, page, line.passed);
      leave(line.back, page, 0);
      page.turn = this.#sources.counted.nextTurn();
      line.joined.push(page);
    },
    JobRequeued: () => {
      const page = this.#newest;
      if (page === undefined) return;
      const { back } = lineOf(this.#queueOf(page.endpointId), page);
      const others = back.filter((other) => other.is === 'queue' && other !== page);
      back.splice(0, back.length, ...others, page);
      back.sort((one, other) => one.turn - other.turn);
    },
    JobStarted: ({ jobId, workerId }, { at }) => {
      const why = this.#newest === undefined ? 'and was never queued' : this.#whyNot(this.#newest, workerId, at);
      return why === undefined ? undefined : { name, words: `${jobId} started on ${workerId} at ${formatVirtualTime(at)}, ${why}` };
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#queues.delete(endpointId);
    },
  };

  /** Which jobs wait, and in which order, is in their pages. */
  dump(): OrderDump {
    const rooms = new Map([...this.#queues].map(([endpointId, { max }]) => [endpointId, max]));
    return { rooms, call: { ...this.#call } };
  }

  *load({ rooms, call }: OrderDump): Steps<void> {
    for (const [endpointId, max] of rooms) this.#queues.set(endpointId, newQueue(max));
    const pauses = pacer();
    for (const page of this.#sources.counted.jobs.values()) {
      const queue = page.is === 'queue' ? this.#queues.get(page.endpointId) : undefined;
      if (queue !== undefined) lineOf(queue, page).joined.push(page);
      if (pauses()) yield;
    }
    Object.assign(this.#call, call);
  }

  get #newest(): JobPage | undefined {
    return this.#sources.counted.newest;
  }

  /** Why it may not start there now; undefined if it may. */
  #whyNot({ endpointId, terms: { lowPriority }, turn, ttlAt }: JobPage, workerId: string, at: VirtualTime): string | undefined {
    const serves = this.#sources.counted.hands.get(workerId)?.endpointId;
    if (serves !== endpointId) return `which serves ${serves ?? 'nothing'} and not ${endpointId}`;
    if (ttlAt <= at) return 'when its time to live was over';
    const queue = this.#queues.get(endpointId);
    const higher = lowPriority ? firstOf(queue?.normal, at) : undefined;
    if (higher !== undefined) return `though it is of low priority and ${higher.id} is not, and waits`;
    const first = firstOf(lowPriority ? queue?.low : queue?.normal, at);
    return first === undefined || first.turn >= turn ? undefined : `though ${first.id} joined before it, and waits`;
  }

  #countWaiting(endpointId: string): number {
    return this.#sources.counted.counters.get(endpointId)?.inQueue ?? 0;
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

/** Those of one class. */
interface Line {
  /** In the order in which they joined. Those that wait no longer are taken out later, many at once. */
  readonly joined: JobPage[];
  /** How many at its front wait no longer, or never start. */
  passed: number;
  /** Those that lost their workers, by their turns: the line may have passed them. */
  readonly back: JobPage[];
}

/** The jobs of one endpoint. */
interface Queue {
  readonly normal: Line;
  readonly low: Line;
  /** Its `workers.max`. */
  max: number;
}

interface OrderDump {
  /** Of each queue, its `workers.max`. */
  readonly rooms: ReadonlyMap<string, number>;
  readonly call: QueueCall;
}

interface QueueCall {
  isLimited: boolean;
  endpointId: string;
}

const newQueue = (max: number): Queue => ({ normal: newLine(), low: newLine(), max });

const newLine = (): Line => ({ joined: [], passed: 0, back: [] });

const lineOf = ({ normal, low }: Queue, { terms }: JobPage): Line => (terms.lowPriority ? low : normal);

/** Takes a job that has another turn now out of a line, unless that has passed it: the first `passed` are not looked at again. */
const leave = (pages: JobPage[], page: JobPage, passed: number): void => {
  const k = pages.indexOf(page, passed);
  if (k >= 0) pages.splice(k, 1);
};

/** The first of a line that may start at that time. Time does not run back, so what it passes need not be looked at again. */
const firstOf = (line: Line | undefined, at: VirtualTime): JobPage | undefined => {
  if (line === undefined) return undefined;
  const mayStart = ({ is, ttlAt }: JobPage): boolean => is === 'queue' && ttlAt > at;
  while (line.passed < line.joined.length && !mayStart(line.joined[line.passed] as JobPage)) line.passed += 1;
  if (line.passed >= passedMax && line.passed * 2 >= line.joined.length) {
    line.joined.splice(0, line.passed);
    line.passed = 0;
  }
  const first = line.joined[line.passed];
  const back = line.back.length === 0 ? undefined : line.back.find(mayStart);
  return back !== undefined && (first === undefined || back.turn < first.turn) ? back : first;
};

/** As many are taken out of a line at once, or more: taking out one of them costs as much as taking out all. */
const passedMax = 64;
