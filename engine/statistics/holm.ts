/**
 * Probabilities of several tests, adjusted for their number (Holm, 1979): the smallest is multiplied by how many there are, the next by
 * one less, and so on, and none is smaller than the one before it. Where all tests with an adjusted probability of at most 5 % are
 * called differences, the chance that any of these is none is at most 5 %, however the tests depend on one another.
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

/** The chance of calling anything a difference that is none. */
export const familyError = 0.05;
