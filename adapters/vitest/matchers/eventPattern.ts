import type { MatcherState } from 'vitest';
import type { DomainEvent, LogEntry } from '../../../engine/index.ts';
import { type EventType, flatten, type TestEvent } from '../events.ts';

/** Fields that an event must have. Each may be a matcher such as `expect.any(String)`; objects are compared partially. */
export type EventFields<Type extends EventType = EventType> = { readonly [Name in FieldOf<Type>]?: unknown };

/** For a union of types, the fields of each. */
type FieldOf<Type extends EventType> = Type extends EventType ? keyof TestEvent<Type> : never;

/** The event that a matcher looks for. */
export interface EventPattern {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The `this` of a vitest matcher. */
export type Matching = Pick<MatcherState, 'equals' | 'customTesters' | 'utils' | 'isNot' | 'testPath' | 'snapshotState'>;

export const isMatch = (matching: Matching, entry: LogEntry<DomainEvent>, { type, fields }: EventPattern): boolean =>
  entry.event.type === type && same(matching, flatten(entry), fields);

/** The differences between an event and a pattern, one line for each field. */
export const differences = (matching: Matching, entry: LogEntry<DomainEvent>, { fields }: EventPattern): readonly string[] => {
  const event = flatten(entry) as unknown as Readonly<Record<string, unknown>>;
  const { stringify } = matching.utils;
  return Object.entries(fields).flatMap(([name, wanted]) =>
    same(matching, event[name], wanted) ? [] : [`${name}: expected ${stringify(wanted)}, got ${stringify(event[name])}`],
  );
};

export const patternText = ({ utils: { stringify } }: Matching, { type, fields }: EventPattern): string =>
  Object.keys(fields).length === 0 ? type : `${type} ${stringify(fields, undefined, { min: true })}`;

/** Compares as `toMatchObject` does. */
const same = ({ equals, customTesters, utils }: Matching, actual: unknown, wanted: unknown): boolean =>
  equals(actual, wanted, [...customTesters, utils.iterableEquality, utils.subsetEquality]);
