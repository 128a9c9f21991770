/** The middle of some numbers, or the upper of the two in the middle; undefined of none. */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
