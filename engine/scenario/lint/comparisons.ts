import type { Json } from '../../kernel/canonical.ts';
import { parseDuration } from '../../kernel/time.ts';
import type { PathProblem } from '../build.ts';
import { operatorNames } from '../expectation.ts';
import { suggestion } from '../nearest.ts';
import { errorAt, type Finding, ofKey } from './finding.ts';

type What = 'number' | 'duration';

const examples: Readonly<Record<What, string>> = {
  number: 'a number such as 3, or operators with numbers such as { gte: 3 }',
  duration: 'a duration such as 8s, or operators with durations such as { lte: 8s }',
};

/** What a number or a duration can never be: an object, a word, an operator that does not exist. */
export const comparisonFindings = (wanted: Json, path: PathProblem['path'], what: What): readonly Finding[] => {
  if (wanted === null || typeof wanted !== 'object' || Array.isArray(wanted))
    return isPossible(wanted, what) ? [] : [wrong(wanted, path, what)];
  return (Object.entries(wanted) as [string, Json][]).flatMap(([name, value]): readonly Finding[] => {
    const at = [...path, name];
    if (!operatorNames.includes(name))
      return [ofKey(errorAt(at, `unknown operator '${name}'${suggestion(name, operatorNames, 'docs/scenarios.md', 'the operators')}`))];
    const values = name === 'oneOf' && Array.isArray(value) ? value : [value];
    return name === 'exists' ? [] : values.flatMap((one: Json) => (isPossible(one, what) ? [] : [wrong(one, at, what)]));
  });
};

const isPossible = (value: Json, what: What): boolean =>
  typeof value === 'string'
    ? value.includes('$') || (what === 'duration' && parseDuration(value) !== undefined)
    : typeof value === 'number';

const wrong = (value: Json, path: PathProblem['path'], what: What): Finding =>
  errorAt(path, `${JSON.stringify(value)} can never be met; give ${examples[what]}`);
