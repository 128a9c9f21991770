import { openApiDocument } from '../../engine/api/openapi.ts';
import { operations } from '../../engine/api/table.ts';
import { controlOperations } from '../../engine/control/table.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { type Document, isFields, listOf } from '../support/openApi.ts';

export const options = { title: 'podsim', version: '1.0.0', serverUrl: 'https://podsim.test', security: 'bearer' } as const;

/** The document of both APIs, as a server makes it. */
export const document = openApiDocument(operations, options) as Document;

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

/** A copy of the document with the node at a path changed. Spaces separate the keys of the path. */
export const changed = (path: string, change: Change): Document => changedAt(document, path.split(' '), change) as Document;

const changedAt = (node: Json | undefined, [key, ...rest]: readonly string[], change: Change): Json | undefined => {
  if (key === undefined) return change(node);
  if (Array.isArray(node)) return node.map((item, k) => (k === Number(key) ? (changedAt(item, rest, change) ?? null) : item));
  const { [key]: old, ...others } = isFields(node) ? node : {};
  const made = changedAt(old, rest, change);
  return made === undefined ? others : { ...others, [key]: made };
};
