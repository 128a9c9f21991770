import { distributionView } from '../../api/contract/parts/distribution.ts';
import type { Distribution } from '../../cloud/handler/distribution.ts';
import { settingRows } from '../../cloud/settings.ts';
import { formatDuration } from '../../kernel/time.ts';

/** The value of a setting, given as the log has it, in the words of a scenario. */
export const settingText = (name: string, value: unknown): string => {
  if (typeof value === 'object' && value !== null && 'kind' in value) return wordsOf(distributionView(value as Distribution));
  const isDuration = settingRows().some((row) => row.name === name && row.isDuration);
  return isDuration && typeof value === 'number' ? formatDuration(value) : String(value);
};

/** As YAML writes it in one line. */
const wordsOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(wordsOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${name}: ${wordsOf(part)}`)
    .join(', ')} }`;
};
