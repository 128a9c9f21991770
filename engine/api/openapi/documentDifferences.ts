import type { Json } from '../../kernel/canonical.ts';
import { type DocumentedOperation, type Facts, operationsIn } from './documentedFacts.ts';

/** One thing in which two documents of an API differ. */
export interface DocumentDifference {
  /** `POST /v2/pods/{}`. */
  readonly operation: string;
  /** The place of the difference: the operation as a whole, a status, or a field. */
  readonly of: 'operation' | 'status' | 'query' | 'body' | 'answer';
  /** The status, or the path of the field, such as `gpu.count`; empty for the operation, and for a body as a whole. */
  readonly name: string;
  /** The facts only in the first document; undefined if it does not have the place. */
  readonly was: readonly string[] | undefined;
  /** The facts only in the second one; undefined in the same way. */
  readonly is: readonly string[] | undefined;
}

/** Lists the differences of two OpenAPI documents in operations, statuses, fields and their values, in the order of the first document. */
export const documentDifferences = (first: Json, second: Json): readonly DocumentDifference[] => {
  const [before, after] = [operationsIn(first), operationsIn(second)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((operation) =>
    operationDifferences(operation, before.get(operation), after.get(operation)),
  );
};

const operationDifferences = (
  operation: string,
  before: DocumentedOperation | undefined,
  after: DocumentedOperation | undefined,
): readonly DocumentDifference[] => {
  if (before === undefined || after === undefined) {
    return [{ operation, of: 'operation', name: '', was: before && nothing, is: after && nothing }];
  }
  const statuses = [...new Set([...before.statuses, ...after.statuses])].flatMap((name): readonly DocumentDifference[] => {
    const [was, is] = [before, after].map(({ statuses: known }) => (known.includes(name) ? nothing : undefined));
    return was === is ? [] : [{ operation, of: 'status', name, was, is }];
  });
  return [...statuses, ...fieldDifferences(operation, before.fields, after.fields)];
};

const nothing: readonly string[] = [];

type DocumentedFields = DocumentedOperation['fields'];

const fieldDifferences = (operation: string, before: DocumentedFields, after: DocumentedFields): readonly DocumentDifference[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((place): readonly DocumentDifference[] => {
    const [was, is] = [before.get(place), after.get(place)];
    if (was === undefined && isWithinLost(place, after, before)) return [];
    if (is === undefined && isWithinLost(place, before, after)) return [];
    const gone = was && without(was, is);
    const come = is && without(is, was);
    if (gone?.length === 0 && come?.length === 0) return [];
    const [of = '', ...name] = place.split(' ');
    return [{ operation, of: of as DocumentDifference['of'], name: name.join(' '), was: gone, is: come }];
  });

/** Whether the parent of a field is missing, too: then the parent is the difference. */
const isWithinLost = (place: string, having: DocumentedFields, lacking: DocumentedFields): boolean =>
  [...place.matchAll(/[.[ ]/g)].some(({ index }) => having.has(place.slice(0, index)) && !lacking.has(place.slice(0, index)));

const without = (facts: Facts, others: Facts | undefined): readonly string[] => [...facts].filter((fact) => others?.has(fact) !== true);
