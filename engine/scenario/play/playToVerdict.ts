import { getOrElse, tryCatch } from 'fp-ts/lib/Either.js';
import { InvariantViolation } from '../../kernel/invariant.ts';
import { formatVirtualTime } from '../../kernel/time.ts';
import { World } from '../../world/world.ts';
import type { Scenario } from '../scenario.ts';
import type { Failure } from '../step/failure.ts';
import { play } from './play.ts';
import type { PlayOptions, Run } from './run.ts';

/**
 * Plays a scenario, and always gives it a verdict. A scenario with `invariants: all` asserts them: then a broken invariant is its failure,
 * and so is any error that is thrown while it plays. The run then has the log up to there. Any other scenario throws such an error, as
 * `play` does: nothing in the file expects it.
 */
export const playToVerdict = (scenario: Scenario, options: PlayOptions = {}): Run => {
  if (scenario.spec.invariants !== 'all') return play(scenario, options);
  let world: World | undefined;
  const watching: PlayOptions = {
    ...options,
    onBegin: (made) => {
      world = made;
      options.onBegin?.(made);
    },
  };
  return getOrElse((thrown: unknown) => stopRun(scenario, world ?? beforeItsFirstEvent(scenario), thrown))(
    tryCatch(
      () => play(scenario, watching),
      (thrown) => thrown,
    ),
  );
};

/** A run that ended with an error: it is at the entry that broke an invariant, or at the last one before another error. */
const stopRun = (scenario: Scenario, world: World, thrown: unknown): Run => {
  const failure: Failure = {
    path: ['invariants'],
    message: `invariants: ${describeThrown(thrown)}`,
    seq: world.log.length,
    ...placeIn(world),
  };
  const nothing = {
    failed: [failure],
    failures: [failure.message],
    unfired: [],
    idle: [],
    properties: [],
    variables: new Map(),
  };
  return { scenario, verdict: 'fail', world, ...nothing };
};

const describeThrown = (thrown: unknown): string => {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return thrown instanceof InvariantViolation ? message : `an error is thrown: ${message}`;
};

const placeIn = ({ log }: World): Pick<Failure, 'nearest'> => {
  const newest = log.entry(log.length);
  return newest === undefined ? {} : { nearest: `${newest.event.type}, entry ${newest.seq}, ${formatVirtualTime(newest.at)}` };
};

/** The creation of the world broke an invariant, so there is no world: the log of the run is empty. */
const beforeItsFirstEvent = ({ definition }: Scenario): World =>
  new World({ ...definition, accounts: [], templates: [], faults: [], endpoints: [] }, { invariants: false });
