/**
 * Adjusts the probabilities of several tests for their number (Holm, 1979): multiplies the smallest by the number of tests, the next by one
 * less, and so on, and lets none be smaller than the one before it. If all tests with an adjusted probability of at most 5 % are called
 * differences, the chance of a false one among them is at most 5 %, however the tests depend on one another.
 */
export const holmAdjusted = (probabilities: readonly number[]): readonly number[] => {
  const order = probabilities.map((probability, place) => ({ probability, place })).sort((a, b) => a.probability - b.probability);
  const adjusted = probabilities.map(() => 1);
  let least = 0;
  for (const [rank, { probability, place }] of order.entries()) {
    least = Math.max(least, Math.min(1, probability * (order.length - rank)));
    adjusted[place] = least;
  }
  return adjusted;
};

/** The chance of a false difference. */
export const familyError = 0.05;
