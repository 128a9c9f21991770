import type { Choice } from '../choice.ts';

/** How bodies are made in one run. */
export interface Habits {
  /** The chance in percent that a property is there which a request need not have, where usually it is so much. */
  readonly chanceOf: (property: string, usual: number) => number;
  /** Whether a request that must have no property at all may have a single one, any of them. */
  readonly single: boolean;
}

/** Every property is there as often as it usually is. */
export const usualHabits: Habits = { chanceOf: (_property, usual) => usual, single: false };

/**
 * As a swarm has them: some properties are never there in this run, some nearly always, the others as usual. So two that are rare
 * meet more often than by chance. What a property is to be is drawn when it is first asked for.
 */
export const habitsFor = (choice: Choice): Habits => {
  const chances = new Map<string, number | undefined>();
  const chanceOf = (property: string, usual: number): number => {
    if (!chances.has(property)) chances.set(property, choice.of([0, 85, undefined, undefined, undefined, undefined]));
    return chances.get(property) ?? usual;
  };
  return { chanceOf, single: true };
};
