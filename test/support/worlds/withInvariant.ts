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
