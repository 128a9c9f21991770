/**
 * Binary search: the first index for which the test holds, or the count if it holds for none. If it holds for one index, it must hold for
 * all later ones.
 */
export const firstIndex = (count: number, holds: (index: number) => boolean): number => {
  let [first, beyond] = [0, count];
  while (first < beyond) {
    const middle = Math.floor((first + beyond) / 2);
    if (holds(middle)) beyond = middle;
    else first = middle + 1;
  }
  return first;
};
