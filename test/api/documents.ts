import { openApiDocument } from '../../engine/api/openapi/openapi.ts';
import { operations } from '../../engine/api/table.ts';
import { contracts } from '../../engine/cloud/account/contracts.ts';
import { controlOperations } from '../../engine/control/table.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { type Document, isFields, listOf } from '../support/contract/openApi.ts';

export const options = { title: 'podsim', version: '1.0.0', serverUrl: 'https://podsim.test', security: 'bearer' } as const;

/** The document of both APIs, as a server makes it. */
export const document = openApiDocument(operations, options) as Document;

/** The same under the newest contract. */
export const newestDocument = openApiDocument(operations, { ...options, contract: contracts.at(-1) ?? contracts[0] }) as Document;

/** The document of the control plane. */
export const controlDocument = openApiDocument(controlOperations, options) as Document;

/** The new value of a node of the document; undefined removes the node. */
export type Change = (old: Json | undefined) => Json | undefined;

export const gone: Change = () => undefined;
export const is =
  (value: Json): Change =>
  () =>
    value;
export const without =
  (word: string): Change =>
  (old) =>
    listOf(old).filter((one) => one !== word && !(isFields(one) && one['name'] === word));
export const withAlso =
  (word: string): Change =>
  (old) => [...listOf(old), word];

/** A copy of a document, that of both APIs unless given, with the node at a path changed. Spaces separate the keys of the path. */
export const changed = (path: string, change: Change, of: Document = document): Document =>
  changedAt(of, path.split(' '), change) as Document;

/** The document of both APIs with these paths and schemas only, and what they refer to. */
export const excerpt = (paths: readonly string[], schemas: readonly string[]): Document => {
  const { paths: allPaths, components } = document as { readonly paths: Fields; readonly components: { readonly schemas: Fields } };
  const some = pick(allPaths, paths);
  let kept = pick(components.schemas, schemas);
  for (let size = -1; size < Object.keys(kept).length; ) {
    size = Object.keys(kept).length;
    const named = [...JSON.stringify([some, kept, { ...components, schemas: {} }]).matchAll(/#\/components\/schemas\/(\w+)/g)];
    kept = pick(components.schemas, [...schemas, ...named.map(([, name = '']) => name)]);
  }
  return { ...document, paths: some, components: { ...components, schemas: kept } } as unknown as Document;
};

type Fields = Readonly<Record<string, Json>>;

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const changedAt = (node: Json | undefined, [key, ...rest]: readonly string[], change: Change): Json | undefined => {
  if (key === undefined) return change(node);
  if (Array.isArray(node)) return node.map((item, k) => (k === Number(key) ? (changedAt(item, rest, change) ?? null) : item));
  const { [key]: old, ...others } = isFields(node) ? node : {};
  const made = changedAt(old, rest, change);
  return made === undefined ? others : { ...others, [key]: made };
};
