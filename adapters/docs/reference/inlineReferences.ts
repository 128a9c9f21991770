import type { SchemaNode } from '../../../engine/process/index.ts';

/** A schema with its references replaced by their schemas, except those to distributions, which have a page. */
export const inlineReferences = (root: SchemaNode): SchemaNode => {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...rest } = node as SchemaNode;
    const name = $ref?.replace('#/definitions/', '');
    const meant = name === undefined || name === 'distribution' ? undefined : root.definitions?.[name];
    if (meant !== undefined) return walk({ ...meant, ...rest });
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, value]) => (leftOut.includes(key) ? [] : [[key, keptKeys.includes(key) ? value : walk(value)]])),
    );
  };
  return walk(root) as SchemaNode;
};

/** The keywords that the reference ignores. */
const keptKeys = ['definitions', 'enum'];
const leftOut = ['allOf', 'if', 'then'];
