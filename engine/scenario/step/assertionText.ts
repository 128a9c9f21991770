import { isLeft } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { formatDuration, sayDuration } from '../../kernel/time.ts';
import { findUnit, isDuration, percentileNames, percentiles, shareWithin } from '../../world/reports/record/namedMeasures.ts';
import type { AssertionSpec } from '../format/assertionFormat.ts';
import { substitute, type Variables } from '../format/variables.ts';
import { collectSamples, computeNumber, entriesWith, type LogView } from './assertion.ts';
import { readOperators } from './expectation.ts';

/** Writes the numbers of a log that an assertion is about: `p95 5s`; undefined if it is about none. */
export const textOfMeasured = (written: AssertionSpec, view: LogView, variables: Variables): string | undefined => {
  const filled = substitute(written as Json, variables);
  if (isLeft(filled)) return undefined;
  const assertion = filled.right as AssertionSpec;
  if ('sequence' in assertion) return undefined;
  if ('never' in assertion) return String(entriesWith(view, assertion.never, assertion).length);
  if ('count' in assertion) return String(entriesWith(view, assertion.count, assertion).length);
  const { metric, of, within } = assertion;
  if (!isDuration(metric)) {
    const value = computeNumber(metric, of, view);
    return value === null ? undefined : `${String(Number(value.toFixed(6)))}${findUnit(metric) === 'USD' ? ' USD' : ''}`;
  }
  const samples = collectSamples(metric, of, view);
  const values = samples.at(percentileNames.map((which) => percentiles[which]));
  const parts = percentileNames.flatMap((which, k) => {
    const ms = values[k]?.ms;
    return assertion[which] === undefined || ms === undefined ? [] : [`${which} ${sayDuration(ms)}`];
  });
  if (within !== undefined && samples.ms.length > 0)
    parts.push(`${shareText(shareWithin(samples, within))} within ${formatDuration(within)}`);
  return parts.length === 0 ? undefined : parts.join(', ');
};

const shareText = (share: number): string => `${Number((share * 100).toFixed(1))}%`;

/** An assertion in words: `p95 of delayTime of ep-a ≤ 5s`. */
export const assertionText = (assertion: AssertionSpec): string => {
  const of = assertion.of === undefined ? '' : ` of ${assertion.of}`;
  if ('sequence' in assertion) return `the events${of}: ${assertion.sequence.join(', ')}`;
  if ('never' in assertion) return `no ${assertion.never}${of}`;
  if ('count' in assertion) return `count of ${assertion.count}${of} ${comparison(assertion.is as Json)}`;
  const { metric, within } = assertion;
  const before = within === undefined ? '' : `share within ${formatDuration(within)} of `;
  const parts = [...percentileNames, 'is' as const].flatMap((which) =>
    assertion[which] === undefined
      ? []
      : [`${which === 'is' ? before : `${which} of `}${metric}${of} ${comparison(assertion[which] as Json)}`],
  );
  return parts.join(', ');
};

const signs: Readonly<Record<string, string>> = { lt: '<', lte: '≤', gt: '>', gte: '≥', ne: '≠', eq: '=' };

export const comparison = (wanted: Json): string =>
  (readOperators(wanted) ?? [['eq', wanted]]).map(([name, value]) => `${signs[name] ?? name} ${String(value)}`).join(' and ');
