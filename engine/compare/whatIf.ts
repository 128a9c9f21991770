import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { DomainEvent } from '../cloud/input.ts';
import { describeTimes, type Times } from '../cloud/timing/times.ts';
import { mechanismsIn } from '../cloud/timing/usedMechanisms.ts';
import type { LogEntry } from '../kernel/logEntry.ts';
import { type DurationMs, later, type VirtualTime, worldStart } from '../kernel/time.ts';
import { toMeasuredScenario } from '../scenario/play/measuredScenario.ts';
import { play } from '../scenario/play/play.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { holmAdjusted } from '../statistics/holm.ts';
import type { Interval } from '../statistics/interval.ts';
import { comparePairs } from '../statistics/paired.ts';
import type { World } from '../world/world.ts';
import { insertChange, type WhatIfChange } from './change.ts';
import { compareLogs, type LogsCompared } from './logs.ts';
import { type Measure, type Measured, measure, measures, ofTokens } from './measures.ts';

/** The question: a scenario, a change and its time, and the seeds with which the scenario is played without and with it. */
export interface Question {
  readonly base: Scenario;
  readonly change: WhatIfChange;
  readonly at: DurationMs;
  readonly seeds: readonly string[];
  /** How long both runs are measured; until every job has ended unless given. */
  readonly until?: DurationMs | undefined;
  /** The most entries that all logs together may have; the default is more than a person would wait for. */
  readonly entriesMax?: number;
  /** The most calendar entries that may run in one world while it is measured; unlimited unless given. */
  readonly advanceMax?: number | undefined;
  /** Appended to the message of a refusal by one of these bounds: how to change it. */
  readonly boundWords?: (bound: 'entriesMax' | 'advanceMax') => string;
}

/** One metric without and with the change. The difference is taken pair by pair: both runs of a pair use common random numbers. */
export interface Difference extends Measure {
  /** Means over the replications in which both runs have the metric. Null if there are none. */
  readonly without: number | null;
  readonly with: number | null;
  readonly difference: Interval | null;
  /** How likely a difference like this is by chance alone, adjusted for the number of metrics that are compared (Holm, 1979). */
  readonly probability: number;
  readonly replications: number;
}

export interface WhatIf {
  /** The times that both runs of each pair were made with. */
  readonly times: Times;
  readonly at: DurationMs;
  readonly replications: readonly { readonly seed: string; readonly without: Measured; readonly with: Measured }[];
  readonly differences: readonly Difference[];
  /** The logs of the first seed, to see where and why they diverge. */
  readonly first: { readonly without: readonly LogEntry<DomainEvent>[]; readonly with: readonly LogEntry<DomainEvent>[] };
}

const entriesMaxDefault = 50_000_000;
/** A run with jobs still unfinished after this many calendar entries is measured as it is. */
const unwatchedMax = 1_000_000;

/**
 * Plays a scenario with every seed, once unchanged and once with the change. Both runs of a pair use common random numbers,
 * because draws are keyed by their purpose. Any difference is caused by the change. Left says why there is no result.
 */
export const whatIf = ({
  base,
  change,
  at,
  seeds,
  until,
  advanceMax,
  entriesMax = entriesMaxDefault,
  boundWords = () => '',
}: Question): Either<string, WhatIf> => {
  const replications: WhatIf['replications'][number][] = [];
  let first: WhatIf['first'] | undefined;
  let entries = 0;
  for (const seed of seeds) {
    const pair = playPair(base, change, at, seed, { until, advanceMax, boundWords });
    if (isLeft(pair)) return pair;
    const { without, changed } = pair.right;
    const end = without.now;
    replications.push({ seed, without: measure(without, end), with: measure(changed, end) });
    first ??= { without: [...without.log.entries()], with: [...changed.log.entries()] };
    entries += without.log.length + changed.log.length;
    if (entries > entriesMax && replications.length < seeds.length)
      return left(
        `the logs have ${entries} entries after ${replications.length} of ${seeds.length} seeds, and all logs together may have ${entriesMax}: give fewer seeds${boundWords('entriesMax')}`,
      );
  }
  if (first === undefined) return left('give at least one seed');
  const { without, with: changed } = first;
  const listUsed = () => mechanismsIn([...without, ...changed]);
  return right({ times: describeTimes(base.definition, listUsed), at, replications, differences: measureDifferences(replications), first });
};

/** One run of each of two scenarios. */
export interface Pair {
  readonly a: Scenario;
  readonly b: Scenario;
}

/**
 * Plays both scenarios of every pair, compares the logs of the first pair, and measures all: from their start until every job of both
 * has ended, and both up to the same time.
 */
