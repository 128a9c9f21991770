import { settingsOfTiming } from '../../engine/cloud/timing/timings.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { withTiming } from '../../engine/simulator/definition.ts';

const timing = 'measured-2026-11';

/** The settings of a world without those that the timing has values for: they were chosen for other times. */
const withoutMeasured = (settings: Scenario['definition']['settings']): Scenario['definition']['settings'] => {
  const measured = settingsOfTiming(timing) as Readonly<Record<string, object>>;
  return Object.fromEntries(
    Object.entries(settings).map(([kind, some]) => [
      kind,
      Object.fromEntries(Object.entries(some).filter(([key]) => !Object.hasOwn(measured[kind] ?? {}, key))),
    ]),
  );
};

/** The scenario under measured times. What it expects was said of others, so nothing is expected but the invariants. */
export const withMeasuredTimes = ({ spec, definition, ...rest }: Scenario): Scenario => {
  const { assert: _assert, fingerprint: _fingerprint, ...kept } = spec;
  const settings = withoutMeasured(definition.settings);
  return { ...rest, spec: kept, definition: withTiming({ ...definition, settings }, timing) };
};
