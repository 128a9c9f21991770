import type { Json } from '../../../engine/kernel/canonical.ts';

export type Fields = { readonly [key: string]: Json };

/** As much of an OpenAPI document as tests look at. */
export interface Document extends Fields {
  readonly paths: { readonly [path: string]: Fields };
}

export interface DocumentedOperation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  /** With the parameters of its whole path. */
  readonly operation: Fields;
}

export const isFields = (node: Json | undefined): node is Fields => typeof node === 'object' && node !== null && !Array.isArray(node);

export const listOf = (node: Json | undefined): readonly Json[] => (Array.isArray(node) ? node : []);

/** Resolves a reference; returns anything else unchanged. */
export const resolved = (root: Document, node: Json | undefined): Fields => {
  if (!isFields(node)) return {};
  const { $ref, ...rest } = node;
  return typeof $ref === 'string' ? { ...resolved(root, pointedAt(root, $ref)), ...rest } : node;
};

const pointedAt = (root: Document, $ref: string): Json | undefined =>
  $ref
    .slice(2)
    .split('/')
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((node, key) => (isFields(node) ? node[key] : undefined), root);

export const operationsIn = (root: Document): readonly DocumentedOperation[] =>
  Object.entries(root.paths).flatMap(([path, { parameters, ...methods }]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (!isFields(operation)) return [];
      const all = [...listOf(parameters), ...listOf(operation['parameters'])];
      return [{ method: method.toUpperCase(), path, operation: { ...operation, parameters: all } }];
    }),
  );

export const parametersOf = (root: Document, { parameters }: Fields): readonly Fields[] =>
  listOf(parameters).map((one) => resolved(root, one));

/** The key of a parameter: its location and its name. Header names ignore case. */
export const placeOf = ({ in: place, name }: Fields): string => `${String(place)} ${String(name)}`.toLowerCase();

/** The answers of an operation, by status. */
export const responsesOf = (root: Document, { responses }: Fields): ReadonlyMap<string, Fields> =>
  new Map(Object.entries(resolved(root, responses)).map(([status, response]) => [status, resolved(root, response)]));

/** The places of schemas in an operation: its parameters, its body, its answers. */
export const schemasOf = (root: Document, operation: Fields): ReadonlyMap<string, Json> => {
  const inContent = (place: string, { content }: Fields) =>
    Object.entries(isFields(content) ? content : {}).map(
      ([type, media]) => [`${place} ${type}`, resolved(root, media)['schema'] ?? {}] as const,
    );
  return new Map([
    ...parametersOf(root, operation).map((one) => [placeOf(one), one['schema'] ?? {}] as const),
    ...inContent('body', resolved(root, operation['requestBody'])),
    ...[...responsesOf(root, operation)].flatMap(([status, response]) => inContent(status, response)),
  ]);
};
