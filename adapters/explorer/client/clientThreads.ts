import { Worker } from 'node:worker_threads';
import { threadFile } from '../../host/threads/threadFile.ts';
import type { ClientRunReport, ClientTask, FoundClient, ThreadData, ThreadReply } from './clientTasks.ts';

/** How long a client may keep its thread without giving it a turn, in real time. It could wait for nothing in that time: it computes, or blocks. */
const blockedAfterMsDefault = 20_000;

type Value<Task extends ClientTask> = Task extends { readonly kind: 'runs' } ? readonly ClientRunReport[] : FoundClient;

/** A client kept its thread for longer than it may. The thread was ended. */
export class ClientBlocks extends Error {
  readonly run: number;

  constructor(run: number, ms: number) {
    super(`the client kept its thread for more than ${ms} ms without waiting for anything`);
    this.run = run;
  }
}

/** The module of the client cannot be used. */
export class ClientUnfit extends Error {}

/** Threads that run a client, one task each at a time. */
export class ClientThreads {
  readonly #file: string;
  readonly #blockedAfterMs: number;
  readonly #idle: ClientThread[] = [];
  readonly #all = new Set<ClientThread>();
  readonly #waiting: (() => void)[] = [];
  readonly #count: number;
  /** What the module says of how often its client may give up, once a task was done. */
  mayGiveUp: string | undefined;

  constructor(file: string, count: number, blockedAfterMs = blockedAfterMsDefault) {
    this.#file = file;
    this.#count = count;
    this.#blockedAfterMs = blockedAfterMs;
  }

  /** Rejects with what the module of the client lacks, and with `ClientBlocks`. */
  async take<Task extends ClientTask>(task: Task): Promise<Value<Task>> {
    while (this.#idle.length === 0 && this.#all.size >= this.#count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const thread = this.#idle.pop() ?? new ClientThread(this.#file, this.#blockedAfterMs);
    this.#all.add(thread);
    try {
      const { value, mayGiveUp } = await thread.take(task);
      this.mayGiveUp = mayGiveUp;
      this.#idle.push(thread);
      return value as Value<Task>;
    } catch (error) {
      this.#all.delete(thread);
      await thread.close();
      throw error;
    } finally {
      this.#waiting.shift()?.();
    }
  }

  /** Ends the threads, with whatever they are doing. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.close()));
  }
}

class ClientThread {
  readonly #file: string;
  readonly #worker: Worker;
  readonly #beats = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  readonly #blockedAfterMs: number;

  constructor(file: string, blockedAfterMs: number) {
    this.#file = file;
    const workerData: ThreadData = { file, beats: this.#beats };
    this.#worker = new Worker(threadFile('clientThread'), { workerData });
    this.#blockedAfterMs = blockedAfterMs;
  }

  take(task: ClientTask): Promise<Exclude<ThreadReply, { readonly error: string }>> {
    return new Promise((resolve, reject) => {
      let beats = -1;
      const watch = setInterval(() => {
        const now = Atomics.load(this.#beats, 0);
        if (now === beats) end(() => reject(new ClientBlocks(Atomics.load(this.#beats, 1), this.#blockedAfterMs)));
        beats = now;
      }, this.#blockedAfterMs);
      const onMessage = (reply: ThreadReply): void => end(() => ('error' in reply ? reject(new ClientUnfit(reply.error)) : resolve(reply)));
      const onError = (error: Error): void => end(() => reject(error));
      const onExit = (code: number): void =>
        end(() =>
          reject(new ClientUnfit(`${this.#file}: the client ended its process with exit code ${code}: it must return, or throw, instead`)),
        );
      const end = (then: () => void): void => {
        clearInterval(watch);
        this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        then();
      };
      this.#worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      this.#worker.postMessage(task);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
