import type { Answer } from '../../../engine/api/operation.ts';
import { isUpStatus } from '../../../engine/cloud/worker/lifecycle.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { Choice } from '../../../engine/lab/explorer/choice.ts';
import type { World } from '../../../engine/world/world.ts';

import { callOf } from '../worlds/worlds.ts';

/** One process of a real worker: what it holds, and whether it still runs. It knows nothing that its own calls have not told it. */
interface RealProcess {
  readonly worker: string;
  /** Which start of the worker's container it stands for. */
  readonly start: number;
  readonly jobs: string[];
  isRunning: boolean;
  /** Its call for a job, while that is held. */
  held: string | undefined;
  pingedAt: number;
}

/** The processes of an endpoint's workers, one for each start of a container. They run, break, and are started again. */
export class RealWorkers {
  readonly world: World;
  readonly #endpoint: string;
  readonly #processes = new Map<string, RealProcess>();
  /** Results that were posted, by job, with the answer. */
  readonly posted: { readonly job: string; readonly status: number }[] = [];

  constructor(world: World, endpoint: string) {
    this.world = world;
    this.#endpoint = endpoint;
  }

  get running(): readonly RealProcess[] {
    return [...this.#processes.values()].filter(({ isRunning }) => isRunning);
  }

  /** Starts a process for each container that has none, and ends those whose container has started again, or is down. */
  follow(): void {
    for (const id of this.world.state.fleet.of(this.#endpoint).members) {
      const worker = this.world.state.find('worker', id);
      const isUp = worker !== undefined && isUpStatus(worker.status);
      const known = this.#processes.get(id);
      if (known !== undefined && (!isUp || known.start !== worker.tries)) this.#end(known);
      if (isUp && known?.start !== worker.tries)
        this.#processes.set(id, { worker: id, start: worker.tries, jobs: [], isRunning: true, held: undefined, pingedAt: -1 });
    }
  }

  /** What each running process does by itself: it asks for a job while it has none, and pings every ten seconds. */
  live(): void {
    for (const process of this.running) {
      if (process.held === undefined && process.jobs.length === 0) this.take(process);
      if (this.world.now - process.pingedAt >= 10_000 || process.pingedAt < 0) this.ping(process);
    }
  }

  take(process: RealProcess, size = 1): void {
    const { worker } = process;
    const taken = ({ status, body }: Answer) => {
      process.held = undefined;
      if (status === 200) process.jobs.push(...[body as Json].flat().map((job) => (job as { readonly id: string }).id));
    };
    const operation = size === 1 ? 'takeJob' : 'takeJobBatch';
    const reply = this.world.call(callOf(operation, this.#named(worker), { query: { batch_size: String(size) } }), taken);
    if ('answer' in reply) taken(reply.answer);
    else process.held = reply.held;
  }

  ping(process: RealProcess): void {
    process.pingedAt = this.world.now;
    const query: Record<string, string> = process.jobs.length === 0 ? {} : { job_id: process.jobs.join(',') };
    this.world.call(callOf('pingWorker', this.#named(process.worker), { query }));
  }

  /** Posts a result for one of its jobs, or gives one up without a word. */
  finish(process: RealProcess, body: Json): void {
    const job = process.jobs.shift();
    if (job !== undefined) this.post(process.worker, job, body);
  }

  post(worker: string, job: string, body: Json): number {
    const reply = this.world.call(callOf('postOutput', { ...this.#named(worker), job }, { body }));
    const status = 'answer' in reply ? reply.answer.status : 0;
    this.posted.push({ job, status });
    return status;
  }

  /** Kills a process. Its starter reports that, or only its silence shows it. */
  kill(process: RealProcess, choice: Choice): void {
    this.#end(process);
    if (!choice.happens(1, 2)) return;
    const request = { params: { worker_id: process.worker }, query: {}, body: { start: process.start } };
    this.world.call({ operation: 'workerGone', client: { key: null, because: 'operator' }, request });
  }

  /** Lets time pass as the processes see it: they take, ping, and follow their containers. */
  pass(ms: number): void {
    const until = this.world.now + ms;
    while (this.world.now < until) {
      this.follow();
      this.live();
      this.world.advance({ to: Math.min(this.world.now + 1_000, until) as VirtualTime });
    }
  }

  #end(process: RealProcess): void {
    process.isRunning = false;
    if (process.held !== undefined) this.world.abandon(process.held);
    process.held = undefined;
  }

  #named(worker: string) {
    return { endpoint_id: this.#endpoint, worker };
  }
}
