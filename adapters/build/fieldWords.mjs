// What an editor shows over the keys of a world, of settings and of a handler: what the schemas say of them. Where types are written out,
// the comments of the sources are lost.
import { readFileSync, writeFileSync } from 'node:fs';
import { ts } from 'package-types';

/** Writes a comment above each key that a schema describes, in types of a file. `schemas`: by the name of the type; `root` has their definitions. */
export const describeFields = (file, schemas, root) => {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const comments = [];

  const visit = (node, all) => {
    if (ts.isTypeLiteralNode(node)) for (const member of node.members) visitMember(member, all);
    else if (ts.isArrayTypeNode(node))
      visit(
        node.elementType,
        all.flatMap(({ items }) => alternatives(items, root)),
      );
    else ts.forEachChild(node, (child) => visit(child, all));
  };

  const visitMember = (member, all) => {
    if (member.type === undefined) return;
    const name = member.name?.text;
    const found = all.flatMap(
      ({ properties, additionalProperties }) => (name === undefined ? additionalProperties : properties?.[name]) ?? [],
    );
    const words = found.map((one) => resolve(one, root)).find(({ description }) => description !== undefined)?.description;
    if (words !== undefined) comments.push({ at: member.getStart(), words });
    visit(
      member.type,
      found.flatMap((one) => alternatives(one, root)),
    );
  };

  const missing = new Set(Object.keys(schemas));
  for (const statement of source.statements) {
    if (!ts.isTypeAliasDeclaration(statement) || !missing.delete(statement.name.text)) continue;
    visit(statement.type, alternatives(schemas[statement.name.text], root));
  }
  if (missing.size > 0) throw new Error(`${file} has no type ${[...missing].join(', ')}`);
  writeFileSync(file, withComments(text, comments));
};

/** The schema that a reference means; any other as it is. */
const resolve = (schema, root) => (schema.$ref === undefined ? schema : resolve(root.definitions[schema.$ref.split('/').at(-1)], root));

/** A schema, or those of which one holds. */
const alternatives = (schema, root) => {
  if (typeof schema !== 'object' || schema === null) return [];
  if (schema.$ref !== undefined) return alternatives(resolve(schema, root), root);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...parts.flatMap((one) => alternatives(one, root))];
};

const withComments = (text, comments) => {
  const pieces = [];
  let from = 0;
  for (const { at, words } of comments) {
    const indent = text.slice(text.lastIndexOf('\n', at) + 1, at);
    pieces.push(
      text.slice(from, at),
      `/** ${words.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n${/^ *$/.test(indent) ? indent : ''}`,
    );
    from = at;
  }
  return [...pieces, text.slice(from)].join('');
};

/** Writes the type of the settings as one property for each, with a comment: the sources have a mapped type, whose properties can have none. */
export const describeSettings = (file, settings, root) => {
  const { properties: kinds } = resolve(settings, root);
  const text = readFileSync(file, 'utf8');
  const mapped =
    /type SettingsWritten = \{\s+readonly \[K in \S+\]\?: \{\s+readonly \[Name in keyof Settings\[K\]\]\?: [^\n]+\n\s+\};\n\};/;
  if (!mapped.test(text)) throw new Error(`${file}: the type of the settings is not as adapters/build/fieldWords.mjs knows it`);
  const lines = Object.entries(kinds).flatMap(([kind, ofKind]) => [
    `    readonly ${kind}?: {`,
    ...Object.entries(resolve(ofKind, root).properties).flatMap(([name, setting]) => [
      `        /** ${resolve(setting, root).description} */`,
      `        readonly ${name}?: SettingWritten<Settings['${kind}']['${name}']>;`,
    ]),
    '    };',
  ]);
  writeFileSync(
    file,
    text.replace(mapped, () => `interface SettingsWritten {\n${lines.join('\n')}\n}`),
  );
};
