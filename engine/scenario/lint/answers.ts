import { findOperation } from '../../api/operations.ts';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { namesAt, type SchemaNode } from '../file/schema.ts';
import type { ExpectationSpec } from '../format/callFormat.ts';
import type { PathProblem } from '../format/problem.ts';
import { readTree } from '../format/schemaTree.ts';
import { apiReference } from '../format/words.ts';
import { mismatches, readOperators } from '../step/expectation.ts';
import { comparisonFindings } from './comparisons.ts';
import { errorAt, type Finding, ofKey } from './finding.ts';
import { expectsRefusal } from './requests.ts';

/** A call whose answer is looked at. */
export interface AnsweredCall {
  readonly path: PathProblem['path'];
  readonly act: string;
  readonly expect?: ExpectationSpec | undefined;
  readonly save?: Readonly<Record<string, string>> | undefined;
}

/** Finds expected fields that no answer to a call has. */
export const answerFindings = ({ path, act, expect, save = {} }: AnsweredCall): readonly Finding[] => {
  const { schema, frames } = findOperation(act)?.success ?? {};
  const shape = schema === undefined || frames !== undefined || expectsRefusal(expect) ? undefined : readTree(schema);
  const { body, took, status } = expect ?? {};
  const isOperators = typeof status === 'object' && status !== null;
  return [
    ...(typeof status === 'string' && /^[a-z_ ]+$/i.test(status) ? [errorAt([...path, 'expect', 'status'], explainStatus(status))] : []),
    ...(isOperators ? comparisonFindings(status as Json, [...path, 'expect', 'status'], 'number') : []),
    ...(took === undefined ? [] : comparisonFindings(took as Json, [...path, 'expect', 'took'], 'ms')),
    ...(shape === undefined || body === undefined ? [] : bodyFindings(act, shape, body as Json, [], [...path, 'expect', 'body'])),
    ...Object.entries(save).flatMap(([name, from]) =>
      shape === undefined || from === '.' ? [] : findingsOfSaves(act, shape, from.split('.'), [...path, 'save', name]),
    ),
  ];
};

const explainStatus = (given: string): string =>
  `'${given}' is no status of HTTP, which is a number such as 200; a status in the answer is expected as body: { status: ${given} }`;

type FieldPath = readonly (string | number)[];

/** The fields of an expected body that the answer never has, and must have. */
const bodyFindings = (act: string, shape: SchemaNode, wanted: Json, below: FieldPath, at: FieldPath): readonly Finding[] => {
  if (wanted === null || typeof wanted !== 'object') return [];
  if (Array.isArray(wanted)) return wanted.flatMap((one: Json, k) => bodyFindings(act, shape, one, [...below, k], [...at, k]));
  if (readOperators(wanted) !== undefined) return [];
  return (Object.entries(wanted) as [string, Json][]).flatMap(([name, value]) => {
    const unknown = unknownName(act, shape, below, name);
    if (unknown === undefined) return bodyFindings(act, shape, value, [...below, name], [...at, name]);
    return mismatches(value, undefined, '').length === 0 ? [] : [ofKey(errorAt([...at, name], unknown))];
  });
};

const findingsOfSaves = (act: string, shape: SchemaNode, from: readonly string[], at: FieldPath): readonly Finding[] => {
  const below: (string | number)[] = [];
  for (const name of from) {
    const unknown = unknownName(act, shape, below, name);
    if (unknown !== undefined) return [errorAt(at, unknown)];
    below.push(/^\d+$/.test(name) ? Number(name) : name);
  }
  return [];
};

const unknownName = (act: string, shape: SchemaNode, below: FieldPath, name: string): string | undefined => {
  const names = namesAt([shape], below);
  if (names.length === 0 || names.includes(name)) return undefined;
  const where = below.length === 0 ? '' : `${below.join('.')} in `;
  return `${where}the answer of ${act} never has '${name}'${suggestion(name, names, apiReference, 'its fields')}`;
};
