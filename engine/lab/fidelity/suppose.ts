import type { SomeSettings } from '../../cloud/entities.ts';
import type { Distribution } from '../../cloud/handler/distribution.ts';
import { findMedian } from '../../cloud/handler/drawnSetting.ts';
import type { TimingValue } from '../../cloud/timing/timingValue.ts';
import type { Json } from '../../kernel/canonical.ts';
import { formatDuration } from '../../kernel/time.ts';
import { type QuantityName, quantities } from './estimate/quantities.ts';
import type { Supposition } from './format.ts';

/** The settings that an observation assumes to have their values in the judged times. */
export const supposeSettings = (supposed: readonly Supposition[], times: readonly TimingValue[]): SomeSettings => {
  const settings: Record<string, Record<string, unknown>> = {};
  for (const one of supposed) {
    const value = valueIn(times, one.quantity);
    const [kind = '', key = ''] = one.as.split('.');
    if (value !== undefined && one.as !== 'firstJob') settings[kind] = { ...settings[kind], [key]: value };
  }
  return settings as SomeSettings;
};

/** The world as it is written, with the assumed values in the handlers of its endpoints. */
export const supposeHandler = (world: Json, supposed: readonly Supposition[], times: readonly TimingValue[]): Json => {
  const load = supposed.find(({ as }) => as === 'firstJob');
  const value = load === undefined ? undefined : valueIn(times, load.quantity);
  const { endpoints } = world as { readonly endpoints?: readonly { readonly handler?: object }[] };
  if (value === undefined || endpoints === undefined) return world;
  const firstJob = writeValue(value);
  return { ...(world as object), endpoints: endpoints.map((one) => ({ ...one, handler: { ...one.handler, firstJob } })) } as Json;
};

/** The middle of the assumed range of a quantity; 0 if these times do not have it. */
export const middleIn = (times: readonly TimingValue[], quantity: QuantityName): number => findMedian(valueIn(times, quantity) ?? 0);

const valueIn = (times: readonly TimingValue[], quantity: QuantityName): number | Distribution | undefined => {
  const { setting, formerly } = quantities[quantity];
  const found = times.find((one) => one.setting === setting) ?? times.find((one) => one.setting === formerly);
  return found?.value as number | Distribution | undefined;
};

/** An assumed value in the notation of scenarios: a constant, or one lognormal distribution. That of images is the level of one. */
const writeValue = (value: number | Distribution): Json => {
  if (typeof value !== 'number' && value.kind === 'perImage') return writeValue(value.between);
  return typeof value !== 'number' && value.kind === 'lognormal'
    ? { lognormal: { median: formatDuration(value.medianMs), p95: formatDuration(value.p95Ms) } }
    : formatDuration(findMedian(value));
};
