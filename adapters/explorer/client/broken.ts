import type { InvariantViolation } from '../../../engine/kernel/index.ts';
import type { BrokenProperty } from '../../../engine/lab/explorer/index.ts';

/** A broken property. Ids and numbers differ from run to run. */
export const asBroken = (property: string, words: string): BrokenProperty => ({
  property,
  words,
  shape: words.replaceAll(/\b(?:[\w-]*\d[\w-]*)\b/g, '·'),
});

export const propertyOfViolation = (thrown: unknown): BrokenProperty => {
  const [property = '', ...rest] = (thrown as InvariantViolation).message.split(': ');
  return asBroken(property, rest.join(': '));
};
