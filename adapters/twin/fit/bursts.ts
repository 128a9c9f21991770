/** The bursts in the times of arrivals, on top of the rate of the hour. */
export interface BurstFit {
  /** The states, calmest first: the rate of each as a multiple of the rate of the hour, and its mean sojourn time. */
  readonly states: readonly BurstState[];
  /** The improvement over a model without bursts: the difference of the BICs (Schwarz's criteria). */
  readonly gain: number;
  /** The length of the windows in which arrivals were counted. */
  readonly windowMs: number;
}

interface BurstState {
  readonly times: number;
  readonly meanMs: number;
}

/** A window of the records: the number of jobs that came in it, and the number expected at the rate of its hour. */
export interface CountWindow {
  readonly count: number;
  readonly expected: number;
}

/** The average number of jobs in a window. */
const jobsOfWindow = 0.7;
const windowsMax = 200_000;
const leastMs = 1_000;
const mostMs = 600_000;
/** A model with more parameters is chosen only if it is better by this. */
const gainMin = 10;

/** The expected number of jobs in a window: about one, so that short bursts are visible. */
export const windowFor = (perHour: number, lengthMs: number): number =>
  Math.max(Math.min(mostMs, Math.max(leastMs, (jobsOfWindow / Math.max(perHour, 1e-9)) * 3_600_000)), lengthMs / windowsMax);

/**
 * A Poisson process whose rate a hidden Markov chain of two or three states multiplies (Baum and Welch's expectation and maximization on the counts
 * of windows). Undefined if one state does as well, by Schwarz's criterion.
 */
export const fitBursts = (windows: readonly CountWindow[], windowMs: number): BurstFit | undefined => {
  const seen = windows.filter(({ expected }) => expected > 0);
  if (seen.length < windowsMin) return undefined;
  const one = -2 * seen.reduce((sum, { count, expected }) => sum + count * Math.log(expected) - expected, 0);
  const fits = [2, 3].map((states) => fitStates(seen, states));
  const priced = fits.map((fit) => ({ fit, bic: -2 * fit.likelihood + countParameters(fit.times.length) * Math.log(seen.length) }));
  const best = priced.reduce((least, next) => (next.bic < least.bic - gainMin ? next : least));
  if (one - best.bic < gainMin) return undefined;
  const { times, stay } = best.fit;
  const means = times.map((_, k) => Math.max(leastMs, Math.round(windowMs / Math.max(1e-6, 1 - (stay[k] ?? 0)) / 1_000) * 1_000));
  // The mean rate is the rate of the hour.
  const average = times.reduce((sum, multiple, k) => sum + multiple * (means[k] ?? 0), 0) / means.reduce((sum, mean) => sum + mean, 0);
  const states = times.map((multiple, k) => ({ times: round(multiple / average), meanMs: means[k] ?? leastMs }));
  return { states: states.sort((a, b) => a.times - b.times), gain: one - best.bic, windowMs };
};

const windowsMin = 200;
const round = (value: number): number => Number(value.toPrecision(3));
/**
 * The number of free parameters: a multiple and a sojourn time for each state. One multiple follows from the others, because their mean is
 * 1.
 */
const countParameters = (states: number): number => 2 * states - 1;

interface StatesFit {
  readonly times: readonly number[];
  /** The probability that the chain is still in a state in the next window. */
  readonly stay: readonly number[];
  readonly likelihood: number;
}

const stepsMax = 150;

/** The transition matrix, as in scenarios: a state persists, or changes to any of the others with equal probability. */
const listTransitions = (stay: readonly number[]): Float64Array =>
  Float64Array.from(stay.flatMap((stays, from) => stay.map((_, until) => (from === until ? stays : (1 - stays) / (stay.length - 1)))));

