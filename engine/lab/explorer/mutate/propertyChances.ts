import type { Choice } from '../choice.ts';

/** How likely each optional property is in the bodies of one run. */
export interface PropertyChances {
  /** The chance, in percent, that an optional property is present. `usual` is the chance without a swarm. */
  readonly findChance: (property: string, usual: number) => number;
  /** Whether a body with only optional properties may have exactly one of them, any one. */
  readonly single: boolean;
}

/** Every property has its usual chance. */
export const usualChances: PropertyChances = { findChance: (_property, usual) => usual, single: false };

/**
 * The chances of a swarm: in one run some properties are always absent, some are nearly always present, and the others have their usual chance.
 * Two rare properties therefore meet more often than with independent chances. The chance of a property is drawn at its first use.
 */
export const chancesFor = (choice: Choice): PropertyChances => {
  const chances = new Map<string, number | undefined>();
  const findChance = (property: string, usual: number): number => {
    if (!chances.has(property)) chances.set(property, choice.of([0, 85, undefined, undefined, undefined, undefined]));
    return chances.get(property) ?? usual;
  };
  return { findChance, single: true };
};
