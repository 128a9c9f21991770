import type { DomainEvent } from '../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../engine/kernel/index.ts';
import { type EventType, flatten, type TestEvent } from '../events.ts';

/**
 * Fields that an event must have. Objects are compared partially. A field may be a regular expression for a text, or a matcher of the
 * test runner such as `expect.any(String)`.
 */
export type EventFields<Type extends EventType = EventType> = { readonly [Name in PatternField<Type>]?: unknown };

/** For a union of types, the fields of each. */
type PatternField<Type extends EventType> = Type extends EventType ? keyof TestEvent<Type> : never;

/** The event that a check looks for. */
export interface EventPattern {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const isMatch = (entry: LogEntry<DomainEvent>, { type, fields }: EventPattern): boolean =>
  entry.event.type === type && includes(flatten(entry), fields);

/** The differences between an event and a pattern, one line for each field. */
export const differences = (entry: LogEntry<DomainEvent>, { fields }: EventPattern): readonly string[] => {
  const event = flatten(entry) as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(fields).flatMap(([name, wanted]) =>
    includes(event[name], wanted) ? [] : [`${name}: expected ${valueText(wanted)}, got ${valueText(event[name])}`],
  );
};

export const patternText = ({ type, fields }: EventPattern): string =>
  Object.keys(fields).length === 0 ? type : `${type} ${valueText(fields)}`;

/** Whether a value has at least what is wanted: an object may have more properties, a list may not have more items. */
const includes = (actual: unknown, wanted: unknown): boolean => {
  if (isMatcher(wanted)) return wanted.asymmetricMatch(actual);
  if (wanted instanceof RegExp) return typeof actual === 'string' && wanted.test(actual);
  if (typeof wanted !== 'object' || wanted === null) return Object.is(actual, wanted);
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(wanted)) return false;
  if (Array.isArray(wanted) && wanted.length !== (actual as readonly unknown[]).length) return false;
  const fields = actual as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([name, value]) => Object.hasOwn(fields, name) && includes(fields[name], value));
};

/** What `expect.any(String)` and its like are, in vitest, in Jest and in Jasmine. */
interface ValueMatcher {
  readonly asymmetricMatch: (actual: unknown) => boolean;
  readonly toAsymmetricMatcher?: () => string;
  readonly sample?: unknown;
}

const isMatcher = (value: unknown): value is ValueMatcher =>
  typeof (value as Partial<ValueMatcher> | null | undefined)?.asymmetricMatch === 'function';

/** A value as a message shows it, on one line. */
const valueText = (value: unknown): string => {
  if (isMatcher(value)) return value.toAsymmetricMatcher?.() ?? `${value} ${valueText(value.sample)}`;
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (value instanceof RegExp || typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${valueText(field)}`);
  return `{${fields.join(', ')}}`;
};
