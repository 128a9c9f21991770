import { type DigestedStep, digestOfStep } from '../step/stepSecrets.ts';
import { type LoadSpec, listLoadCalls } from './format.ts';

/**
 * The keys of the steps' calls: the step's name, or a digest of its contents with a number that counts equal steps. The
 * contents include the trigger, but never the time at which it fires: that depends on the rest of the scenario.
 */
export const stepKeys = (steps: readonly DigestedStep[]): readonly string[] => {
  const unnamed = numberTwins(steps.map(digestContents));
  return steps.map(({ name }, k) => (name === undefined ? (unnamed[k]?.join('/') ?? '') : `step/${name}`));
};

/** The keys of the loads' calls and draws: the load's name, or its target with a number that counts loads with the same target. */
export const loadNames = (loads: readonly Pick<LoadSpec, 'name' | 'act' | 'with' | 'steps'>[]): readonly string[] => {
  const unnamed = numberTwins(loads.map((load) => listLoadCalls(load)[0]).map((first) => `${first?.act}/${first?.with?.endpoint ?? ''}`));
  return loads.map(({ name }, k) => name ?? unnamed[k]?.join('#') ?? '');
};

/** Each text with its count among equal texts so far. */
const numberTwins = (texts: readonly string[]): readonly (readonly [text: string, twin: number])[] => {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const twin = (seen.get(text) ?? 0) + 1;
    seen.set(text, twin);
    return [text, twin];
  });
};

/** A step is never changed, and many scenarios that are explored share most of theirs. */
const digestContents = (step: DigestedStep): string => {
  const known = contents.get(step);
  if (known !== undefined) return known;
  const text = `${step.act ?? ''}/${digestOfStep(step)}`;
  contents.set(step, text);
  return text;
};

const contents = new WeakMap<DigestedStep, string>();
