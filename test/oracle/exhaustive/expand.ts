import { type Either, isLeft, tryCatch } from 'fp-ts/lib/Either.js';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { DurationMs } from '../../../engine/kernel/time.ts';
import { asFailure, type BrokenProperty } from '../../../engine/lab/explorer/outcome.ts';
import { waitsForProcess } from '../../../engine/scenario/properties/processes.ts';
import { Unsettled } from '../../../engine/scenario/properties/unsettled.ts';
import { type ActChoice, WorldBranch } from './branch.ts';
import { DrawScript } from './drawScript.ts';
import type { SmallWorld } from './smallWorld.ts';
import { SmallWorldError } from './smallWorldError.ts';
import { beginning } from './stateText.ts';

/** An act that was taken, and when: in ms since the world began. */
export interface TakenAct extends ActChoice {
  readonly at: DurationMs;
}

/** A way into a small world: acts, what the draws came to, and then time. It can be taken again. */
export interface ActPath {
  readonly acts: readonly TakenAct[];
  readonly draws: readonly number[];
}

/** A way, and some moments after its last act, in a row: `from` is the first of them, counted from 0 for the instant of the act itself. */
export interface Stretch {
  readonly way: ActPath;
  readonly from: number;
  readonly moments: number;
}

/** What came of a way: the states at the moments after its last act, up to one that was met before, or the end of all change. */
export interface FoundStates {
  readonly way: ActPath;
  readonly from: number;
  /** The digests of the states. */
  readonly states: readonly string[];
  /** The property that is broken after those states, and when. */
  readonly failure?: WayFailure;
  /** The numbers of the properties that look for something, and have seen it. */
  readonly seen: readonly number[];
}

export interface WayFailure {
  readonly broken: BrokenProperty;
  readonly at: DurationMs;
}

/** Time that goes on changing things for so many moments never ends. */
const momentsMax = 5_000;

/** The name of what `nothing waits for ever` checks. */
export const nothingWaits = 'nothing waits for ever';

/** Takes ways into a small world, one act further. It remembers the states that it has met. */
export class Expander {
  readonly #small: SmallWorld;
  readonly #met = new Set<string>();

  constructor(small: SmallWorld) {
    this.#small = small;
  }

  /** The world as it begins, and as time passes in it. */
  begin(): readonly FoundStates[] {
    return this.#follow([], (draws) => WorldBranch.begin(this.#small, draws), new DrawScript(this.#small.outcomes));
  }

  /** Takes every act at each of these moments. */
  expand({ way, from, moments }: Stretch): readonly FoundStates[] {
    const found: FoundStates[] = [];
    const branch = takeWay(this.#small, way);
    for (let moment = 0; moment < from + moments; moment++) {
      if (moment > 0) branch.pass();
      if (moment < from) continue;
      const at = branch.world.now - beginning;
      for (const choice of branch.choices()) {
        const enter = (draws: DrawScript): WorldBranch => {
          const fork = branch.fork(draws);
          fork.take(choice);
          return fork;
        };
        found.push(...this.#follow([...way.acts, { ...choice, at }], enter, branch.draws));
        if (found.at(-1)?.failure !== undefined) return found;
      }
    }
    return found;
  }

  /** Follows a way as time passes, and every other that the draws on it may lead to. */
  #follow(acts: readonly TakenAct[], enter: (draws: DrawScript) => WorldBranch, before: DrawScript): readonly FoundStates[] {
    const open: (readonly number[])[] = [before.made];
    const found: FoundStates[] = [];
    for (let told = open.pop(); told !== undefined; told = open.pop()) {
      const draws = before.fork(told);
      const one = this.#followOne(acts, enter, draws);
      found.push(one);
      if (one.failure !== undefined) return found;
      for (let k = draws.made.length - 1; k >= told.length; k--)
        for (let choice = (draws.counts[k] ?? 1) - 1; choice > 0; choice--) open.push([...draws.made.slice(0, k), choice]);
    }
    return found;
  }

  #followOne(acts: readonly TakenAct[], enter: (draws: DrawScript) => WorldBranch, draws: DrawScript): FoundStates {
    const states: string[] = [];
    const own = new Set<string>();
    let [from, moment] = [0, 0];
    let branch: WorldBranch | undefined;
    const walk = (): BrokenProperty | undefined => {
      branch = enter(draws);
      for (; ; moment++) {
        const { broken } = branch.watch;
        if (broken !== undefined) return broken;
        const state = branch.digest();
        // A way on which a draw came out otherwise is that of another until then.
        if (!draws.isUsedUp) from = moment + 1;
        else if (own.has(state)) return waitingIn(branch);
        else if (this.#met.has(state)) return undefined;
        else {
          own.add(state);
          this.#met.add(state);
          states.push(state);
        }
        if (moment > momentsMax) throw new SmallWorldError(endless);
        if (!branch.pass()) return waitingIn(branch);
      }
    };
    const walked: Either<BrokenProperty, BrokenProperty | undefined> = tryCatch(walk, failureOrThrow);
    const broken = isLeft(walked) ? walked.left : walked.right;
    const at = branch === undefined ? (acts.at(-1)?.at ?? 0) : branch.world.now - beginning;
    const failure = broken === undefined ? {} : { failure: { broken, at } };
    return { way: { acts, draws: draws.made.slice() }, from, states, ...failure, seen: branch?.watch.seen ?? [] };
  }
}

/** Takes a way, to the instant of its last act. `onTaken` is shown each act, and what it has saved under each name. */
export const takeWay = (
  small: SmallWorld,
  { acts, draws }: ActPath,
  onTaken?: (act: TakenAct, saved: ReadonlyMap<string, Json>) => void,
): WorldBranch => {
  const branch = WorldBranch.begin(small, new DrawScript(small.outcomes, draws));
  for (const act of acts) {
    while (branch.world.now - beginning < act.at) branch.pass();
    const saved = branch.take(act);
    onTaken?.(act, saved);
  }
  return branch;
};

const endless = `something goes on changing for more than ${momentsMax} moments: give timers that repeat an end, such as workers that are kept`;

const failureOrThrow = (thrown: unknown): BrokenProperty => {
  if (thrown instanceof SmallWorldError) throw thrown;
  return asFailure(thrown);
};

/** What is in transition where time changes nothing more, unless it waits for a real process. */
const waitingIn = ({ world: { state, now } }: WorldBranch): BrokenProperty | undefined => {
  const unsettled = new Unsettled();
  unsettled.noteAll(state, now);
  const longest = unsettled.longest(({ kind, id }) => !waitsForProcess(state, kind, id));
  if (longest === undefined) return undefined;
  const { kind, id, status } = longest;
  return { property: nothingWaits, words: `${kind} ${id} stays ${status}, and nothing is due`, shape: `${kind} is ${status}` };
};
