import { type Invariant, invariants } from '../../../engine/simulator/invariants.ts';

/** Does some work while every world has one more invariant. */
export const withInvariant = (invariant: Invariant, work: () => void): void => {
  const all = invariants as Invariant[];
  all.push(invariant);
  try {
    work();
  } finally {
    all.splice(all.indexOf(invariant), 1);
  }
};

/** The same of work that goes on after it has begun. */
export const untilDoneWith = async (invariant: Invariant, work: () => Promise<void>): Promise<void> => {
  const all = invariants as Invariant[];
  all.push(invariant);
  try {
    await work();
  } finally {
    all.splice(all.indexOf(invariant), 1);
  }
};
