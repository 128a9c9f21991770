import { type GoalShare, nameShare, type ShareWhole } from '../measure/shares.ts';
import type { Goal } from './format.ts';

/** The limits of a goal, in the unit of the measure. If a limit is for a share of jobs, days or plays, it is that share that must be large enough. */
export interface GoalLimit {
  readonly name: string;
  readonly lte: number | undefined;
  readonly gte: number | undefined;
  /** The share of jobs, days or plays that must keep to a limit. */
  readonly share?: GoalShare;
}

interface WrittenLimit {
  readonly lte?: number;
  readonly gte?: number;
  readonly in?: { readonly share: number; readonly whole: ShareWhole };
}

export const listLimits = ({ minimize: _minimize, maximize: _maximize, ...limits }: Goal): readonly GoalLimit[] =>
  Object.entries(limits).flatMap(([measure, limit]): readonly GoalLimit[] => {
    const { lte, gte, in: within } = limit as WrittenLimit;
    if (within === undefined) return [{ name: measure, lte, gte }];
    const share = { whole: within.whole, measure, lte, gte };
    return [{ name: nameShare(share), lte: undefined, gte: within.share, share }];
  });
