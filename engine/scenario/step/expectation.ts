import { isLeft } from 'fp-ts/lib/Either.js';
import { parseShare } from '../../api/contract/parts/share.ts';
import { canonicalText, type Json } from '../../kernel/canonical.ts';
import type { Steps } from '../../kernel/steps.ts';
import { formatDuration, parseDuration } from '../../kernel/time.ts';
import { compilePattern, type StepBudget, stepsMax } from '../format/pattern/pattern.ts';

/** The operators of an expectation: `{ gte: 3 }`. */
const operators: Readonly<Record<string, (actual: Json | undefined, wanted: Json, isMatch: IsMatch) => boolean>> = {
  eq: (actual, wanted) => isSame(actual, wanted) && actual !== undefined,
  ne: (actual, wanted) => !isSame(actual, wanted),
  lt: (actual, wanted) => compareNumbers(actual, wanted, (difference) => difference < 0),
  lte: (actual, wanted) => compareNumbers(actual, wanted, (difference) => difference <= 0),
  gt: (actual, wanted) => compareNumbers(actual, wanted, (difference) => difference > 0),
  gte: (actual, wanted) => compareNumbers(actual, wanted, (difference) => difference >= 0),
  matches: (actual, wanted, isMatch) => typeof actual === 'string' && isMatch(actual, String(wanted)) === true,
  contains: (actual, wanted) =>
    typeof actual === 'string' && typeof wanted === 'string'
      ? actual.includes(wanted)
      : Array.isArray(actual) && actual.some((item: Json) => canonicalText(item) === canonicalText(wanted)),
  length: (actual, wanted) => Array.isArray(actual) && actual.length === wanted,
  exists: (actual, wanted) => (actual !== undefined) === wanted,
  oneOf: (actual, wanted) => Array.isArray(wanted) && wanted.some((item: Json) => isSame(actual, item)),
};

/** Equal values. Text that is a duration equals that number of milliseconds. */
const isSame = (actual: Json | undefined, wanted: Json): boolean =>
  canonicalText(actual ?? null) === canonicalText(wanted) ||
  (typeof actual === 'number' && typeof wanted === 'string' && parseDuration(wanted) === actual);

/** Whether a text has a match of a pattern; undefined if finding out takes too many steps. */
type IsMatch = (text: string, pattern: string) => boolean | undefined;

const isMatchAtOnce: IsMatch = (text, pattern) => {
  const made = compilePattern(pattern);
  return !isLeft(made) && made.right.test(text);
};

/** The patterns in an expectation, at any depth. */
export const findPatterns = (expected: Json): string[] => {
  if (expected === null || typeof expected !== 'object') return [];
  if (Array.isArray(expected)) return expected.flatMap(findPatterns);
  const pattern = readOperators(expected)?.find(([name]) => name === 'matches')?.[1];
  return pattern === undefined ? Object.values(expected).flatMap((field) => findPatterns(field as Json)) : [String(pattern)];
};

/** Describes the problems of invalid ones. */
export const findBrokenPatterns = (expected: Json): string[] =>
  findPatterns(expected).flatMap((pattern) => {
    const made = compilePattern(pattern);
    return isLeft(made) ? [made.left] : [];
  });

/** Compares numbers; a duration as text is compared as milliseconds. */
const compareNumbers = (actual: Json | undefined, wanted: Json, holds: (difference: number) => boolean): boolean => {
  const limit = typeof wanted === 'string' ? parseDuration(wanted) : wanted;
  return typeof actual === 'number' && typeof limit === 'number' && holds(actual - limit);
};

/** A difference between an actual and an expected value, in words. */
export interface Mismatch {
  /** The part of the value that differs: `body.status`. */
  readonly what: string;
  /** As the scenario writes it. */
  readonly expected: string;
  /** In the same unit. */
  readonly actual: string;
}

export const mismatchText = ({ what, expected, actual }: Mismatch): string => `${what}: expected ${expected}, got ${actual}`;

/** How a value differs from the expected one; empty if it does not. Objects are compared partially, lists exactly. */
export const mismatches = (expected: Json, actual: Json | undefined, what: string, isMatch = isMatchAtOnce): Mismatch[] => {
  const rules = readOperators(expected);
  const differs = (): Mismatch => ({ what, expected: formatActual(expected), actual: formatActual(actual) });
  if (rules !== undefined) {
    return rules
      .filter(([name, wanted]) => operators[name]?.(actual, wanted, isMatch) !== true)
      .map(([name, wanted]) =>
        comparing.includes(name) && isDuration(wanted) && typeof actual === 'number'
          ? { what, expected: `${name} ${wanted}`, actual: writeInUnit(wanted, actual) }
          : {
              what,
              expected: `${name} ${formatActual(wanted)}`,
              actual: name === 'matches' ? textForPattern(actual, wanted, isMatch) : formatActual(actual),
            },
      );
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [differs()];
    return expected.flatMap((item: Json, k) => mismatches(item, actual[k] as Json, `${what}[${k}]`, isMatch));
  }
  if (expected !== null && typeof expected === 'object') {
    if (actual === null || typeof actual !== 'object' || Array.isArray(actual)) return [differs()];
    return Object.entries(expected).flatMap(([key, field]) =>
      mismatches(
        field as Json,
        Object.hasOwn(actual, key) ? (actual as { readonly [key: string]: Json })[key] : undefined,
        `${what}.${key}`,
        isMatch,
      ),
    );
  }
  return isSame(actual, expected) && actual !== undefined ? [] : [differs()];
};