const fitStates = (windows: readonly CountWindow[], states: number): StatesFit => {
  const n = windows.length;
  let times = states === 2 ? [0.6, 3] : [0.4, 1.2, 4];
  let stay: readonly number[] = times.map((_, k) => (k === states - 1 ? 0.8 : 0.95));
  const { kinds, kindOf } = sortWindows(windows);
  const forward = new Float64Array(n * states);
  const backward = new Float64Array(n * states);
  const scales = new Float64Array(n);
  let likelihood = Number.NEGATIVE_INFINITY;
  for (let step = 0; step < stepsMax; step++) {
    const before = likelihood;
    const to = listTransitions(stay);
    const { chances, most } = weighKinds(kinds, times);
    likelihood = 0;
    for (let t = 0; t < n; t++) {
      const kind = kindOf[t] ?? 0;
      let sum = 0;
      for (let s = 0; s < states; s++) {
        let prior = t === 0 ? 1 / states : 0;
        if (t > 0) for (let r = 0; r < states; r++) prior += (forward[(t - 1) * states + r] ?? 0) * (to[r * states + s] ?? 0);
        const value = prior * (chances[kind * states + s] ?? 0);
        forward[t * states + s] = value;
        sum += value;
      }
      for (let s = 0; s < states; s++) forward[t * states + s] = (forward[t * states + s] ?? 0) / sum;
      scales[t] = sum;
      likelihood += Math.log(sum) + (most[kind] ?? 0);
    }
    for (let s = 0; s < states; s++) backward[(n - 1) * states + s] = 1;
    const [calls, exposure] = [new Float64Array(states), new Float64Array(states)];
    const [stayed, was] = [new Float64Array(states), new Float64Array(states)];
    for (let t = n - 1; t >= 0; t--) {
      const kind = kindOf[t] ?? 0;
      const { count, expected } = kinds[kind] ?? { count: 0, expected: 0 };
      for (let s = 0; s < states; s++) {
        const posterior = (forward[t * states + s] ?? 0) * (backward[t * states + s] ?? 0);
        calls[s] = (calls[s] ?? 0) + posterior * count;
        exposure[s] = (exposure[s] ?? 0) + posterior * expected;
        if (t < n - 1) was[s] = (was[s] ?? 0) + posterior;
      }
      if (t === 0) continue;
      for (let r = 0; r < states; r++) {
        let sum = 0;
        for (let s = 0; s < states; s++) {
          const chance = chances[kind * states + s] ?? 0;
          const part = ((to[r * states + s] ?? 0) * chance * (backward[t * states + s] ?? 0)) / (scales[t] ?? 1);
          sum += part;
          if (s === r) stayed[r] = (stayed[r] ?? 0) + (forward[(t - 1) * states + r] ?? 0) * part;
        }
        backward[(t - 1) * states + r] = sum;
      }
    }
    times = times.map((old, s) => Math.max(1e-3, (exposure[s] ?? 0) > 0 ? (calls[s] ?? 0) / (exposure[s] ?? 1) : old));
    stay = stay.map((old, s) => Math.min(0.99999, Math.max(0.01, (was[s] ?? 0) > 0 ? (stayed[s] ?? 0) / (was[s] ?? 1) : old)));
    if (Math.abs(likelihood - before) < 1e-7 * Math.abs(likelihood)) break;
  }
  return { times, stay, likelihood };
};

/** The different windows, and which of them each window is: few have another count, or another rate. */
const sortWindows = (windows: readonly CountWindow[]): { readonly kinds: readonly CountWindow[]; readonly kindOf: Int32Array } => {
  const kinds: CountWindow[] = [];
  const places = new Map<number, Map<number, number>>();
  const kindOf = Int32Array.from(windows, (window) => {
    const ofRate = places.get(window.expected) ?? new Map<number, number>();
    places.set(window.expected, ofRate);
    const place = ofRate.get(window.count) ?? kinds.push(window) - 1;
    ofRate.set(window.count, place);
    return place;
  });
  return { kinds, kindOf };
};

/** The likelihood of each kind of window in each state, as a share of that in the likeliest state, and the logarithm of that. */
const weighKinds = (
  kinds: readonly CountWindow[],
  times: readonly number[],
): { readonly chances: Float64Array; readonly most: Float64Array } => {
  const chances = new Float64Array(kinds.length * times.length);
  const most = Float64Array.from(kinds, ({ count, expected }, kind) => {
    const logs = times.map((multiple) => count * Math.log(multiple * expected) - multiple * expected);
    const likeliest = Math.max(...logs);
    for (const [s, log] of logs.entries()) chances[kind * times.length + s] = Math.exp(log - likeliest);
    return likeliest;
  });
  return { chances, most };
};
