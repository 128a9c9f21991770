// A hidden endpoint: parameters that the twin is not told, and a plain loop that plays them. It shares no code with the engine.

/** Numbers from [0, 1): mulberry32, which is in the public domain. */
export const numbersFrom = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A standard normal number, by Box and Muller. */
export const normalFrom = (next) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

const hourMs = 3_600_000;

/** When jobs come: a Poisson process by thinning, at the rate of the hour, times that of a burst. */
export const arrivalsOf = ({ days, perHour, bursts, seed }) => {
  const next = numbersFrom(seed);
  const ofBursts = numbersFrom(seed + 1);
  const spans = [];
  if (bursts !== undefined) {
    for (let at = 0; at < days * 24 * hourMs; ) {
      const from = at - bursts.everyMs * Math.log(1 - ofBursts());
      const until = from - bursts.lastMs * Math.log(1 - ofBursts());
      spans.push({ from, until });
      at = until;
    }
  }
  const most = Math.max(...perHour) * (bursts?.times ?? 1);
  const times = [];
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

/** The jobs of an endpoint: when each comes, and how long it runs. */
export const drawJobs = (endpoint) => {
  const { sizes, service, seed } = endpoint;
  const [ofService, ofSizes] = [numbersFrom(seed + 2), numbersFrom(seed + 4)];
  return arrivalsOf(endpoint).map((at) => {
    const runs = service.medianMs * Math.exp(service.sigma * normalFrom(ofService));
    if (sizes === undefined) return { at, runs: Math.max(1, Math.round(runs)) };
    const size = Math.max(1, Math.round(sizes.median * Math.exp(sizes.sigma * normalFrom(ofSizes))));
    return { at, size, runs: Math.max(1, Math.round(sizes.interceptMs + sizes.slopeMs * size + runs)) };
  });
};

/**
 * Plays the endpoint: first come, first served, by the worker that was busy last. While the oldest job has waited for the queue delay, a
 * worker is added each second, but never more starting workers than waiting jobs. `follow`: the job that a client sends once another has ended.
 */
export const playHidden = (endpoint, coming = drawJobs(endpoint), follow = () => undefined) => {
  const { starts, workersMax, idleTimeoutMs, queueDelayMs, seed, firstJobMs = 0 } = endpoint;
  const jobs = [...coming];
  const ofStarts = numbersFrom(seed + 3);
  const drawStart = (now) => {
    let left = ofStarts();
    const mode = starts.find(({ share }) => {
      left -= share;
      return left < 0;
    });
    const slower = 1 + ((endpoint.slowerPerDay ?? 0) * now) / (24 * hourMs);
    return mode === undefined ? 0 : Math.round(slower * mode.medianMs * Math.exp(mode.sigma * normalFrom(ofStarts)));
  };
  const never = Number.POSITIVE_INFINITY;
  const done = [];
  const workers = [];
  const starting = [];
  // Jobs from `head` up to `come` wait.
  let [launched, workerMs, checkAt, come, head] = [0, 0, never, 0, 0];
  const lacks = () => workers.length + starting.length < workersMax && starting.length < come - head;
  const takeJobs = (now) => {
    for (; head < come; head++) {
      let last;
      for (const worker of workers) if (worker.freeAt <= now && (last === undefined || worker.freeAt > last.freeAt)) last = worker;
      const job = jobs[head];
      if (last === undefined || job === undefined) return;
      const { at, size, status } = job;
      if (now - at > (job.givesUpMs ?? never)) {
        done.push({ submitted: at, delay: job.givesUpMs, execution: Number.NaN, worker: Number.NaN, size, status: 'CANCELLED' });
        continue;
      }
      const runs = job.runs + (last.isFresh ? firstJobMs : 0);
      workerMs += now - last.freeAt + runs;
      last.isFresh = false;
      last.freeAt = now + runs;
      done.push({ submitted: at, delay: now - at, execution: runs, worker: last.number, size, status });
      const next = follow(job, last.freeAt);
      if (next === undefined) continue;
      const place = jobs.findLastIndex((one) => one.at <= next.at);
      jobs.splice(Math.max(come, place + 1), 0, next);
    }
  };
  for (;;) {
    let now = Math.min(jobs[come]?.at ?? never, checkAt);
    for (const readyAt of starting) now = Math.min(now, readyAt);
    if (head < come) for (const { freeAt } of workers) now = Math.min(now, freeAt);
    if (now === never) break;
    for (let k = workers.length - 1; k >= 0; k--) {
      if ((workers[k]?.freeAt ?? never) + idleTimeoutMs > now) continue;
      workers.splice(k, 1);
      workerMs += idleTimeoutMs;
    }
    for (let k = starting.length - 1; k >= 0; k--) {
      if ((starting[k] ?? never) > now) continue;
      starting.splice(k, 1);
      launched += 1;
      workers.push({ number: launched, freeAt: now, isFresh: true });
    }
    takeJobs(now);
    const job = jobs[come];
    if (job?.at === now) {
      come += 1;
      takeJobs(now);
      if (checkAt === never && lacks()) checkAt = Math.max((jobs[head]?.at ?? now) + queueDelayMs, now);
    }
    if (checkAt > now) continue;
    checkAt = never;
    if (!lacks()) continue;
    const due = (jobs[head]?.at ?? now) + queueDelayMs;
    if (due > now) {
      checkAt = due;
      continue;
    }
    const takes = drawStart(now);
    starting.push(now + takes);
    workerMs += takes;
    if (workers.length + starting.length < workersMax) checkAt = now + 1_000;
  }
  return { jobs: done, workerMs: workerMs + workers.length * idleTimeoutMs };
};

/** The records of it: columns with names of their own, rows in the order in which jobs ended. */
export const csvOf = (jobs, startMs) => {
  const endOf = ({ submitted, delay, execution }) => submitted + delay + (execution || 0);
  const rows = [...jobs].sort((a, b) => endOf(a) - endOf(b));
  const isSized = rows.some(({ size }) => size !== undefined);
  const lines = rows.map(
    ({ submitted, delay, execution, worker, size, status = 'COMPLETED' }, k) =>
      `job-${k + 1},${new Date(startMs + submitted).toISOString()},${delay},${Number.isNaN(execution) ? ',' : `${execution},w${worker}`},${status}${isSized ? `,${size}` : ''}`,
  );
  return `id,submitted,delayTime,executionTime,workerId,status${isSized ? ',size' : ''}\n${lines.join('\n')}\n`;
};

/** By nearest rank. */
export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
};
