import { formatDuration, formatVirtualTime } from '../../kernel/time.ts';
import type { FaultAnswer, FaultSpec } from './events.ts';

/** What a fault strikes, when, and how. */
export const specWords = ({ fault, match, from, until, atOnce, chance, limit, delayMs, status, answer }: FaultSpec): string => {
  const words = [
    fault,
    ...Object.entries(match).map(([key, value]) => `${key}=${value}`),
    atOnce ? `at=${formatVirtualTime(from)}` : `from=${formatVirtualTime(from)}`,
    ...(until === null ? [] : [`until=${formatVirtualTime(until)}`]),
    ...(chance === null ? [] : [`chance=${chance.join('/')}`]),
    ...(limit === null ? [] : [`limit=${limit}`]),
    ...(delayMs === 0 ? [] : [`delay=${formatDuration(delayMs)}`]),
    ...(fault === 'api-error' ? [`status=${status}`] : []),
    ...(answer === undefined ? [] : answerWords(answer)),
  ];
  return `{${words.join(' ')}}`;
};

/** What it answers, as far as a line has room for it. */
const answerWords = ({ status, headers, body, effect }: FaultAnswer): readonly string[] => {
  const text = body === undefined ? '' : ` ${JSON.stringify(body)}`;
  const type = headers['content-type'];
  return [
    `answer=${status}${type === undefined ? '' : ` ${type}`}${text.length > bodyMax ? `${text.slice(0, bodyMax)}…` : text}`,
    ...(effect ? [] : ['effect=false']),
  ];
};

const bodyMax = 60;
