import { isLeft } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { formatDuration } from '../../kernel/time.ts';
import type { AssertionSpec } from '../format/assertionFormat.ts';
import { substitute, type Variables } from '../format/variables.ts';
import { entriesWith, type LogView, numberOf, samplesOf } from './assertion.ts';
import { operatorsOf } from './expectation.ts';
import { isSingle, unitOf } from './metrics.ts';

/** The numbers of a log that an assertion is about: `p95 5s`; undefined where it is about none. */
export const textOfMeasured = (written: AssertionSpec, view: LogView, variables: Variables): string | undefined => {
  const filled = substitute(written as Json, variables);
  if (isLeft(filled)) return undefined;
  const assertion = filled.right as AssertionSpec;
  if ('sequence' in assertion) return undefined;
  if ('never' in assertion) return String(entriesWith(view, assertion.never, assertion).length);
  if ('count' in assertion) return String(entriesWith(view, assertion.count, assertion).length);
  const { metric, of } = assertion;
  if (isSingle(metric)) return `${String(Number(numberOf(metric, of, view).toFixed(6)))}${unitOf(metric) === 'USD' ? ' USD' : ''}`;
  const samples = samplesOf(metric, of, view).at([50, 95, 100]);
  const parts = (['p50', 'p95', 'max'] as const).flatMap((which, k) => {
    const ms = samples[k]?.ms;
    return assertion[which] === undefined || ms === undefined ? [] : [`${which} ${formatDuration(ms)}`];
  });
  return parts.length === 0 ? undefined : parts.join(', ');
};

/** An assertion in words: `p95 of delayTime of ep-a ≤ 5s`. */
export const assertionText = (assertion: AssertionSpec): string => {
  const of = assertion.of === undefined ? '' : ` of ${assertion.of}`;
  if ('sequence' in assertion) return `the events${of}: ${assertion.sequence.join(', ')}`;
  if ('never' in assertion) return `no ${assertion.never}${of}`;
  if ('count' in assertion) return `count of ${assertion.count}${of} ${comparison(assertion.is as Json)}`;
  const { metric } = assertion;
  const parts = (['p50', 'p95', 'max', 'is'] as const).flatMap((which) =>
    assertion[which] === undefined ? [] : [`${which === 'is' ? '' : `${which} of `}${metric}${of} ${comparison(assertion[which] as Json)}`],
  );
  return parts.join(', ');
};

const signs: Readonly<Record<string, string>> = { lt: '<', lte: '≤', gt: '>', gte: '≥', ne: '≠', eq: '=' };

export const comparison = (wanted: Json): string =>
  (operatorsOf(wanted) ?? [['eq', wanted]]).map(([name, value]) => `${signs[name] ?? name} ${String(value)}`).join(' and ');
