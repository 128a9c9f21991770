import type { Json } from '../../kernel/canonical.ts';
import { minutes, type VirtualTime } from '../../kernel/time.ts';
import { play } from '../../scenario/play/play.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { World } from '../../world/world.ts';

/** An answer that a step of an observation got. */
export interface SeenAnswer {
  readonly at: VirtualTime;
  readonly took: number;
  readonly status: number;
  readonly body: Json;
}

/** One play of an observation, with the answers to its steps. */
export interface ObservedPlay {
  readonly world: World;
  readonly origin: VirtualTime;
  /** By the name of the step; the answers of a repeated step in the order of time. */
  readonly answers: ReadonlyMap<string, readonly SeenAnswer[]>;
  /** Steps that were never taken. */
  readonly unfired: readonly string[];
}

/** The time that a play continues after its last step, so that jobs end that no step waits for. */
const restMs = minutes(20);
/** More than any observation has: an endless play is stopped. */
const entriesMax = 50_000;

/** Plays an observation once. */
export const playObservation = (scenario: Scenario, origin: VirtualTime): ObservedPlay => {
  const answers = new Map<string, SeenAnswer[]>();
  let begun: World | undefined;
  const { world, unfired } = play(scenario, {
    idle: false,
    entriesMax,
    onBegin: (own) => {
      begun = own;
    },
    onAnswer: ({ name }, { answer, took }) => {
      if (name === undefined || begun === undefined) return;
      const seen = { at: begun.now, took, status: answer.status, body: (answer.body ?? null) as Json };
      answers.set(name, [...(answers.get(name) ?? []), seen]);
    },
  });
  world.advance({ to: (world.now + restMs) as VirtualTime }, undefined, entriesMax);
  return { world, origin, answers, unfired };
};
