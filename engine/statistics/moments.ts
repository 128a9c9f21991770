/** The mean of some values. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The variance of a sample: the sum of squared deviations over the size less one; 0 for fewer than two values. */
export const variance = (values: readonly number[]): number => {
  if (values.length < 2 || isConstant(values)) return 0;
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) * (value - middle), 0) / (values.length - 1);
};

/** Whether all values are the same. The sum of equal numbers is rounded, so that a variance would not be 0 exactly. */
export const isConstant = ([first, ...others]: readonly number[]): boolean => others.every((value) => value === first);
