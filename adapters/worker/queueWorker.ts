import { addressesIn, type WorkerAddresses } from './addresses.ts';
import type { JobFunction, StartWorkerOptions, TakenJob } from './jobFunction.ts';

const seconds = 1_000;

/** A job that a worker holds. */
interface Held {
  readonly ended: Promise<void>;
  readonly stop: () => void;
}

/** Takes jobs, does them, and posts their results. */
export class QueueWorker {
  readonly #addresses: WorkerAddresses;
  readonly #key: string;
  readonly #perform: JobFunction;
  readonly #pingEvery: number;
  readonly #concurrency: number;
  /** By their ids. */
  readonly #jobs = new Map<string, Held>();
  /** Its last message. */
  #said = '';
  /** Takes, stops and pings end when this is aborted. */
  readonly #closing = new AbortController();

  constructor(perform: JobFunction, { env = process.env, concurrency = 1 }: StartWorkerOptions) {
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new Error(`concurrency is ${concurrency}: give the whole number of jobs that the worker takes at once`);
    this.#addresses = addressesIn(env);
    this.#key = env['RUNPOD_AI_API_KEY'] ?? '';
    this.#perform = perform;
    this.#pingEvery = Number(env['RUNPOD_PING_INTERVAL'] ?? 10 * seconds);
    this.#concurrency = concurrency;
  }

  /** Ends once it was closed and the jobs that it holds have ended. */
  async run(): Promise<void> {
    const others = [this.#listenForStops(), this.#ping()];
    while (!this.#closing.signal.aborted) {
      for (const job of await this.#take()) this.#work(job);
      while (this.#jobs.size >= this.#concurrency) await Promise.race([...this.#jobs.values()].map(({ ended }) => ended));
    }
    await Promise.all([...others, ...[...this.#jobs.values()].map(({ ended }) => ended)]);
  }

  /** Takes no more jobs. */
  close(): void {
    this.#closing.abort();
  }

  async #take(): Promise<readonly TakenJob[]> {
    const held = this.#jobs.size > 0 ? 1 : 0;
    const free = this.#concurrency - this.#jobs.size;
    const one = `${this.#addresses.take}&job_in_progress=${held}`;
    const url = free === 1 ? one : one.replace('/job-take/', '/job-take-batch/').replace('&job_in', `&batch_size=${free}&job_in`);
    const response = await this.#ask(url);
    if (response === undefined) return [];
    if (response.status !== 200) return this.#backOff(response);
    const body = (await readJson(response)) as Partial<TakenJob> | readonly Partial<TakenJob>[] | null;
    return [body].flat().filter((job): job is TakenJob => job?.id !== undefined && job.input !== undefined);
  }

  /** An answer without a job came at once: asking again at once, too, would mean five hundred requests a second. */
  async #backOff(response: Response): Promise<readonly TakenJob[]> {
    const { detail } = ((await readJson(response)) ?? {}) as { readonly detail?: string };
    if (response.status < 400) return [];
    await pause(seconds, this.#closing.signal);
    this.#say(`${response.url} answers ${response.status}${detail === undefined ? '' : `: ${detail}`}; asking again`);
    if (response.status === 429) await pause(4 * seconds, this.#closing.signal);
    return [];
  }

  /** Reports once what keeps it from work, because it asks again and again. It reports nothing if it is stopped meanwhile. */
  #say(words: string): void {
    if (words === this.#said || this.#closing.signal.aborted) return;
    this.#said = words;
    console.error(words);
  }

  #work(job: TakenJob): void {
    const stopping = new AbortController();
    const ended = this.#answer(job, stopping.signal).finally(() => this.#jobs.delete(job.id));
    this.#jobs.set(job.id, { ended, stop: () => stopping.abort() });
  }

  /** Does a job and posts its result. A stopped job posts nothing. */
  async #answer(job: TakenJob, signal: AbortSignal): Promise<void> {
    const progress = (output: unknown) => this.#post(this.#addresses.done(job.id), { status: 'IN_PROGRESS', output }, false);
    let [body, streamed]: [object, boolean] = [{}, false];
    try {
      const returned = this.#perform(job, { signal, progress });
      if (isGenerator(returned)) {
        streamed = true;
        for await (const output of returned) if (!signal.aborted) await this.#post(this.#addresses.stream(job.id), { output }, false);
        body = { output: [] };
      } else body = writeBody(await returned);
    } catch (thrown) {
      const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
      body = { error: JSON.stringify({ error_type: name, error_message: message, error_traceback: stack }) };
    }
    if (!signal.aborted) await this.#post(this.#addresses.done(job.id), body, streamed);
  }

  /** Tries three times where the other side is at fault. Then the result is given up. */
  async #post(url: string, body: object, isStream: boolean): Promise<void> {
    for (const wait of [2, 3, 0]) {
      const response = await fetch(`${url}&isStream=${isStream}`, {
        method: 'POST',
        headers: { authorization: this.#key, 'content-type': 'application/x-www-form-urlencoded' },
        body: JSON.stringify(body),
      }).catch(() => undefined);
      await response?.arrayBuffer();
      if (response !== undefined && response.status < 500) {
        if (!response.ok) console.error(`${response.status} for ${url}: the result is given up`);
        return;
      }
      await pause(wait * seconds);
    }
    console.error(`no answer for ${url}: the result is given up`);
  }

  async #listenForStops(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const response = await this.#ask(this.#addresses.stop);
      const told = response?.status === 200 ? ((await readJson(response)) as { readonly jobsToStop?: readonly string[] } | null) : null;
      for (const id of told?.jobsToStop ?? []) this.#jobs.get(id)?.stop();
      if ((told?.jobsToStop ?? []).length === 0) await pause(response?.status === 429 ? 5 * seconds : seconds, this.#closing.signal);
    }
  }

  async #ping(): Promise<void> {
    if (this.#addresses.ping === undefined || this.#key === '') return;
    while (!this.#closing.signal.aborted) {
      const held = [...this.#jobs.keys()].join(',');
      await this.#ask(`${this.#addresses.ping}?${held === '' ? '' : `job_id=${held}&`}runpod_version=0`);
      await pause(this.#pingEvery, this.#closing.signal);
    }
  }

  /** Undefined if there is no answer. */
  async #ask(url: string): Promise<Response | undefined> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(90 * seconds)]);
    try {
      return await fetch(url, { headers: { authorization: this.#key }, signal });
    } catch (thrown) {
      const { name, message, cause } = thrown as Error & { readonly cause?: { readonly code?: string } };
      await pause(seconds, this.#closing.signal);
      // A call that was held for too long is made again, as any.
      if (name !== 'TimeoutError') this.#say(`${url.split('/', 3).join('/')} does not answer (${cause?.code ?? message}); asking again`);
      return undefined;
    }
  }
}

const readJson = (response: Response): Promise<unknown> => response.json().catch(() => null);

const isGenerator = (returned: unknown): returned is AsyncIterable<unknown> =>
  typeof (returned as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator] === 'function';

/** Makes the post of a result: an `error` in it is the job's error. */
const writeBody = (returned: unknown): object => {
  if (returned === null || typeof returned !== 'object' || Array.isArray(returned)) return { output: returned ?? null };
  const { error, stopPod, ...rest } = returned as { readonly error?: unknown; readonly stopPod?: unknown };
  return {
    ...(Object.keys(rest).length === 0 ? {} : { output: rest }),
    ...(error ? { error } : {}),
    ...(stopPod ? { stopPod } : {}),
  };
};

/** Ends early when the signal is aborted. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
