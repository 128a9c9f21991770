import fc from 'fast-check';
import { expect } from 'vitest';
import { applyEvent, type Decider, type EntityState, type Mutable } from '../../../engine/kernel/decider.ts';
import type { LoggedEvent } from '../../../engine/kernel/logEntry.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { checkProperty } from '../checkProperty.ts';

/**
 * Asserts that every sequence of events that the lifecycle allows gives the same state when events change the entity in place
 * (as a running world does) and when each makes a copy; and that earlier copies stay unchanged.
 * There is one example of each event.
 */
export const foldsAlike = <
  State extends EntityState<string>,
  Command extends { readonly type: string },
  Event extends LoggedEvent,
  Settings,
  Rule extends string,
>(
  decider: Decider<State, Command, Event, Settings, Rule>,
  examples: readonly Event[],
): void => {
  const { lifecycle, evolve, initial } = decider;
  expect(examples.map(({ type }) => type).sort(), 'one example an event').toStrictEqual(eventsOf(lifecycle.rows));
  const met = new Set<string>();
  checkProperty(
    fc.property(fc.array(fc.nat(), { maxLength: 40 }), (choices) => {
      const inPlace = initial('x-1');
      const states = [initial('x-1')];
      const copies = [structuredClone(inPlace)];
      choices.forEach((choice, k) => {
        const possible = examples.filter(({ type }) => lifecycle.allows(inPlace.status, type));
        // One choice in eight may end the life, so that most lives are long.
        const lasting = possible.filter(({ type }) => !lifecycle.isFinal(lifecycle.to(inPlace.status, type)));
        const offered = choice % 8 === 0 || lasting.length === 0 ? possible : lasting;
        const event = offered[Math.floor(choice / 8) % offered.length];
        if (event === undefined) return;
        const at = (k * 100) as VirtualTime;
        met.add(event.type);
        evolve(inPlace as Mutable<State>, event, at);
        states.push(applyEvent(evolve, states.at(-1) as State, event, at));
        copies.push(structuredClone(inPlace));
      });
      expect(states).toStrictEqual(copies);
    }),
    600,
  );
  expect([...met].sort(), 'every event was met').toStrictEqual(eventsOf(lifecycle.rows));
};

const eventsOf = (rows: readonly { readonly event: string }[]): string[] => [...new Set(rows.map(({ event }) => event))].sort();
