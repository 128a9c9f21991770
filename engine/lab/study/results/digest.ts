import { canonicalText, type Json } from '../../../kernel/canonical.ts';
import type { Scenario } from '../../../scenario/scenario.ts';

/** The parts of a scenario that its plays depend on, without its seed, as one text: the same for two scenarios that play alike. */
export const textOfPlay = ({ spec, definition }: Pick<Scenario, 'spec' | 'definition'>): string => {
  const { title: _title, teaches: _teaches, seed: _seed, $schema: _schema, matrix: _matrix, ...played } = spec;
  const { seed: _other, ...world } = definition;
  return canonicalText({ played, world } as unknown as Json);
};
