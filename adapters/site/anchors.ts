/** The anchor of a heading as GitHub makes it, since the links of the pages are written for those. `taken` counts those of the page so far. */
export const makeAnchor = (heading: string, taken: Map<string, number>): string => {
  const anchor = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const count = taken.get(anchor) ?? 0;
  taken.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
};
