/**
 * Direction numbers of Joe and Kuo (2008, new-joe-kuo-6.21201) for dimensions 2 to 10: the degree of a primitive polynomial, its inner
 * coefficients as bits, and the first direction numbers.
 */
// biome-ignore format: a table
const directions: readonly (readonly [degree: number, coefficients: number, first: readonly number[]])[] = [
  [1, 0,  [1]],
  [2, 1,  [1, 3]],
  [3, 1,  [1, 3, 1]],
  [3, 2,  [1, 1, 1]],
  [4, 1,  [1, 1, 3, 3]],
  [4, 4,  [1, 3, 5, 13]],
  [5, 2,  [1, 1, 5, 5, 17]],
  [5, 4,  [1, 1, 5, 5, 5]],
  [5, 7,  [1, 1, 7, 11, 19]],
];

/** The most axes of a sequence of Sobol. */
export const sobolAxesMax = directions.length + 1;

const bits = 31;
const scale = 2_147_483_648;

/**
 * The first points of Sobol's sequence in `dimensions` dimensions, each coordinate from 0, inclusive, to 1, exclusive. The origin is the first:
 * without it, a power of two of points would not have equally many in every part of an axis (Owen, 2020).
 */
export const sobol = (dimensions: number, count: number): readonly (readonly number[])[] => {
  const numbers = Array.from({ length: dimensions }, (_, k) => directionNumbers(k));
  const state = numbers.map(() => 0);
  return Array.from({ length: count }, (_, k) => {
    // Antonov and Saleev: from one point to the next, one direction number is added, that of the lowest bit that was 0.
    const bit = k === 0 ? undefined : lowestZeroBit(k - 1);
    return numbers.map((direction, axis) => {
      const next = ((state[axis] ?? 0) ^ (bit === undefined ? 0 : (direction[bit] ?? 0))) >>> 0;
      state[axis] = next;
      return next / scale;
    });
  });
};

const directionNumbers = (axis: number): readonly number[] => {
  const row = directions[axis - 1];
  if (row === undefined) return Array.from({ length: bits }, (_, k) => 1 << (bits - 1 - k));
  const [degree, coefficients, first] = row;
  const numbers: number[] = [];
  for (let k = 0; k < bits; k++) {
    if (k < degree) numbers.push((first[k] ?? 0) << (bits - 1 - k));
    else {
      const before = numbers[k - degree] ?? 0;
      let number = before ^ (before >>> degree);
      for (let j = 1; j < degree; j++) if (((coefficients >> (degree - 1 - j)) & 1) === 1) number ^= numbers[k - j] ?? 0;
      numbers.push(number >>> 0);
    }
  }
  return numbers;
};

const lowestZeroBit = (k: number): number => {
  let bit = 0;
  for (let rest = k; rest % 2 === 1; rest = Math.floor(rest / 2)) bit += 1;
  return bit;
};
