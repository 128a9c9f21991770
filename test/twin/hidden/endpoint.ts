// A hidden endpoint: parameters that the twin is not told, and a plain loop that plays them. It shares no code with the engine.

/** What an endpoint is, and how its jobs come. Times in ms. */
export interface HiddenEndpoint {
  readonly seed: number;
  readonly days: number;
  /** Jobs an hour, for each hour of the day. */
  readonly perHour: readonly number[];
  /** For part of the time jobs come so many times as fast. */
  readonly bursts?: { readonly times: number; readonly lastMs: number; readonly everyMs: number };
  /** Lognormal. */
  readonly service: { readonly medianMs: number; readonly sigma: number };
  /** Lognormal modes, each with its share. */
  readonly starts: readonly { readonly medianMs: number; readonly sigma: number; readonly share: number }[];
  readonly workersMax: number;
  readonly idleTimeoutMs: number;
  /** How long a job waits before a worker is added. */
  readonly queueDelayMs: number;
}

/** What became of a job. */
export interface HiddenJob {
  readonly submitted: number;
  readonly delay: number;
  readonly execution: number;
  readonly worker: number;
}

/** Numbers from [0, 1): mulberry32, which is in the public domain. */
export const numbersFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A standard normal number, by Box and Muller. */
export const normalFrom = (next: () => number): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

const hourMs = 3_600_000;

/** When jobs come: a Poisson process by thinning, at the rate of the hour, times that of a burst. */
export const arrivalsOf = ({ days, perHour, bursts, seed }: HiddenEndpoint): readonly number[] => {
  const next = numbersFrom(seed);
  const ofBursts = numbersFrom(seed + 1);
  const spans: { readonly from: number; readonly until: number }[] = [];
  if (bursts !== undefined) {
    for (let at = 0; at < days * 24 * hourMs; ) {
      const from = at - bursts.everyMs * Math.log(1 - ofBursts());
      const until = from - bursts.lastMs * Math.log(1 - ofBursts());
      spans.push({ from, until });
      at = until;
    }
  }
  const most = Math.max(...perHour) * (bursts?.times ?? 1);
  const times: number[] = [];
  let span = 0;
  for (let at = 0; ; ) {
    at += (-Math.log(1 - next()) * hourMs) / most;
    if (at >= days * 24 * hourMs) return times;
    while ((spans[span]?.until ?? Number.POSITIVE_INFINITY) < at) span += 1;
    const isBurst = (spans[span]?.from ?? Number.POSITIVE_INFINITY) <= at;
    const rate = (perHour[Math.floor(at / hourMs) % 24] ?? 0) * (isBurst ? (bursts?.times ?? 1) : 1);
    if (next() * most < rate) times.push(Math.round(at));
  }
};

interface Worker {
  readonly number: number;
  /** When it can take a job; when it stops unless it does. */
  freeAt: number;
  gone: boolean;
}

/**
 * Plays the endpoint: first come, first served, by the worker that was busy last. While the oldest job has waited for the queue delay, a
 * worker is added each second, but never more starting workers than waiting jobs.
 */
export const playHidden = (endpoint: HiddenEndpoint): { readonly jobs: readonly HiddenJob[]; readonly workerMs: number } => {
  const { service, starts, workersMax, idleTimeoutMs, queueDelayMs, seed } = endpoint;
  const [ofService, ofStarts] = [numbersFrom(seed + 2), numbersFrom(seed + 3)];
  const jobs = arrivalsOf(endpoint).map((at) => ({
    at,
    runs: Math.max(1, Math.round(service.medianMs * Math.exp(service.sigma * normalFrom(ofService)))),
  }));
  const drawStart = (): number => {
    let left = ofStarts();
    const mode = starts.find(({ share }) => {
      left -= share;
      return left < 0;
    });
    return mode === undefined ? 0 : Math.round(mode.medianMs * Math.exp(mode.sigma * normalFrom(ofStarts)));
  };
  const done: HiddenJob[] = [];
  const workers: Worker[] = [];
  const starting: { readyAt: number }[] = [];
  const queue: { at: number; runs: number }[] = [];
  let [launched, workerMs, checkAt, place] = [0, 0, Number.POSITIVE_INFINITY, 0];
  const alive = () => workers.filter(({ gone }) => !gone);
  const isIdle = (worker: Worker, now: number) => !worker.gone && worker.freeAt <= now;
  for (;;) {
    const arrival = jobs[place]?.at ?? Number.POSITIVE_INFINITY;
    const ready = Math.min(Number.POSITIVE_INFINITY, ...starting.map(({ readyAt }) => readyAt));
    const busyEnds =
      queue.length === 0 ? Number.POSITIVE_INFINITY : Math.min(Number.POSITIVE_INFINITY, ...alive().map(({ freeAt }) => freeAt));
    const check = queue.length === 0 ? Number.POSITIVE_INFINITY : checkAt;
    const now = Math.min(arrival, ready, busyEnds, check);
    if (now === Number.POSITIVE_INFINITY) break;
    for (const worker of alive())
      if (worker.freeAt + idleTimeoutMs <= now && worker.freeAt <= now) {
        worker.gone = true;
        workerMs += idleTimeoutMs;
      }
    for (let k = starting.length - 1; k >= 0; k--)
      if ((starting[k]?.readyAt ?? 0) <= now) {
        starting.splice(k, 1);
        launched += 1;
        workers.push({ number: launched, freeAt: now, gone: false });
      }
    if (arrival === now) {
      const job = jobs[place];
      place += 1;
      if (job !== undefined) {
        if (queue.length === 0) checkAt = job.at + queueDelayMs;
        queue.push(job);
      }
    }
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      const free = alive()
        .filter((worker) => isIdle(worker, now))
        .sort((a, b) => b.freeAt - a.freeAt)[0];
      if (free === undefined) break;
      queue.shift();
      workerMs += now - free.freeAt + head.runs;
      free.freeAt = now + head.runs;
      done.push({ submitted: head.at, delay: now - head.at, execution: head.runs, worker: free.number });
      const following = queue[0];
      if (following !== undefined) checkAt = Math.max(checkAt, following.at + queueDelayMs);
    }
    if (queue.length > 0 && checkAt <= now) {
      if (alive().length + starting.length < workersMax && starting.length < queue.length) {
        const takes = drawStart();
        starting.push({ readyAt: now + takes });
        workerMs += takes;
      }
      checkAt = now + 1_000;
    }
    if (workers.length > 1_000) workers.splice(0, workers.length, ...alive());
  }
  return { jobs: done, workerMs };
};

/** The records of it: columns with names of their own, rows in the order in which jobs ended. */
export const csvOf = (jobs: readonly HiddenJob[], startMs: number): string => {
  const rows = [...jobs].sort((a, b) => a.submitted + a.delay + a.execution - (b.submitted + b.delay + b.execution));
  const lines = rows.map(
    ({ submitted, delay, execution, worker }, k) =>
      `job-${k + 1},${new Date(startMs + submitted).toISOString()},${delay},${execution},w${worker},COMPLETED`,
  );
  return `id,submitted,delayTime,executionTime,workerId,status\n${lines.join('\n')}\n`;
};

/** By nearest rank. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
};
