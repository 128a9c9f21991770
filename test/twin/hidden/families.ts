import { deployed, inBatches, inLongBursts } from './contradicting.ts';
import { type Choice, drawEndpoint } from './draw.ts';
import { type ComingJob, drawJobs, type HiddenEndpoint, type HiddenJob, normalFrom, numbersFrom, playHidden } from './endpoint.ts';

type PlayedWeek = ReturnType<typeof playHidden>;

/** Records of an endpoint, and the weeks that come after them. */
export interface HiddenCase {
  readonly endpoint: HiddenEndpoint;
  readonly records: readonly HiddenJob[];
  /** A week after the records: each number is another one. */
  readonly playWeek: (choice: Choice, number: number) => PlayedWeek;
}

type DrawnJobs = (endpoint: HiddenEndpoint) => readonly ComingJob[];

const dayMs = 86_400_000;

const build = (endpoint: HiddenEndpoint, draw: DrawnJobs, after: DrawnJobs = draw, later: Partial<HiddenEndpoint> = {}): HiddenCase => ({
  endpoint,
  records: playHidden(endpoint, draw(endpoint)).jobs,
  playWeek: (choice, number) => {
    const week = { ...endpoint, ...later, ...choice, days: 7, seed: endpoint.seed + 1_000 * number };
    return playHidden(week, after(week));
  },
});

/** The jobs of an endpoint, each changed with numbers of its own. */
const changeEach =
  (change: (job: ComingJob, endpoint: HiddenEndpoint, next: () => number) => Partial<ComingJob>): DrawnJobs =>
  (endpoint) => {
    const next = numbersFrom(endpoint.seed + 30);
    return drawJobs(endpoint).map((job) => ({ ...job, ...change(job, endpoint, next) }));
  };

const drawLognormal = ({ service: { medianMs, sigma } }: HiddenEndpoint, next: () => number): number =>
  Math.max(1, Math.round(medianMs * Math.exp(sigma * normalFrom(next))));

const isNight = ({ at }: ComingJob): boolean => {
  const hour = (at / 3_600_000) % 24;
  return hour < 8 || hour >= 20;
};

/** Fewer jobs in some of the time: what is left has this share of the rate. */
const thinBy = (shareAt: (at: number, endpoint: HiddenEndpoint) => number): DrawnJobs => {
  return (endpoint) => {
    const next = numbersFrom(endpoint.seed + 31);
    return drawJobs(endpoint).filter(({ at }) => next() < shareAt(at, endpoint));
  };
};

const growth = 2.2;
const doubled = (endpoint: HiddenEndpoint): HiddenEndpoint => ({ ...endpoint, perHour: endpoint.perHour.map((rate) => rate * growth) });

/** Clients that each wait for their answer before they send the next job. */
const buildClosed = (endpoint: HiddenEndpoint): HiddenCase => {
  const play = (own: HiddenEndpoint): PlayedWeek => {
    const next = numbersFrom(own.seed + 32);
    const send = (after: number): ComingJob => ({ at: Math.round(after - 20_000 * Math.log(1 - next())), runs: drawLognormal(own, next) });
    const first = Array.from({ length: 6 }, () => send(0)).sort((a, b) => a.at - b.at);
    return playHidden(own, first, (_, endsAt) => (endsAt < own.days * dayMs ? send(endsAt) : undefined));
  };
  return {
    endpoint,
    records: play(endpoint).jobs,
    playWeek: (choice, number) => play({ ...endpoint, ...choice, days: 2, seed: endpoint.seed + 1_000 * number }),
  };
};

/** Families of endpoints: those a twin is made for, and others. */
export const hiddenFamilies: Readonly<Record<string, (number: number) => HiddenCase>> = {
  stationary: (number) => build(drawEndpoint(number), drawJobs),
  bimodal: (number) =>
    build(
      drawEndpoint(number),
      changeEach((_, endpoint, next) => ({ runs: (next() < 0.7 ? 1 : 6) * drawLognormal(endpoint, next) })),
    ),
  'heavy tails': (number) =>
    build(
      drawEndpoint(number),
      changeEach((_, { service: { medianMs } }, next) => ({
        runs: Math.round(Math.min(3_600_000, (medianMs / 2) * (1 - next()) ** (-1 / 1.6))),
      })),
    ),
  'two types by the clock': (number) =>
    build(
      drawEndpoint(number),
      changeEach((job, endpoint, next) => ({ runs: (isNight(job) ? 5 : 1) * drawLognormal(endpoint, next) })),
    ),
  batches: (number) => build(drawEndpoint(number), (endpoint) => inBatches(endpoint, 4 + (number % 3))),
  'bursts of long jobs': (number) => build(drawEndpoint(number), (endpoint) => inLongBursts(endpoint, 3)),
  'a deploy in the middle': (number) => {
    const endpoint = drawEndpoint(number);
    const days = 5 + (number % 5);
    const times = 1.5 + (number % 3) / 4;
    return build(
      endpoint,
      () => deployed(endpoint, days, times),
      (week) => deployed(week, 0, times),
    );
  },
  'a trend': (number) => {
    const endpoint = drawEndpoint(number);
    const risen = (own: HiddenEndpoint): readonly ComingJob[] =>
      thinBy((at) => (1 + ((growth - 1) * at) / (own.days * dayMs)) / growth)(doubled(own));
    return build(endpoint, risen, (week) => drawJobs(doubled(week)));
  },
  'growing starts': (number) => {
    const endpoint = { ...drawEndpoint(number), slowerPerDay: 0.12 };
    const starts = endpoint.starts.map((mode) => ({ ...mode, medianMs: mode.medianMs * (1 + 0.12 * endpoint.days) }));
    return build(endpoint, drawJobs, drawJobs, { starts, slowerPerDay: 0 });
  },
  seasons: (number) =>
    build(
      drawEndpoint(number),
      thinBy((at) => (Math.floor(at / dayMs) % 7 >= 5 ? 0.3 : 1)),
    ),
  'clients that give up': (number) =>
    build(
      { ...drawEndpoint(number), workersMax: 1 },
      changeEach((_, __, next) => ({ givesUpMs: Math.round(-60_000 * Math.log(1 - next())) })),
    ),
  failures: (number) =>
    build(
      drawEndpoint(number),
      changeEach(({ runs }, _, next) => (next() < 0.12 ? { status: 'FAILED', runs: Math.max(1, Math.round(0.3 * runs)) } : {})),
    ),
  'clients that wait': (number) => buildClosed({ ...drawEndpoint(number), days: 5, workersMax: 1 }),
};
