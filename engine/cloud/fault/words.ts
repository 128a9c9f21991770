import { formatDuration, formatVirtualTime } from '../../kernel/time.ts';
import type { FaultSpec } from './events.ts';

/** What a fault strikes, when, and how. */
export const specWords = ({ fault, match, from, until, atOnce, chance, limit, delayMs, status }: FaultSpec): string => {
  const words = [
    fault,
    ...Object.entries(match).map(([key, value]) => `${key}=${value}`),
    atOnce ? `at=${formatVirtualTime(from)}` : `from=${formatVirtualTime(from)}`,
    ...(until === null ? [] : [`until=${formatVirtualTime(until)}`]),
    ...(chance === null ? [] : [`chance=${chance.join('/')}`]),
    ...(limit === null ? [] : [`limit=${limit}`]),
    ...(delayMs === 0 ? [] : [`delay=${formatDuration(delayMs)}`]),
    ...(fault === 'api-error' ? [`status=${status}`] : []),
  ];
  return `{${words.join(' ')}}`;
};
