import { upTo } from '../../../kernel/log.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { Variables } from '../../../scenario/format/variables.ts';
import { checkAssertion } from '../../../scenario/step/assertion.ts';
import type { World } from '../../../world/world.ts';
import type { Criterion } from '../criteria.ts';
import type { TaskSpec } from '../format.ts';
import { type Beginning, judgeTask, timeOfJudging } from '../judge.ts';

/** What a run comes to, as far as its log says: neither a diagnosis nor calls that only read are in it. */
export interface PlanOutcome {
  /** All that the log says is met. */
  readonly isMet: boolean;
  readonly dollars: number;
  /** From the agent's beginning until its goal was met for good; until it was judged where it was not. */
  readonly ms: number;
  /** How many parts of the goal are met, and how many of what was to be kept. */
  readonly met: { readonly goal: number; readonly kept: number };
}

/** What a task says, and where its agent began. */
export interface Judging {
  readonly spec: TaskSpec;
  readonly variables: Variables;
  readonly beginning: Beginning;
}

/** Lets a world go on, without any other call, to the time at which the task is judged. */
export const playOut = (world: World, judging: Judging): PlanOutcome => {
  const { spec, variables, beginning } = judging;
  const at = timeOfJudging(spec, beginning);
  if (world.now < at) world.advance({ to: at });
  const metAt = goalMetAt(world, judging);
  const endedAt = metAt ?? world.now;
  const { diagnosis: _, ...rest } = spec;
  const result = judgeTask(rest, { world, variables }, beginning, { endedAt, printed: '', calls: 0 });
  const countMet = (of: Criterion): number => result.verdicts.filter(({ criterion, isMet }) => isMet && criterion === of).length;
  const met = { goal: countMet('goal'), kept: countMet('kept') };
  return { isMet: result.isDone, dollars: result.dollars, ms: endedAt - beginning.at, met };
};

/** Negative where the first is the better: what is met of the goal and of what was to be kept counts first, then dollars, then time. */
export const compareOutcomes = (a: PlanOutcome, b: PlanOutcome): number =>
  b.met.goal - a.met.goal || b.met.kept - a.met.kept || a.dollars - b.dollars || a.ms - b.ms;

/** When the goal was met for good; undefined where it is not. Found by halving: it is taken to stay met once it is. */
const goalMetAt = (world: World, { spec: { goal = [] }, variables, beginning }: Judging): VirtualTime | undefined => {
  const { log, state } = world;
  const isMetBy = (seq: number): boolean => {
    const past = { entries: (after?: number) => upTo(log.entries(after), seq), entry: (k: number) => (k > seq ? undefined : log.entry(k)) };
    const view = { log: past, now: log.entry(seq)?.at ?? world.now, state };
    return goal.every((assertion) => checkAssertion(assertion, view, variables).length === 0);
  };
  if (goal.length === 0) return beginning.at;
  if (!isMetBy(log.length)) return undefined;
  let [unmet, met] = [beginning.seq - 1, log.length];
  while (met - unmet > 1) {
    const middle = Math.floor((met + unmet) / 2);
    if (isMetBy(middle)) met = middle;
    else unmet = middle;
  }
  return met <= beginning.seq ? beginning.at : log.entry(met)?.at;
};
