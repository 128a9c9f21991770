import type { SimulationContext } from '../cloud/policies/context.ts';
import { trigger } from '../cloud/policies/faults.ts';
import { type DurationMs, later, type VirtualTime, worldStart } from '../kernel/time.ts';

interface Created {
  readonly createdAt: VirtualTime | null;
}

/** What a call that reads is shown of these: without those that a `list-lag` fault keeps from it. It strikes only if it hides one (fault.views). */
export const showLagging = <Item>(
  sim: SimulationContext,
  { operation, occasion }: { readonly operation: string; readonly occasion: () => string },
  items: readonly Item[],
): readonly Item[] => {
  const { activeFaults } = sim.state;
  if (activeFaults.none('list-lag')) return items;
  const isYounger = (item: Item, ms: DurationMs): boolean => later((item as Created).createdAt ?? worldStart, ms) > sim.now;
  const widest = Math.max(...[...activeFaults.of('list-lag')].map(({ spec }) => spec.delayMs));
  if (!items.some((item) => isYounger(item, widest))) return items;
  const struck = trigger(sim, 'list-lag', () => ({ operation, occasion }));
  return struck === undefined ? items : items.filter((item) => !isYounger(item, struck.delayMs));
};
