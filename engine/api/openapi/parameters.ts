import { findProfile, kinds } from '../../cloud/entities.ts';
import type { Described, Operation } from '../operation.ts';
import { pathParams } from '../reading/pathParams.ts';
import { takes } from '../reading/readAs.ts';
import type { Components, Fields } from './components.ts';

/** A row as documents need it: of an operation's own fields, only those about its path. */
export type DescribedRow = Described & Partial<Pick<Operation, 'resolves' | 'refersTo'>>;

/** Lists the inputs of an operation besides its body: path, query and header parameters. */
export const listParameters = (row: DescribedRow, components: Components): readonly Fields[] => [
  ...inPath(row, components),
  ...inQuery(row, components),
  ...inHeaders(row),
];

const inPath = ({ path, resolves, params }: DescribedRow, components: Components): readonly Fields[] =>
  pathParams(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    ...(resolves?.[name] === undefined ? {} : { description: `Which ${splitWords(resolves[name])}` }),
    schema: params?.[name] === undefined ? { type: 'string' } : components.schema(params[name], 'output'),
    example: examples[resolves?.[name] ?? name] ?? name,
  }));

/** An example value for each kind of path parameter: those of entities, and the others. */
// biome-ignore format: a table
const examples: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind, findProfile(kind).found?.example])),
  gpuType:    'NVIDIA GeForce RTX 4090',
  cpuType:    'cpu3c',
  dataCenter: 'EU-RO-1',
  resourceType: 'POD',
  resourceId: 'k3v9x2m7q1w8zt',
  path:       'v1/models',
  entity:     'job-1',
  kind:       'job',
  key:        'dev',
  id:         'world-1',
};

/** A parameter with several values is one string, its items joined by commas (errors.unknown-query). */
const inQuery = ({ query }: DescribedRow, components: Components): readonly Fields[] =>
  Object.entries(query?.shape ?? {}).map(([name, one]) => {
    const { description, ...schema } = components.schema(one, 'output');
    return {
      name,
      in: 'query',
      required: !takes(one, undefined),
      ...(description === undefined ? {} : { description }),
      ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
      schema,
    };
  });

/** Without `accept` and `content-type`: the types of the answer and of the body imply these. */
const inHeaders = ({ headers = [] }: DescribedRow): readonly Fields[] =>
  headers
    .filter((name) => name !== 'accept' && name !== 'content-type')
    .map((name) => ({ name, in: 'header', required: false, schema: { type: 'string' } }));

/** `gpuType` is read as `gpu type`. */
const splitWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