/** The same with pauses in the search for patterns, and within the remaining steps of a search; undefined if these are too few. */
export function* mismatchesInSteps(expected: Json, actual: Json, what: string, search: StepBudget): Steps<Mismatch[] | undefined> {
  const found = new Map<string, boolean>();
  const makeKey = (text: string, pattern: string): string => `${pattern.length} ${pattern}${text}`;
  const asked: (readonly [text: string, pattern: string])[] = [];
  const before = mismatches(expected, actual, what, (text, pattern) => {
    asked.push([text, pattern]);
    return false;
  });
  if (asked.length === 0) return before;
  for (const [text, pattern] of asked) {
    const made = compilePattern(pattern);
    if (isLeft(made) || found.has(makeKey(text, pattern))) continue;
    const isFound = yield* made.right.testInSteps(text, search);
    if (isFound === undefined) return undefined;
    found.set(makeKey(text, pattern), isFound);
  }
  return mismatches(expected, actual, what, (text, pattern) => found.get(makeKey(text, pattern)) ?? false);
}

/** A text without a match, or one whose search was given up. */
const textForPattern = (actual: Json | undefined, wanted: Json, isMatch: IsMatch): string =>
  typeof actual === 'string' && isMatch(actual, String(wanted)) === undefined
    ? `${formatActual(actual)}, whose ${actual.length} characters take over ${stepsMax} steps to search: use a simpler pattern, or contains`
    : formatActual(actual);

/** The same for a number of milliseconds, which a plain duration must equal exactly. */
export const durationMismatches = (expected: Json, actualMs: number, what: string): Mismatch[] =>
  quantityMismatches(expected, actualMs, what, { read: inMs, shown: durationShown, writeInUnit });

/** The same for a number that is no duration: no text equals it. The unit, such as ` USD`, follows every number. */
export const numberMismatches = (expected: Json, actual: number, what: string, unit = ''): Mismatch[] => {
  const withUnit = (value: Json): string => `${formatActual(value)}${typeof value === 'number' ? unit : ''}`;
  return quantityMismatches(expected, actual, what, { read: withoutText, shown: withUnit, writeInUnit: (_, value) => withUnit(value) });
};

/** The same for a share, which may be a percentage: `80%`, or 0.8. */
export const shareMismatches = (expected: Json, actual: number, what: string): Mismatch[] =>
  quantityMismatches(expected, actual, what, {
    read: inShare,
    shown: formatActual,
    writeInUnit: (wanted, value) =>
      typeof wanted === 'string' && parseShare(wanted) !== undefined ? `${Number((value * 100).toFixed(4))}%` : formatActual(value),
  });

/** A text above 100 % equals no share, and cannot be compared with one. */
const inShare = (wanted: Json): Json => {
  if (Array.isArray(wanted)) return wanted.map(inShare);
  const share = typeof wanted === 'string' ? (parseShare(wanted) ?? 2) : undefined;
  return share === undefined ? wanted : share <= 1 ? share : null;
};

/** How a scenario writes a quantity, and how a report shows it beside the expected one. */
interface Quantity {
  readonly read: (wanted: Json) => Json;
  readonly shown: (wanted: Json) => string;
  readonly writeInUnit: (wanted: Json, actual: number) => string;
}

const quantityMismatches = (expected: Json, actual: number, what: string, { read, shown, writeInUnit }: Quantity): Mismatch[] => {
  const rules = readOperators(expected);
  const wrong = (name: string, wanted: Json): boolean => operators[name]?.(actual, read(wanted), isMatchAtOnce) !== true;
  if (rules === undefined) return wrong('eq', expected) ? [{ what, expected: shown(expected), actual: writeInUnit(expected, actual) }] : [];
  return rules
    .filter(([name, wanted]) => wrong(name, wanted))
    .map(([name, wanted]) => ({ what, expected: `${name} ${shown(wanted)}`, actual: writeInUnit(wanted, actual) }));
};

const withoutText = (wanted: Json): Json => {
  if (Array.isArray(wanted)) return wanted.map(withoutText);
  return typeof wanted === 'string' ? null : wanted;
};

const comparing: readonly string[] = ['lt', 'lte', 'gt', 'gte'];

const isDuration = (wanted: Json): wanted is string => typeof wanted === 'string' && parseDuration(wanted) !== undefined;

/** A duration is written without quotation marks. */
const durationShown = (wanted: Json): string => (isDuration(wanted) ? wanted : formatActual(wanted));

/** Milliseconds in the unit of a written duration, if that is one of `ms` and `s`, in which every time has few digits. */
const writeInUnit = (wanted: Json, ms: number): string => {
  const unit = isDuration(wanted) ? /^[\d.]+(ms|s)$/.exec(wanted)?.[1] : undefined;
  if (unit === undefined) return formatDuration(ms);
  return unit === 'ms' ? `${ms}ms` : `${ms / 1_000}s`;
};

const inMs = (wanted: Json): Json => {
  if (Array.isArray(wanted)) return wanted.map(inMs);
  return typeof wanted === 'string' ? (parseDuration(wanted) ?? wanted) : wanted;
};

export const operatorNames: readonly string[] = Object.keys(operators);

export const readOperators = (expected: Json): readonly [string, Json][] | undefined => {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) return undefined;
  const entries = Object.entries(expected) as [string, Json][];
  return entries.length > 0 && entries.every(([key]) => Object.hasOwn(operators, key)) ? entries : undefined;
};

const formatActual = (value: Json | undefined): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};