export const sideBySide = (
  pairs: readonly Pair[],
): {
  readonly compared: LogsCompared | undefined;
  /** What took time in each run of the first pair. */
  readonly used: readonly [a: ReadonlySet<string>, b: ReadonlySet<string>];
  readonly differences: readonly Difference[];
} => {
  let compared: LogsCompared | undefined;
  let used: readonly [ReadonlySet<string>, ReadonlySet<string>] | undefined;
  const replications = pairs.map(({ a, b }) => {
    const [one, other] = [play(a).world, play(b).world];
    compared ??= compareLogs([...one.log.entries()], [...other.log.entries()]);
    used ??= [mechanismsIn(one.log.entries()), mechanismsIn(other.log.entries())];
    for (const world of [one, other]) runOn(world, {});
    const end = Math.max(one.now, other.now) as VirtualTime;
    for (const world of [one, other]) if (world.now < end) world.advance({ to: end });
    return { without: measure(one, end), with: measure(other, end) };
  });
  return { compared, used: used ?? [new Set(), new Set()], differences: measureDifferences(replications) };
};

/** The measures of pairs of runs: means, and the mean of the differences pair by pair. Those of tokens where both runs make some. */
export const measureDifferences = (replications: readonly MeasuredPair[]): readonly Difference[] => {
  const differences = measures
    .filter(
      ({ name }) =>
        !ofTokens.has(name) || replications.some((pair) => (pair.without[name] ?? null) !== null && (pair.with[name] ?? null) !== null),
    )
    .map((measure) => differenceIn(measure, replications));
  const adjusted = holmAdjusted(differences.map(({ probability }) => probability));
  return differences.map((difference, k) => ({ ...difference, probability: adjusted[k] ?? 1 }));
};

/** What was measured of both runs of a pair. */
interface MeasuredPair {
  readonly without: Measured;
  readonly with: Measured;
}

/** Plays both runs of a pair, and measures both up to the same time. */
const playPair = (
  base: Scenario,
  change: WhatIfChange,
  at: DurationMs,
  seed: string,
  watched: Watched,
): Either<string, { readonly without: World; readonly changed: World }> => {
  const without = playWatched(toMeasuredScenario(withoutChecks(base), seed), watched);
  const { spec, label } = insertChange(base.spec, change, at);
  const run = play(toMeasuredScenario(withoutChecks({ ...base, spec }), seed));
  const refused = [...run.failures, ...run.unfired].find((words) => words.startsWith(`${label} `) || words.startsWith(`${label}:`));
  if (refused !== undefined) return left(`with the seed ${seed} the change was not made: ${refused.slice(refused.indexOf(': ') + 2)}`);
  const changed = runOn(run.world, watched);
  const end = Math.max(without.now, changed.now) as VirtualTime;
  for (const world of [without, changed]) if (world.now < end) world.advance({ to: end }, undefined, watched.advanceMax);
  if (without.now < end || changed.now < end || end < (watched.until ?? 0))
    return left(
      `more than ${watched.advanceMax} calendar entries would run until then: give a shorter \`until\`${watched.boundWords('advanceMax')}`,
    );
  return right({ without, changed });
};

/** The scenario without its assertions and fingerprint: only its behavior is measured. */
const withoutChecks = ({ spec, ...scenario }: Scenario): Scenario => {
  const { assert: _assert, fingerprint: _fingerprint, ...rest } = spec;
  return { ...scenario, spec: rest };
};

const playWatched = (scenario: Scenario, watched: Watched): World => runOn(play(scenario).world, watched);

/** How long a world is measured, and how much may run meanwhile. */
type Watched = Pick<Question, 'until' | 'advanceMax'> & Required<Pick<Question, 'boundWords'>>;

const runOn = (world: World, { until, advanceMax }: Partial<Watched>): World => {
  if (until !== undefined && until > world.now) world.advance({ to: later(worldStart, until) }, undefined, advanceMax);
  if (until === undefined && !hasEnded(world)) world.advance({ untilIdle: true }, () => hasEnded(world), unwatchedMax);
  return world;
};

const hasEnded = ({ state }: World): boolean =>
  [...state.all('endpoint')].every(({ id }) => {
    const { inQueue, inProgress } = state.jobCounters.of(id);
    return inQueue === 0 && inProgress === 0;
  });

const differenceIn = (measure: Measure, replications: readonly MeasuredPair[]): Difference => {
  const found = comparePairs(
    replications.map(({ without, with: changed }) => [without[measure.name] ?? null, changed[measure.name] ?? null]),
  );
  if (found === undefined) return { ...measure, without: null, with: null, difference: null, probability: 1, replications: 0 };
  const { first, second, difference, probability, pairs } = found;
  return { ...measure, without: first, with: second, difference, probability, replications: pairs };
};
