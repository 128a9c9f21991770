import type { Described, Operation } from '../operation.ts';
import type { Components, Fields } from './components.ts';

/** A row as documents read it: of an operation's own fields, only what its path names. */
export type DescribedRow = Described & Partial<Pick<Operation, 'finds' | 'refersTo'>>;

/** What an operation takes beside its body: in its path, its query and its headers. */
export const parametersOf = (row: DescribedRow, components: Components): readonly Fields[] => [
  ...inPath(row),
  ...inQuery(row, components),
  ...inHeaders(row),
];

const inPath = ({ path, finds }: DescribedRow): readonly Fields[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(finds?.[name] === undefined ? {} : { description: `Which ${spaced(finds[name])}` }),
    schema: { type: 'string' },
  }));

/** A parameter of several values is one text, its items joined by commas (errors.unknown-query). */
const inQuery = ({ query }: DescribedRow, components: Components): readonly Fields[] =>
  Object.entries(query?.shape ?? {}).map(([name, one]) => {
    const { description, ...schema } = components.schema(one, 'output');
    return {
      name,
      in: 'query',
      required: !one.safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
      schema,
    };
  });

/** Not `accept`: that is said by the types of the answer. */
const inHeaders = ({ headers = [] }: DescribedRow): readonly Fields[] =>
  headers.filter((name) => name !== 'accept').map((name) => ({ name, in: 'header', required: false, schema: { type: 'string' } }));

/** `gpuType` is read as `gpu type`. */
const spaced = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
