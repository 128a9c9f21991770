import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration } from '../../../kernel/time.ts';
import type { LoadSpec } from '../../../scenario/load/format.ts';
import { loadNames } from '../../../scenario/load/keys.ts';
import { countBlocks, usualBlock } from '../../../scenario/load/resample.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import type { StudySpec } from '../format/format.ts';
import { fieldsIn, listIn, withValue } from '../format/place.ts';

/** A load of a study that each seed sees in another way, because the study has it so. */
export interface ResampledTrace {
  readonly name: string;
  readonly blocks: number;
  readonly blockMs: number;
}

/**
 * The data of a study's scenario, with the traces of its loads resampled: a trace has no randomness of its own, so several seeds would see
 * one morning several times, and intervals would say nothing about other mornings. Loads that set how their trace is drawn (`resample`,
 * `scale`) stay.
 */
export const resampleTraces = (
  data: Json,
  spec: StudySpec,
  scenario: Scenario | undefined,
): { readonly data: Json; readonly resampled: readonly ResampledTrace[] } => {
  const load = scenario?.spec.load ?? [];
  const names = loadNames(load);
  const items = listIn(data, ['load']);
  let changed = data;
  const resampled: ResampledTrace[] = [];
  for (const [k, one] of load.entries()) {
    if (!hasSeveralSeeds(spec) || !isFixedTrace(one) || Object.hasOwn(fieldsIn(items[k] ?? null, []), 'resample')) continue;
    const [first, last] = findEnds(one);
    const blockMs = first === last ? undefined : usualBlock(last);
    if (blockMs === undefined) continue;
    changed = withValue(changed, ['load', k, 'resample'], { block: formatDuration(blockMs) });
    resampled.push({ name: names[k] ?? '', blocks: countBlocks(last, blockMs), blockMs });
  }
  return { data: changed, resampled };
};

/** Whether a study plays its configurations with more than one seed. */
export const hasSeveralSeeds = ({ seeds }: StudySpec): boolean =>
  seeds === undefined || (Array.isArray(seeds) ? seeds.length > 1 : !('batches' in seeds));

/** Whether a load is a trace that is the same with every seed. */
export const isFixedTrace = ({ trace, scale, resample = 'none' }: LoadSpec): boolean =>
  trace !== undefined && scale === undefined && resample === 'none';

const findEnds = ({ trace = [] }: LoadSpec): readonly [first: number, last: number] => [
  trace.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY),
  trace.reduce((most, at) => Math.max(most, at), 0),
];
