import { type ComingJob, drawJobs, type HiddenEndpoint, normalFrom, numbersFrom } from './endpoint.ts';

// Endpoints that are none of those a twin is made for: its jobs do not come, or run, as if each depended on nothing else, and for ever the same.

/** The jobs as they are, until a deploy after which they run so many times as long. */
export const deployed = (endpoint: HiddenEndpoint, afterDays: number, times: number): readonly ComingJob[] =>
  drawJobs(endpoint).map((job) => (job.at < afterDays * 86_400_000 ? job : { ...job, runs: Math.round(times * job.runs) }));

/** In place of each job a batch, of so many on average, within a second. */
export const inBatches = (endpoint: HiddenEndpoint, mean: number): readonly ComingJob[] => {
  const next = numbersFrom(endpoint.seed + 10);
  const runs = durations(endpoint);
  return drawJobs({ ...endpoint, perHour: endpoint.perHour.map((rate) => rate / mean) })
    .flatMap(({ at }) => {
      const size = 1 + Math.floor(Math.log(1 - next()) / Math.log(1 - 1 / mean));
      return Array.from({ length: size }, (): ComingJob => ({ at: at + Math.floor(1_000 * next()), runs: runs() }));
    })
    .sort((a, b) => a.at - b.at);
};

/** Bursts whose jobs run so many times as long as the others. */
export const inLongBursts = (endpoint: HiddenEndpoint, times: number): readonly ComingJob[] => {
  const next = numbersFrom(endpoint.seed + 11);
  const { everyMs, lastMs, times: faster } = endpoint.bursts ?? { everyMs: 14_400_000, lastMs: 900_000, times: 8 };
  const runs = durations(endpoint);
  const calm = drawJobs({ ...endpoint, bursts: undefined } as unknown as HiddenEndpoint);
  const many = drawJobs({
    ...endpoint,
    bursts: undefined,
    perHour: endpoint.perHour.map((rate) => rate * (faster - 1)),
    seed: endpoint.seed + 20,
  } as unknown as HiddenEndpoint);
  const spans: { readonly from: number; readonly until: number }[] = [];
  for (let at = 0; at < endpoint.days * 86_400_000; ) {
    const from = at - everyMs * Math.log(1 - next());
    const until = from - lastMs * Math.log(1 - next());
    spans.push({ from, until });
    at = until;
  }
  const isBurst = ({ at }: ComingJob): boolean => spans.some(({ from, until }) => at >= from && at < until);
  return [...calm, ...many.filter(isBurst)]
    .sort((a, b) => a.at - b.at)
    .map((job) => ({ at: job.at, runs: isBurst(job) ? times * runs() : runs() }));
};

const durations = ({ seed, service }: HiddenEndpoint): (() => number) => {
  const next = numbersFrom(seed + 12);
  return () => Math.max(1, Math.round(service.medianMs * Math.exp(service.sigma * normalFrom(next))));
};
