import type { Goal } from './format.ts';

/** What a goal limits, in the unit of the measure. */
export interface GoalLimit {
  readonly name: string;
  readonly lte: number | undefined;
  readonly gte: number | undefined;
}

export const limitsOf = ({ minimize: _minimize, maximize: _maximize, ...limits }: Goal): readonly GoalLimit[] =>
  Object.entries(limits).flatMap(([name, limit]) => {
    const { lte, gte } = limit as { readonly lte?: number; readonly gte?: number };
    return [{ name, lte, gte }];
  });
