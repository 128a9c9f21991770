import { isSame, type Json } from '../../../kernel/canonical.ts';
import type { Ingredients, Versions } from './key.ts';

/** The inputs of a study at its last run. */
export interface LastRun extends Versions {
  /** By the name of the configuration, the digest of its scenario. */
  readonly scenarios: Readonly<Record<string, string>>;
  /** The name of the first configuration, and its scenario: to see what changed in it. */
  readonly first: string;
  readonly scenario: Json;
}

/** Why the result of a play is not known: everything that has changed since the last run, or that the play is new. */
export const whyMissing = (last: LastRun | undefined, name: string, now: Omit<Ingredients, 'seed'>): readonly string[] => {
  if (last === undefined) return ['no earlier run of this study is known here'];
  const before = last.scenarios[name];
  const changes = [
    ...(last.ruleset === now.ruleset ? [] : [`the rules changed (${brief(last.ruleset)} → ${brief(now.ruleset)})`]),
    ...(last.engine === now.engine ? [] : [`podsim ${last.engine} → ${now.engine}`]),
    ...(last.measures === now.measures ? [] : [`the measures changed (${brief(last.measures)} → ${brief(now.measures)})`]),
    ...(last.code === now.code ? [] : [`the code of plays changed (${brief(last.code)} → ${brief(now.code)})`]),
    ...(before === undefined ? ['the configuration is new'] : before === now.scenario ? [] : ['the scenario changed']),
  ];
  return changes.length > 0 ? changes : ['its seed was not played before, or its result is gone'];
};

/** The paths at which two values differ, up to a maximum: `spec.load.0.rate: 5 → 6`. */
export const findChanges = (before: Json | undefined, after: Json | undefined, max: number): readonly string[] =>
  differences(before, after, []).slice(0, max);

const differences = (before: Json | undefined, after: Json | undefined, path: readonly string[]): readonly string[] => {
  if (isSame(before ?? null, after ?? null)) return [];
  const [one, other] = [readParts(before), readParts(after)];
  if (one === undefined || other === undefined || Array.isArray(before) !== Array.isArray(after))
    return [`${path.join('.')}: ${formatValue(before)} → ${formatValue(after)}`];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.flatMap((key) => differences(one[key], other[key], [...path, key]));
};

const readParts = (value: Json | undefined): Readonly<Record<string, Json | undefined>> | undefined =>
  value !== null && typeof value === 'object' ? (value as Readonly<Record<string, Json | undefined>>) : undefined;

/** More of a value would hide what changed. */
const charactersMax = 40;

const formatValue = (value: Json | undefined): string => {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1)}…`;
};

const brief = (digest: string): string => `${digest.slice(0, 4)}…`;
