/**
 * A worker in Node: takes jobs of a queue endpoint and posts their results, over the same routes as the platform's own SDK. All it
 * needs is its environment, which `podsim worker-env` prints and `podsim exec --workers` sets.
 */

const seconds = 1_000;

/** The name of the worker, and the addresses it calls. `$ID` is the worker where it takes jobs, and the job where it posts. */
const addressesIn = (env) => {
  const worker = env.RUNPOD_POD_ID;
  const ofWorker = (template) => template?.replaceAll('$RUNPOD_POD_ID', worker);
  const take = ofWorker(env.RUNPOD_WEBHOOK_GET_JOB)?.replace('$ID', worker);
  if (worker === undefined || take === undefined)
    throw new Error('RUNPOD_POD_ID and RUNPOD_WEBHOOK_GET_JOB are not set; start the worker by `podsim exec --workers ENDPOINT -- node …`');
  return {
    take,
    stop: take.replace('/job-take/', '/job-stop/'),
    done: (job) => ofWorker(env.RUNPOD_WEBHOOK_POST_OUTPUT).replace('$ID', job),
    stream: (job) => ofWorker(env.RUNPOD_WEBHOOK_POST_STREAM).replace('$ID', job),
    ping: ofWorker(env.RUNPOD_WEBHOOK_PING),
  };
};

const pause = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });

class Worker {
  #addresses;
  #key;
  #handler;
  #pingEvery;
  #concurrency;
  /** The jobs that it holds, each with what stops it. */
  #jobs = new Map();
  /** What it has said last. */
  #said = '';
  /** Takes, stops and pings end when this is aborted. */
  #closing = new AbortController();

  constructor(handler, { env = process.env, concurrency = 1 } = {}) {
    this.#addresses = addressesIn(env);
    this.#key = env.RUNPOD_AI_API_KEY ?? '';
    this.#handler = handler;
    this.#pingEvery = Number(env.RUNPOD_PING_INTERVAL ?? 10 * seconds);
    this.#concurrency = concurrency;
  }

  /** Ends when SIGTERM comes, once the jobs that it holds have ended. */
  async run() {
    const others = [this.#listenForStops(), this.#ping()];
    while (!this.#closing.signal.aborted) {
      for (const job of await this.#take()) void this.#work(job);
      while (this.#jobs.size >= this.#concurrency) await Promise.race([...this.#jobs.values()].map(({ ended }) => ended));
    }
    await Promise.all([...others, ...[...this.#jobs.values()].map(({ ended }) => ended)]);
  }

  /** Takes no more jobs. */
  close() {
    this.#closing.abort();
  }

  async #take() {
    const held = this.#jobs.size > 0 ? 1 : 0;
    const free = this.#concurrency - this.#jobs.size;
    const one = `${this.#addresses.take}&job_in_progress=${held}`;
    const url = free === 1 ? one : one.replace('/job-take/', '/job-take-batch/').replace('&job_in', `&batch_size=${free}&job_in`);
    const response = await this.#ask(url);
    if (response === undefined) return [];
    if (response.status !== 200) return this.#backOff(response);
    const body = await response.json().catch(() => null);
    return [body].flat().filter((job) => job?.id !== undefined && job.input !== undefined);
  }

  /** An answer that holds no job came at once: asked again at once, too, it would come five hundred times a second. */
  async #backOff(response) {
    const { detail } = (await response.json().catch(() => null)) ?? {};
    if (response.status < 400) return [];
    await pause(seconds, this.#closing.signal);
    this.#say(`${response.url} answers ${response.status}${detail === undefined ? '' : `: ${detail}`}; asking again`);
    if (response.status === 429) await pause(4 * seconds, this.#closing.signal);
    return [];
  }

  /** What keeps it from work, once: it is asked for again and again. Nothing of it is to be said where it is stopped meanwhile. */
  #say(words) {
    if (words === this.#said || this.#closing.signal.aborted) return;
    this.#said = words;
    console.error(words);
  }

  async #work(job) {
    const stopping = new AbortController();
    const ended = this.#answer(job, stopping.signal).finally(() => this.#jobs.delete(job.id));
    this.#jobs.set(job.id, { ended, stop: () => stopping.abort() });
    await ended;
  }

  /** Runs the handler and posts what it returns. A job that was stopped posts nothing. */
  async #answer(job, signal) {
    const progress = (output) => this.#post(this.#addresses.done(job.id), { status: 'IN_PROGRESS', output }, false);
    let [body, streamed] = [{}, false];
    try {
      const returned = this.#handler(job, { signal, progress });
      if (typeof returned?.[Symbol.asyncIterator] === 'function') {
        streamed = true;
        for await (const output of returned) if (!signal.aborted) await this.#post(this.#addresses.stream(job.id), { output }, false);
        body = { output: [] };
      } else body = bodyOf(await returned);
    } catch (error) {
      body = { error: JSON.stringify({ error_type: error.name, error_message: error.message, error_traceback: error.stack }) };
    }
    if (!signal.aborted) await this.#post(this.#addresses.done(job.id), body, streamed);
  }

  /** Tries three times where the other side is at fault. Then the result is given up. */
  async #post(url, body, isStream) {
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

  async #listenForStops() {
    while (!this.#closing.signal.aborted) {
      const response = await this.#ask(this.#addresses.stop);
      const told = response?.status === 200 ? await response.json().catch(() => null) : null;
      for (const id of told?.jobsToStop ?? []) this.#jobs.get(id)?.stop();
      if ((told?.jobsToStop ?? []).length === 0) await pause(response?.status === 429 ? 5 * seconds : seconds, this.#closing.signal);
    }
  }

  async #ping() {
    if (this.#addresses.ping === undefined || this.#key === '') return;
    while (!this.#closing.signal.aborted) {
      const held = [...this.#jobs.keys()].join(',');
      await this.#ask(`${this.#addresses.ping}?${held === '' ? '' : `job_id=${held}&`}runpod_version=0`);
      await pause(this.#pingEvery, this.#closing.signal);
    }
  }

  /** Undefined when there is no answer. */
  async #ask(url) {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(90 * seconds)]);
    try {
      return await fetch(url, { headers: { authorization: this.#key }, signal });
    } catch (error) {
      await pause(seconds, this.#closing.signal);
      // A call that was held for too long is made again, as any.
      if (error.name !== 'TimeoutError')
        this.#say(`${new URL(url).origin} does not answer (${error.cause?.code ?? error.message}); asking again`);
      return undefined;
    }
  }
}

/** What is posted for what a handler returned: an `error` in it is the job's error. */
const bodyOf = (returned) => {
  if (returned === null || typeof returned !== 'object' || Array.isArray(returned)) return { output: returned ?? null };
  const { error, stopPod, ...rest } = returned;
  return {
    ...(Object.keys(rest).length === 0 ? {} : { output: rest }),
    ...(error ? { error } : {}),
    ...(stopPod ? { stopPod } : {}),
  };
};

/**
 * Runs until SIGTERM or SIGINT. `handler(job, { signal, progress })` returns the output, or is an async generator of chunks; `signal` is
 * aborted when the job was cancelled or ran out of time. Takes `concurrency` jobs at once.
 */
export const startWorker = async (handler, options) => {
  const worker = new Worker(handler, options);
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => worker.close());
  await worker.run();
};
