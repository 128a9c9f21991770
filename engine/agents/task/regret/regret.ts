import { isRead } from '../../../api/operation.ts';
import { findOperation } from '../../../api/operations.ts';
import type { Client, DomainEvent } from '../../../cloud/input.ts';
import { isSame, type Json } from '../../../kernel/canonical.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { World } from '../../../world/world.ts';
import { compareOutcomes, type Judging, type PlanOutcome, playOut } from './outcome.ts';
import { forkBefore, leaveOut, type Plan, plansFrom } from './plans.ts';

/** What it comes to: whether all that the log says is met, what is billed, and the time until the goal is met. */
type OutcomeSaid = Pick<PlanOutcome, 'isMet' | 'dollars' | 'ms'>;

/** An action of an agent beside what could have been done instead. */
export interface RegretStep {
  /** The entry of the call in the log; for the end of the run, that of the last entry before it. */
  readonly seq: number;
  /** Virtual time since the agent began. */
  readonly atMs: number;
  readonly words: string;
  /** What it would have come to without this and any later call. */
  readonly nothing: OutcomeSaid;
  /** The best that was found from here: to go on as the agent did, and to do that from the entry `from` on. */
  readonly best: OutcomeSaid & { readonly words: string; readonly from: number };
  /** What was lost by this action and the wait after it: the best from here against the best from the next action on. */
  readonly dollars: number;
  readonly ms: number;
  /** Before this, all could be met; after it, no plan was found that meets all. */
  readonly loses: boolean;
}

/** How far a run was from the best that was found, action by action. */
export interface Regret {
  readonly steps: readonly RegretStep[];
  readonly dollars: number;
  readonly ms: number;
  /** The entry at which the run was lost; null where it was not, or nothing was found that would have won it. */
  readonly inevitableSince: { readonly seq: number; readonly words: string } | null;
  /** Of how many actions no plans were tried: they count to the step before. */
  readonly untried: number;
}

/** The most points of a run from which plans are tried. */
const pointsTriedMax = 24;

/**
 * Compares each action of a run with what could have been done from there, by forks with the same draws. `world` is the run at its end, when it
 * was judged; the agent ended at `endedAt`. A bound on how well it could be done, from one side: plans that were not tried may be better.
 */
export const computeRegret = (world: World, judging: Judging, endedAt: VirtualTime): Regret => {
  const { beginning } = judging;
  const acts = [...world.log.entries(beginning.seq)].filter(isAction);
  const tried = acts.length < pointsTriedMax ? acts : acts.filter((_, k) => k % Math.ceil(acts.length / pointsTriedMax) === 0);
  const final = playOut(world, judging);
  const client = findClient(acts, world);
  if (client === undefined) return { steps: [], dollars: 0, ms: 0, inevitableSince: null, untried: 0 };
  const last = lastBefore(world, endedAt);
  const points = [...tried.map(pointBefore), { seq: last, after: last, at: endedAt, words: 'the agent ended' }];
  let before: World | undefined;
  const searched = points.map((point) => {
    before = forkBefore(world, { seq: point.after }, before);
    const here = forkBefore(before, { at: before.now }, before);
    if (here.now < point.at) here.advance({ to: point.at });
    const [nothing, ...others] = plansFrom(here, client, judging);
    return {
      point,
      plans: [nothing, ...(point.after < point.seq ? plansWithout(here, world, point.seq, judging) : []), ...others] as const,
    };
  });
  const steps: RegretStep[] = [];
  let best: FoundPlan = { words: 'what the agent did', outcome: final, from: last };
  let canBeMet = final.isMet;
  for (const { point, plans } of searched.reverse()) {
    const [after, couldBeMet] = [best, canBeMet];
    canBeMet ||= plans.some(({ outcome }) => outcome.isMet);
    for (const plan of plans) if (compareOutcomes(plan.outcome, best.outcome) < 0) best = { ...plan, from: point.seq };
    steps.unshift({ ...describeDecision(point, plans[0], best, after, beginning.at), loses: canBeMet && !couldBeMet });
  }
  const lost = final.isMet ? undefined : steps.findLast(({ loses }) => loses);
  return {
    steps,
    dollars: roundDollars(steps.reduce((sum, { dollars }) => sum + dollars, 0)),
    ms: steps.reduce((sum, { ms }) => sum + ms, 0),
    inevitableSince: lost === undefined ? null : { seq: lost.seq, words: lost.words },
    untried: acts.length - tried.length,
  };
};

/** Without the call of that entry, and without all that are like it from there on. */
const plansWithout = (here: World, origin: World, seq: number, judging: Judging): readonly Plan[] => {
  const entry = origin.log.entry(seq);
  if (entry === undefined || !isAction(entry)) return [];
  const isAlike = (other: LogEntry<DomainEvent>): boolean =>
    isAction(other) &&
    other.event.operation === entry.event.operation &&
    isSame(other.event.request as unknown as Json, entry.event.request as unknown as Json);
  return [
    {
      words: 'leave this out',
      outcome: playOut(
        leaveOut(here, origin, seq, () => false),
        judging,
      ),
    },
    { words: 'leave out this and all like it', outcome: playOut(leaveOut(here, origin, seq, isAlike), judging) },
  ];
};

/** A plan, and the entry at which it departs from what the agent did. */
interface FoundPlan extends Plan {
  readonly from: number;
}

/** A point at which an agent decided: after that entry, at that time. */
interface DecisionPoint {
  readonly seq: number;
  readonly after: number;
  readonly at: VirtualTime;
  readonly words: string;
}

type Action = LogEntry<DomainEvent> & { readonly event: Extract<DomainEvent, { readonly type: 'InputReceived' }> };

const isAction = (entry: LogEntry<DomainEvent>): entry is Action => {
  if (entry.event.type !== 'InputReceived') return false;
  const row = findOperation(entry.event.operation);
  return row !== undefined && !isRead(row);
};

const pointBefore = ({ seq, at, event: { operation, request } }: Action): DecisionPoint => {
  const { params, body } = request;
  const words = [operation, ...Object.values(params), ...(body === undefined ? [] : [JSON.stringify(body).slice(0, 100)])].join(' ');
  return { seq, after: seq - 1, at, words };
};

/** Who acted; where none did, who did before: the key is that of the same account. */
const findClient = (acts: readonly Action[], world: World): Client | undefined => {
  const [first] = acts.length > 0 ? acts : [...world.log.entries()].filter(isAction);
  return first?.event.client;
};

const lastBefore = (world: World, at: VirtualTime): number => {
  let last = 0;
  for (const entry of world.log.entries()) {
    if (entry.at > at) break;
    last = entry.seq;
  }
  return last;
};

const describeDecision = (
  { seq, at, words }: DecisionPoint,
  nothing: Plan,
  best: FoundPlan,
  after: FoundPlan,
  begun: VirtualTime,
): Omit<RegretStep, 'loses'> => ({
  seq,
  atMs: at - begun,
  words,
  nothing: sayOutcome(nothing.outcome),
  best: { ...sayOutcome(best.outcome), words: best.words, from: best.from },
  dollars: roundDollars(Math.max(0, after.outcome.dollars - best.outcome.dollars)),
  ms: Math.max(0, after.outcome.ms - best.outcome.ms),
});

const sayOutcome = ({ isMet, dollars, ms }: PlanOutcome): OutcomeSaid => ({ isMet, dollars, ms });

const roundDollars = (dollars: number): number => Math.round(dollars * 10_000) / 10_000;
