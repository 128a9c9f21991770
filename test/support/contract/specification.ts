import { isLeft, right } from 'fp-ts/lib/Either.js';
import { expect } from 'vitest';
import { findRule } from '../../../engine/cloud/rulebook/rules.ts';
import {
  applyEvent,
  type Decider,
  type DecisionBy,
  type EntityState,
  listEvents,
  type RejectionKind,
} from '../../../engine/kernel/decider.ts';
import type { LoggedEvent } from '../../../engine/kernel/logEntry.ts';
import { middleDraw } from '../../../engine/kernel/rng.ts';
import { type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';

/**
 * How an entity reacts to a command: `given(queued, started).when(cancel).then(cancelled)`.
 * Given events happen at the world's start, to the entity `job-1` (`worker-1`, …). Answers are compared whole and in order.
 */
export const specification =
  <State extends EntityState<string>, Command extends { readonly type: string }, Event extends LoggedEvent, Settings, Rule extends string>(
    decider: Decider<State, Command, Event, Settings, Rule>,
    settings: Settings,
  ) =>
  (...given: readonly Event[]) => ({
    when: (command: Command, { at = 0 }: { readonly at?: number } = {}): Outcome<Event> => {
      const now = at as VirtualTime;
      const before = stateAfter(decider, given);
      const decision = decider.decide(command, before, { now, settings, draw: middleDraw });
      return {
        then(...events) {
          expect(isLeft(decision) ? decision : right(listEvents(decision.right))).toStrictEqual(right(events));
          events.reduce((state, event) => applyEvent(decider.evolve, state, event, now), before);
        },
        thenRejected(kind, rule) {
          expect(reasonOf(decision)).toStrictEqual({ kind, rule });
          expect(findRule(rule)?.id, 'a refusal names a rule of the rulebook').toBe(rule);
        },
      };
    },
  });

export interface Outcome<Event> {
  then(...events: readonly Event[]): void;
  thenRejected(kind: RejectionKind, rule: string): void;
}

/** The entity after these events, all at the world's start. */
export const stateAfter = <
  State extends EntityState<string>,
  Command extends { readonly type: string },
  Event extends LoggedEvent,
  Settings,
  Rule extends string,
>(
  decider: Decider<State, Command, Event, Settings, Rule>,
  events: readonly Event[],
): State => events.reduce((state, event) => applyEvent(decider.evolve, state, event, worldStart), decider.initial(`${decider.kind}-1`));

const reasonOf = <Rule extends string, Event extends LoggedEvent>(decision: DecisionBy<Rule, Event>) =>
  isLeft(decision) ? { kind: decision.left.kind, rule: decision.left.rule } : { happened: listEvents(decision.right) };

/** One example of each command of an entity, by its type, so that the compiler asks for those of a new one. */
export const oneOfEach = <Command extends { readonly type: string }>(
  fields: {
    readonly [Type in Command['type']]: Omit<Extract<Command, { readonly type: Type }>, 'type'>;
  },
): readonly Command[] => Object.entries<object>(fields).map(([type, rest]) => ({ ...rest, type }) as unknown as Command);

/**
 * What each command does in each status, as a table. `·` is a refusal, `nothing` is accepted and changes nothing;
 * events go without the name of their entity. There is one example of an entity for every status.
 */
export const commandMatrix = <
  State extends EntityState<string>,
  Command extends { readonly type: string },
  Event extends LoggedEvent,
  Settings,
  Rule extends string,
>(
  decider: Decider<State, Command, Event, Settings, Rule>,
  settings: Settings,
  commands: readonly Command[],
  examples: readonly State[],
): string => {
  const { lifecycle, kind } = decider;
  expect(
    examples.map(({ status }) => status),
    'one example a status',
  ).toStrictEqual(lifecycle.statuses.map(({ status }) => status));
  const cell = (state: State, command: Command): string => {
    const decision = decider.decide(command, state, { now: worldStart, settings, draw: middleDraw });
    if (isLeft(decision)) return '·';
    return (
      listEvents(decision.right)
        .map(({ type }) => type.slice(kind.length))
        .join('+') || 'nothing'
    );
  };
  const rows = examples.map((state) => [state.status, ...commands.map((command) => cell(state, command))]);
  return table([['', ...commands.map(({ type }) => type)], ...rows]);
};

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '));
  return `\n${lines.map((line) => line.trimEnd()).join('\n')}\n`;
};
