import { dropMeasured, newestTiming } from '../../engine/cloud/timing/timings.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { withTiming } from '../../engine/simulator/definition.ts';

/** The scenario under measured times. What it expects was said of others, so nothing is expected but the invariants. */
export const withMeasuredTimes = ({ spec, definition, ...rest }: Scenario): Scenario => {
  const { assert: _assert, fingerprint: _fingerprint, ...kept } = spec;
  const settings = dropMeasured(definition.settings as Parameters<typeof dropMeasured>[0], newestTiming);
  return { ...rest, spec: kept, definition: withTiming({ ...definition, settings }, newestTiming) };
};
