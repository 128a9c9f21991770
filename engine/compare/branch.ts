import type { Scenario } from '../scenario/scenario.ts';
import { insertChange } from './change.ts';
import type { TimedChange } from './parse.ts';

/**
 * The scenario with changes, each made at its time, after the other steps or inputs of that time. Up to the first of them its run is the same, entry
 * by entry; from there on the scenario's own steps, loads and inputs go on as far as they can. It has no fingerprint: its log is another.
 */
export const branchScenario = (scenario: Scenario, changes: readonly TimedChange[]): Scenario => {
  if (changes.length === 0) return scenario;
  const {
    fingerprint: _fingerprint,
    recorded: _recorded,
    ...spec
  } = changes.reduce((changed, { at, ...change }) => insertChange(changed, change, at).spec, scenario.spec);
  return { ...scenario, spec };
};
