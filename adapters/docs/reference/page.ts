import type { SchemaNode } from '../../../engine/process/index.ts';
import { aboutWords, type Key, listForms, listKeys, splitDefault, typeWords } from '../../cli/look/schemaKeys.ts';
import { linkTo } from './links.ts';
import type { Section } from './section.ts';
import { findWords } from './words.ts';

/** A key of a section, with all that the reference says of it. */
export interface KeyRow {
  readonly id: string;
  readonly key: string;
  readonly nodes: readonly SchemaNode[];
  readonly type: string;
  readonly byDefault: string;
  readonly about: string;
  /** As YAML. */
  readonly example: string | undefined;
  /** No file of the repository has it. */
  readonly isMadeUp: boolean;
}

/** The rows of a section, one for each key. A key without words or an example is an error, so that nothing is left out. */
export const listRows = (section: Section): readonly KeyRow[] => {
  const { source, part } = section;
  const names = part.path === '' ? [] : part.path.split('.');
  const { nodes } = nodesAlong(source.schema, names);
  const keys = listKeys(nodes, names, (node, path) => linkTo(node, section, path) !== undefined);
  return keys.map((key) => makeRow(key, section));
};

const makeRow = ({ name, path, nodes, required, ofSome }: Key, section: Section): KeyRow => {
  const { source } = section;
  const id = `${source.name}: ${path.join('.')}`;
  const own = findWords(source.name, path.join('.'));
  const said = splitDefault(nodes, aboutWords(nodes));
  const about = own?.about ?? said.about;
  const example = own?.example ?? source.example(path) ?? source.byDefault?.(path) ?? own?.exampleElse;
  if (about === '' && said.byDefault === undefined)
    throw new Error(`${id} has no words: describe it in its schema, or in adapters/docs/reference/`);
  if (example === undefined) throw new Error(`${id} has no example: use it in a scenario, or give one in adapters/docs/reference/`);
  const type = typeWords(nodes, (node) => linkTo(node, section, path));
  const byDefault = required
    ? ofSome
      ? 'required in its form'
      : 'required'
    : (own?.byDefault ?? said.byDefault ?? source.byDefault?.(path) ?? (type === 'true or false' ? '`false`' : 'none'));
  return { id, key: name, nodes, type, byDefault, about, example, isMadeUp: own?.example !== undefined };
};

/** A section of the reference: one row for each key. */
export const sectionText = (section: Section): string => {
  const { source, part } = section;
  const { place } = nodesAlong(source.schema, part.path === '' ? [] : part.path.split('.'));
  return [
    `## ${part.what[0]?.toUpperCase()}${part.what.slice(1)}`,
    '',
    ...(place === '' ? [] : [`At \`${place}\`.`, '']),
    '| key | type | default | what it says | example |',
    '|---|---|---|---|---|',
    ...listRows(section).map(rowText),
    '',
  ].join('\n');
};

const rowText = ({ key, type, byDefault, about, example = '' }: KeyRow): string => {
  const name = key.split('.').at(-1)?.replace('[]', '');
  const cells = [`\`${key}\``, type, byDefault, about, `\`${name}: ${cut(example)}\``];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
};

/** Longer examples end with an ellipsis. */
const exampleMax = 90;
const cut = (text: string): string => (text.length <= exampleMax ? text : `${text.slice(0, exampleMax)}…`);

/** The schemas at a path of a schema, and the path as written with its lists. */
const nodesAlong = (schema: SchemaNode, names: readonly string[]): { readonly nodes: readonly SchemaNode[]; readonly place: string } => {
  let nodes: readonly SchemaNode[] = [schema];
  let place = '';
  for (const name of names) {
    nodes = nodes.flatMap(listForms).flatMap(({ properties }) => properties?.[name] ?? []);
    place = `${place}${place === '' ? '' : '.'}${name}`;
    const forms = nodes.flatMap(listForms);
    if (forms.some(({ items }) => items !== undefined)) {
      nodes = forms.flatMap(({ items, ...form }) => items ?? (form.properties === undefined ? [] : [form]));
      place = `${place}[]`;
    }
  }
  return { nodes, place };
};
