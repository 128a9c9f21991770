import { duration, ofMechanism, type Setting } from '../../kernel/settings.ts';
import type { DurationMs } from '../../kernel/time.ts';
import { type Distribution, quantile } from './distribution.ts';

/** A duration of a setting: the same each time, or drawn in life. */
export type DrawnDuration = DurationMs | Distribution;

/** A setting that is a constant, or a distribution. */
const vary = <Rule extends string>(value: DurationMs, rule: Rule, about: string): Setting<DrawnDuration, Rule> => ({
  ...duration(value, rule, about),
  drawn: true,
});

/** The same as part of a mechanism that was measured. */
export const varyIn = <Rule extends string>(
  mechanism: string,
  value: DurationMs,
  rule: Rule,
  about: string,
): Setting<DrawnDuration, Rule> => ofMechanism(mechanism, vary(value, rule, about));

/** The same setting, whose times may also be told by image. */
export const byImage = <Rule extends string>(setting: Setting<DrawnDuration, Rule>): Setting<DrawnDuration, Rule> => ({
  ...setting,
  perImage: true,
});

/** How long it takes this time. A draw of a constant is not made. */
export const drawSetting = (setting: DrawnDuration, u: () => number): DurationMs => {
  if (typeof setting === 'number') return setting;
  return setting.kind === 'fixed' ? quantile(setting, 0) : quantile(setting, u());
};

/** The median, for reports before the setting is drawn. */
export const findMedian = (setting: DrawnDuration): DurationMs =>
  typeof setting === 'object' && setting.kind === 'perImage' ? findMedian(setting.between) : drawSetting(setting, () => 0.5);
