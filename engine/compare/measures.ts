import type { VirtualTime } from '../kernel/time.ts';
import { type NamedMeasure, namedMeasures } from '../world/reports/record/namedMeasures.ts';
import { recordEndpoint } from '../world/reports/record/recordLog.ts';
import type { World } from '../world/world.ts';

/** A quantity by which runs are compared. */
export type Measure = Pick<NamedMeasure, 'name' | 'unit' | 'better'>;

/** What the table of measures says is compared, in its order. */
const compared = namedMeasures.filter(({ isCompared }) => isCompared);

export const measures: readonly Measure[] = compared.map(({ name, unit, better }) => ({ name, unit, better }));

/** What is not shown of runs without it. */
export const ofTokens: ReadonlySet<string> = new Set(compared.flatMap(({ name, isOfTokens }) => (isOfTokens ? [name] : [])));

/** Measurements by name; null if a run has nothing to measure, such as the delay of no jobs. */
export type Measured = Readonly<Record<string, number | null>>;

/** A world, or a log with the state at its end. */
export interface Measurable {
  readonly log: Pick<World['log'], 'entries'>;
  readonly state: World['state'];
}

/** Measures a world up to `until`. */
export const measure = (world: Measurable, until: VirtualTime): Measured => {
  const run = { record: recordEndpoint(world.log.entries(), until), billing: world.state.billing, until };
  return Object.fromEntries(compared.map(({ name, take }) => [name, take(run)]));
};
