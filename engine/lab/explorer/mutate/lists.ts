/** The list without one of its items. */
export const withoutItem = <Item>(list: readonly Item[], place: number): readonly Item[] => [
  ...list.slice(0, place),
  ...list.slice(place + 1),
];

/** The list with another item in one place. */
export const replaceItem = <Item>(list: readonly Item[], place: number, item: Item): readonly Item[] => [
  ...list.slice(0, place),
  item,
  ...list.slice(place + 1),
];
