import { parseShare } from '../../api/contract/parts/share.ts';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { parseDuration } from '../../kernel/time.ts';
import type { MeasureWords } from '../../world/reports/record/measures.ts';
import type { PathProblem } from '../format/problem.ts';
import { numberMismatches, operatorNames } from '../step/expectation.ts';
import { errorAt, type Finding, findingAt, ofKey } from './finding.ts';

type What = 'number' | MeasureWords['unit'];

const examples: Readonly<Record<What, string>> = {
  number: 'a number such as 3, or operators with numbers such as { gte: 3 }',
  ms: 'a duration such as 8s, or operators with durations such as { lte: 8s }',
  share: 'a share of time such as 90% or 0.9, or operators with such shares: { gte: 90% }',
  jobs: 'a number of jobs such as 30, or operators with such numbers: { lte: 30 }',
  'tokens/s': 'a number of tokens a second such as 40, or operators with such numbers: { gte: 40 }',
  'tokens/USD': 'a number of tokens for a dollar such as 500000, or operators with such numbers: { gte: 500000 }',
  'jobs/s': 'a number of jobs a second such as 0.5, or operators with such numbers: { gte: 0.5 }',
  calls: 'a number of calls such as 3, or operators with numbers such as { lte: 3 }',
  USD: 'a number of USD such as 0.25, or operators with such numbers: { lt: 0.25 }',
};

/** Finds comparisons that no quantity can meet: with an object, a word, a value in another unit, or by an unknown operator. */
export const comparisonFindings = (wanted: Json, path: PathProblem['path'], what: What): readonly Finding[] => {
  if (wanted === null || typeof wanted !== 'object' || Array.isArray(wanted))
    return isPossible(wanted, what) ? [] : [wrong(wanted, path, what)];
  return (Object.entries(wanted) as [string, Json][]).flatMap(([name, value]): readonly Finding[] => {
    const at = [...path, name];
    if (!operatorNames.includes(name))
      return [ofKey(errorAt(at, `unknown operator '${name}'${suggestion(name, operatorNames, 'docs/scenarios.md', 'the operators')}`))];
    const values = name === 'oneOf' && Array.isArray(value) ? value : [value];
    return name === 'exists' ? [] : values.flatMap((one: Json) => (isPossible(one, what) ? [] : [wrong(one, at, what, name)]));
  });
};

const isPossible = (value: Json, what: What): boolean =>
  typeof value === 'string'
    ? value.includes('$') || (what === 'ms' ? parseDuration(value) !== undefined : what === 'share' && isShare(parseShare(value)))
    : typeof value === 'number' && (what !== 'share' || isShare(value));

const isShare = (value = -1): boolean => value >= 0 && value <= 1;

/** A number that is no share can still be compared with one: every share is below 90. */
const wrong = (value: Json, path: PathProblem['path'], what: What, operator = 'eq'): Finding => {
  const isNumber = typeof value === 'number';
  const mayPass =
    isNumber && (operator === 'oneOf' || [0, 1].some((share) => numberMismatches({ [operator]: value }, share, '').length === 0));
  return findingAt(path, `${JSON.stringify(value)} ${isNumber ? 'is no share' : 'can never be met'}; give ${examples[what]}`, mayPass);
};
