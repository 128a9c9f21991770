import type { MatcherState } from 'vitest';
import type { DomainEvent, LogEntry } from '../../../engine/index.ts';
import { type EventType, flat, type TestEvent } from '../events.ts';

/** Fields that an event must have; any may be a matcher such as `expect.any(String)`, and objects are compared partially. */
export type EventFields<Type extends EventType = EventType> = { readonly [Name in FieldOf<Type>]?: unknown };

/** Of several types, the fields of each. */
type FieldOf<Type extends EventType> = Type extends EventType ? keyof TestEvent<Type> : never;

/** An event as a matcher asks for it. */
export interface EventPattern {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a matcher of vitest is called on. */
export type Matching = Pick<MatcherState, 'equals' | 'customTesters' | 'utils' | 'isNot' | 'testPath' | 'snapshotState'>;

export const isMatch = (matching: Matching, entry: LogEntry<DomainEvent>, { type, fields }: EventPattern): boolean =>
  entry.event.type === type && same(matching, flat(entry), fields);

/** What of an event is not as it was asked for, one line a field. */
export const differences = (matching: Matching, entry: LogEntry<DomainEvent>, { fields }: EventPattern): readonly string[] => {
  const event = flat(entry) as unknown as Readonly<Record<string, unknown>>;
  const { stringify } = matching.utils;
  return Object.entries(fields).flatMap(([name, wanted]) =>
    same(matching, event[name], wanted) ? [] : [`${name}: expected ${stringify(wanted)}, got ${stringify(event[name])}`],
  );
};

export const patternText = ({ utils: { stringify } }: Matching, { type, fields }: EventPattern): string =>
  Object.keys(fields).length === 0 ? type : `${type} ${stringify(fields, undefined, { min: true })}`;

/** As `toMatchObject` compares. */
const same = ({ equals, customTesters, utils }: Matching, actual: unknown, wanted: unknown): boolean =>
  equals(actual, wanted, [...customTesters, utils.iterableEquality, utils.subsetEquality]);
