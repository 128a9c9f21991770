import { canonicalText } from '../kernel/canonical.ts';
import { hash128 } from '../kernel/rng.ts';
import type { LoadSpec, StepSpec } from './format.ts';

/**
 * What the calls of steps are keyed by: the step's name, or what it says and which of the steps that say the same it is.
 * Its trigger is part of what it says, but never the instant at which it fires: that depends on the rest of the story.
 */
export const stepKeys = (steps: readonly StepSpec[]): readonly string[] => {
  const unnamed = numbered(
    steps.map(({ act = '', as, with: written, at, after, delay, when }) => `${act}/${digest({ as, written, at, after, delay, when })}`),
  );
  return steps.map(({ name }, k) => (name === undefined ? (unnamed[k]?.join('/') ?? '') : `step/${name}`));
};

/** What the calls and draws of loads are keyed by: the load's name, or whom it calls and which of the loads that do it is. */
export const loadNames = (loads: readonly Pick<LoadSpec, 'name' | 'act' | 'with'>[]): readonly string[] => {
  const unnamed = numbered(loads.map(({ act, with: { endpoint = '' } }) => `${act}/${endpoint}`));
  return loads.map(({ name }, k) => name ?? unnamed[k]?.join('#') ?? '');
};

/** Each text with how many like it there were up to there. */
const numbered = (texts: readonly string[]): readonly (readonly [text: string, twin: number])[] => {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const twin = (seen.get(text) ?? 0) + 1;
    seen.set(text, twin);
    return [text, twin];
  });
};

const digest = (said: unknown): string => hash128(canonicalText(said)).a.toString(16).padStart(8, '0');
