import fc from 'fast-check';

/**
 * Asserts that a property holds, on the same examples every time: PODSIM_LAW_SEED=<a number> tries others, and
 * PODSIM_LAW_RUNS=<a factor> tries more. A failure prints the seed, and the shortest example that shows it.
 */
export const checkProperty = <Values>(property: fc.IPropertyWithHooks<Values> | fc.IProperty<Values>, runs = 100): void =>
  fc.assert(property, optionsFor(runs));

/** The same of a property that waits. */
export const checkLater = <Values>(property: fc.IAsyncProperty<Values>, runs = 100): Promise<void> => fc.assert(property, optionsFor(runs));

const optionsFor = (runs: number) => ({
  seed: Number(process.env['PODSIM_LAW_SEED'] ?? 1),
  numRuns: runs * Number(process.env['PODSIM_LAW_RUNS'] ?? 1),
});
