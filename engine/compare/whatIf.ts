import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { DomainEvent } from '../entities.ts';
import type { LogEntry } from '../kernel/log.ts';
import { type DurationMs, later, type VirtualTime, worldStart } from '../kernel/time.ts';
import { play } from '../scenario/play.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { World } from '../world.ts';
import { changedAt, type WhatIfChange } from './change.ts';
import { type Interval, intervalOf, mean } from './interval.ts';
import { type Measure, type Measured, measure, measures } from './measures.ts';

/** What is asked: a story, what is to be another in it and when, and with which seeds it is played with and without. */
export interface Question {
  readonly base: Scenario;
  readonly change: WhatIfChange;
  readonly at: DurationMs;
  readonly seeds: readonly string[];
  /** How long both are watched; until every job has ended unless given. */
  readonly until?: DurationMs | undefined;
  /** How long all logs together may become; many more than a person would wait for unless given. */
  readonly entriesMax?: number;
  /** How many calendar entries may come due in one world until then; any number unless given. */
  readonly advanceMax?: number | undefined;
  /** Said behind a refusal by one of these: who can change it. */
  readonly boundWords?: (bound: 'entriesMax' | 'advanceMax') => string;
}

/** One metric, without the change and with it: what the two differ by is told pair by pair, so that luck is taken out. */
export interface Difference extends Measure {
  /** Means over the replications that have both. Null where none has. */
  readonly without: number | null;
  readonly with: number | null;
  readonly difference: Interval | null;
  readonly replications: number;
}

export interface WhatIf {
  readonly at: DurationMs;
  readonly replications: readonly { readonly seed: string; readonly without: Measured; readonly with: Measured }[];
  readonly differences: readonly Difference[];
  /** The logs of the first seed, to see where and why they part. */
  readonly first: { readonly without: readonly LogEntry<DomainEvent>[]; readonly with: readonly LogEntry<DomainEvent>[] };
}

const entriesMaxDefault = 50_000_000;
/** A run that has not settled after so many calendar entries is measured as it is. */
const settlingMax = 1_000_000;

/**
 * Plays a story with every seed, once as it is and once with the change. The two of a pair share their draws, for draws are keyed
 * by what they are for: what they differ by is the change's doing. Left says why it cannot be told.
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
    const pair = playedPair(base, change, at, seed, { until, advanceMax, boundWords });
    if (isLeft(pair)) return pair;
    const { without, changed } = pair.right;
    const end = without.now;
    replications.push({ seed, without: measure(without, end), with: measure(changed, end) });
    first ??= { without: [...without.log.entries()], with: [...changed.log.entries()] };
    entries += without.log.length + changed.log.length;
    if (entries > entriesMax && replications.length < seeds.length)
      return left(
        `the logs have ${entries} entries after ${replications.length} of ${seeds.length} seeds, and all may have ${entriesMax}: give fewer seeds${boundWords('entriesMax')}`,
      );
  }
  if (first === undefined) return left('give a seed at least');
  return right({ at, replications, differences: measures.map((measure) => differenceIn(measure, replications)), first });
};

/** Both are watched equally long. */
const playedPair = (
  base: Scenario,
  change: WhatIfChange,
  at: DurationMs,
  seed: string,
  watched: Watched,
): Either<string, { readonly without: World; readonly changed: World }> => {
  const without = settled(bare({ ...base, definition: { ...base.definition, seed } }), watched);
  const { spec, label } = changedAt(base.spec, change, at);
  const run = play(bare({ ...base, spec, definition: { ...base.definition, seed } }));
  const refused = [...run.failures, ...run.unfired].find((words) => words.startsWith(`${label} `) || words.startsWith(`${label}:`));
  if (refused !== undefined)
    return left(`with the seed ${seed} the change did not come about: ${refused.slice(refused.indexOf(': ') + 2)}`);
  const changed = goneOn(run.world, watched);
  const end = Math.max(without.now, changed.now) as VirtualTime;
  for (const world of [without, changed]) if (world.now < end) world.advance({ to: end }, undefined, watched.advanceMax);
  if (without.now < end || changed.now < end || end < (watched.until ?? 0))
    return left(
      `more than ${watched.advanceMax} calendar entries come due until then: give a shorter \`until\`${watched.boundWords('advanceMax')}`,
    );
  return right({ without, changed });
};

/** The story alone: what its author expects of it is not asked here, and its invariants hold or they do not. */
const bare = ({ spec, ...scenario }: Scenario): Scenario => {
  const { assert: _assert, fingerprint: _fingerprint, ...story } = spec;
  return { ...scenario, spec: { ...story, invariants: 'none' } };
};

const settled = (scenario: Scenario, watched: Watched): World => goneOn(play(scenario).world, watched);

/** How long a world is watched, and how much may come due meanwhile. */
type Watched = Pick<Question, 'until' | 'advanceMax'> & Required<Pick<Question, 'boundWords'>>;

const goneOn = (world: World, { until, advanceMax }: Watched): World => {
  if (until !== undefined && until > world.now) world.advance({ to: later(worldStart, until) }, undefined, advanceMax);
  if (until === undefined && !hasEnded(world)) world.advance({ untilIdle: true }, () => hasEnded(world), settlingMax);
  return world;
};

const hasEnded = ({ state }: World): boolean =>
  [...state.all('endpoint')].every(({ id }) => {
    const { inQueue, inProgress } = state.jobCounters.of(id);
    return inQueue === 0 && inProgress === 0;
  });

const differenceIn = (measure: Measure & { readonly name: keyof Measured }, replications: WhatIf['replications']): Difference => {
  const pairs = replications.flatMap(({ without, with: changed }) => {
    const [a, b] = [without[measure.name], changed[measure.name]];
    return a === null || b === null ? [] : [[a, b] as const];
  });
  if (pairs.length === 0) return { ...measure, without: null, with: null, difference: null, replications: 0 };
  return {
    ...measure,
    without: mean(pairs.map(([a]) => a)),
    with: mean(pairs.map(([, b]) => b)),
    difference: intervalOf(pairs.map(([a, b]) => b - a)),
    replications: pairs.length,
  };
};
