import { availableParallelism } from 'node:os';

/**
 * Takes the items one by one, several at a time.
 * @template Item
 * @param {Iterable<Item>} items
 * @param {(item: Item) => Promise<void>} work
 */
export const inParallel = async (items, work) => {
  const left = [...items].values();
  const takeAll = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, takeAll));
};
