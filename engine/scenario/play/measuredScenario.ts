import type { WorldDefinition } from '../../simulator/definition.ts';
import { checkDefinition, withSeed } from '../../world/arguments.ts';
import type { Scenario } from '../scenario.ts';

/** The same scenario with another seed. Its definition is checked once, however many seeds it is given. */
export const reseedScenario = ({ definition, ...scenario }: Scenario, seed: string): Scenario => {
  const checked = known.get(definition) ?? checkDefinition(definition);
  known.set(definition, checked);
  return { ...scenario, definition: withSeed(checked, seed) };
};

const known = new WeakMap<WorldDefinition, WorldDefinition>();

/** The scenario with that seed as it is played to be measured: invariants are checked where it is tested. */
export const toMeasuredScenario = (scenario: Scenario, seed: string): Scenario => {
  const { spec, ...reseeded } = reseedScenario(scenario, seed);
  return { ...reseeded, spec: { ...spec, invariants: 'none' } };
};
