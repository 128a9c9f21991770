import { isLeft } from 'fp-ts/lib/Either.js';
import type { Client, DomainEvent } from '../../../cloud/input.ts';
import { invariant } from '../../../kernel/invariant.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import { finish } from '../../../kernel/steps.ts';
import { checkAssertion } from '../../../scenario/step/assertion.ts';
import { playInputs } from '../../../world/history/rerun.ts';
import { forkAt, type Point } from '../../../world/history/rewind.ts';
import type { Input } from '../../../world/receive.ts';
import type { World } from '../../../world/world.ts';
import { timeOfJudging } from '../judge.ts';
import { optionsAt } from './options.ts';
import { compareOutcomes, type Judging, type PlanOutcome, playOut } from './outcome.ts';

/** What could be done from a point on, in words, and what it comes to. */
export interface Plan {
  readonly words: string;
  readonly outcome: PlanOutcome;
}

/** A world that has come to that point of the history, and whose draws are the same from there on: common random numbers. */
export const forkBefore = (origin: World, point: Point, from?: World): World => {
  const forked = finish(forkAt(origin, point, { snapshot: from?.snapshot({ apart: true }) }));
  invariant(!isLeft(forked), () => `a fork for a score: ${isLeft(forked) ? forked.left : ''}`);
  return forked.right;
};

const forkNow = (world: World): World => forkBefore(world, { at: world.now }, world);

/** The same without that call, or without those that are left out too: what came after it is done as it was, as far as it can be. */
export const leaveOut = (world: World, origin: World, seq: number, isLeftOut: (entry: LogEntry<DomainEvent>) => boolean): World => {
  const copy = forkNow(world);
  finish(
    playInputs(
      copy,
      [...origin.log.entries(seq)].filter((entry) => !isLeftOut(entry)),
    ),
  );
  return copy;
};

/**
 * The plans that are tried from here, to do nothing first: each option now; and each option once the goal is met, after nothing or after the
 * best of the first. No plan makes anything that is not there.
 */
export const plansFrom = (world: World, client: Client, judging: Judging): readonly [Plan, ...Plan[]] => {
  const nothing: Plan = { words: 'do nothing more', outcome: playOut(forkNow(world), judging) };
  const options = optionsAt(world, client).flatMap(({ words, input }) => {
    const copy = forkNow(world);
    return isDone(copy, input) ? [{ words, input, outcome: playOut(copy, judging) }] : [];
  });
  const [best] = [...options].sort((a, b) => compareOutcomes(a.outcome, b.outcome));
  const firsts = [{ words: '', input: undefined }, ...(best === undefined ? [] : [best])];
  return [
    nothing,
    ...options.map(({ words, outcome }) => ({ words, outcome })),
    ...firsts.flatMap((first) => plansAfter(world, first, client, judging)),
  ];
};

const plansAfter = (
  world: World,
  first: { readonly words: string; readonly input: Input | undefined },
  client: Client,
  judging: Judging,
): readonly Plan[] => {
  const copy = forkNow(world);
  if (first.input !== undefined) copy.call(first.input);
  const { spec, variables, beginning } = judging;
  const isMet = () => (spec.goal ?? []).every((assertion) => checkAssertion(assertion, copy, variables).length === 0);
  const until = timeOfJudging(spec, beginning);
  if (isMet() || copy.now >= until) return [];
  copy.advance({ to: until }, isMet);
  if (copy.now >= until) return [];
  return optionsAt(copy, client).flatMap(({ words, input }) => {
    const second = forkNow(copy);
    if (!isDone(second, input)) return [];
    const before = first.words === '' ? '' : `${first.words}; `;
    return [{ words: `${before}once the goal is met, ${words}`, outcome: playOut(second, judging) }];
  });
};

/** Makes a call; false where it is refused. */
const isDone = (world: World, input: Input): boolean => {
  const reply = world.call(input);
  return !('answer' in reply) || reply.answer.status < 400;
};
