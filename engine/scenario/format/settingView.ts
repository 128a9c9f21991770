import { distributionView } from '../../api/contract/parts/distribution.ts';
import type { Distribution } from '../../cloud/handler/distribution.ts';
import { findMedian } from '../../cloud/handler/drawnSetting.ts';
import { settingRows } from '../../cloud/settings.ts';
import type { GroundedValue } from '../../cloud/timing/timingValue.ts';
import { formatDuration } from '../../kernel/time.ts';

/** The value of a setting, given as the log has it, in the words of a scenario. */
export const settingText = (name: string, value: unknown): string => {
  if (isDistribution(value)) return writeValue(distributionView(value));
  const isDuration = settingRows().some((row) => row.name === name && row.isDuration);
  return isDuration && typeof value === 'number' ? formatDuration(value) : String(value);
};

/** Writes a measured value in the same words. A value that was seen once has no spread: the draws of plays are an assumption. */
export const showGrounded = ({ setting, value, values }: Pick<GroundedValue, 'setting' | 'value' | 'values'>): string =>
  values === 1 && isDistribution(value) ? `${formatDuration(findMedian(value))}, seen once` : settingText(setting, value);

const isDistribution = (value: unknown): value is Distribution => typeof value === 'object' && value !== null && 'kind' in value;

/** As YAML writes it in one line. */
const writeValue = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${writeValue(part)}`)
    .join(', ')} }`;
};
