/** The first of so many indexes for which something holds that holds for all after it, too; the count itself if it holds for none. */
export const firstIndex = (count: number, holds: (index: number) => boolean): number => {
  let [first, beyond] = [0, count];
  while (first < beyond) {
    const middle = Math.floor((first + beyond) / 2);
    if (holds(middle)) beyond = middle;
    else first = middle + 1;
  }
  return first;
};
