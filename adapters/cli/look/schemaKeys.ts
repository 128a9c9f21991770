import type { SchemaNode } from '../../../engine/process/index.ts';

/** A key of a part of a file. */
export interface Key {
  /** From the part on: `window.from`, `counted[].of`, `env.*`. */
  readonly name: string;
  /** From the top of the file, without lists. */
  readonly path: readonly string[];
  /** The allowed values of the key, in each form of its part. */
  readonly nodes: readonly SchemaNode[];
  /** Where any form of the part has it and does not need it, it is not required. */
  readonly required: boolean;
  /** Only some forms of the part have it. */
  readonly ofSome: boolean;
}

/** Lists the keys of a schema, through its lists and forms, down to where `stops` says that a page has them. */
export const listKeys = (
  nodes: readonly SchemaNode[],
  path: readonly string[],
  stops: (node: SchemaNode, path: readonly string[]) => boolean,
): readonly Key[] => {
  const collect = (parents: readonly SchemaNode[], base: readonly string[], prefix: string): readonly Key[] => {
    const forms = parents.flatMap(listForms);
    const names = [...new Set(forms.flatMap(({ properties }) => Object.keys(properties ?? {})))];
    return names.flatMap((name) => {
      const having = forms.filter(({ properties }) => properties?.[name] !== undefined);
      const found = having.map(({ properties }) => properties?.[name] as SchemaNode);
      const key = {
        name: `${prefix}${name}`,
        path: [...base, name],
        nodes: found,
        required: having.every(({ required }) => required?.includes(name) === true),
        ofSome: having.length < forms.length,
      };
      const inner = found.filter((node) => !stops(node, key.path));
      return [
        key,
        ...collect(inner, key.path, `${key.name}.`),
        ...collect(inner.flatMap(listItems), key.path, `${key.name}[].`),
        ...collect(inner.flatMap(listValues), [...key.path, '*'], `${key.name}.*.`),
      ];
    });
  };
  return collect(nodes, path, '');
};

/** The forms that a value may have. */
export const listForms = (node: SchemaNode): readonly SchemaNode[] => (node.anyOf ?? node.oneOf)?.flatMap(listForms) ?? [node];

const listItems = (node: SchemaNode): readonly SchemaNode[] => listForms(node).flatMap(({ items }) => items ?? []);

const listValues = (node: SchemaNode): readonly SchemaNode[] =>
  listForms(node).flatMap(({ additionalProperties: one }) => (typeof one === 'object' ? [one] : []));

/** Names the type of a value. `link` names a type with a page of its own. */
export const typeWords = (nodes: readonly SchemaNode[], link: (node: SchemaNode) => string | undefined): string => {
  const words = nodes.flatMap((node) => {
    const whole = link(node);
    return whole === undefined ? listForms(node).map((form) => link(form) ?? formWords(form, link)) : [whole];
  });
  return [...new Set(words)].join(' or ');
};

const formWords = (node: SchemaNode, link: (node: SchemaNode) => string | undefined): string => {
  if (node.const !== undefined) return code(node.const);
  if (node.enum !== undefined)
    return node.enum.length > listedMax ? `[one of ${node.enum.length} names](names.md)` : node.enum.map(code).join(', ');
  const { type, pattern, items, additionalProperties: one } = node;
  if (type === 'integer' || type === 'number') return `${type === 'integer' ? 'whole number' : 'number'}${boundsWords(node)}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return pattern?.includes('(?:ms|s|m|h|d))+$') === true ? 'duration' : 'text';
  if (type === 'array') return items === undefined ? 'list' : `list of: ${typeWords([items], link)}`;
  if (type === 'object') return typeof one === 'object' ? `by name: ${typeWords([one], link)}` : 'object';
  return 'any value';
};

/** Longer lists of names are on the page of names. */
const listedMax = 12;

const boundsWords = ({ minimum, exclusiveMinimum, maximum }: SchemaNode): string => {
  const isBound = (value: number | undefined): value is number => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const from = isBound(minimum) ? `${minimum}` : isBound(exclusiveMinimum) ? `above ${exclusiveMinimum}` : undefined;
  if (from !== undefined && isBound(maximum)) return ` ${from} to ${maximum}`;
  return from !== undefined ? `, ${from} or more` : isBound(maximum) ? `, at most ${maximum}` : '';
};

const code = (value: unknown): string => `\`${String(value)}\``;

/** The purpose of a value by its schema: each sentence once, behind the value that it is about. */
export const aboutWords = (nodes: readonly SchemaNode[]): string => {
  const texts = nodes.flatMap((node) => [
    node.const !== undefined && node.description !== undefined ? `${code(node.const)}: ${node.description}` : (node.description ?? ''),
    ...(node.description === undefined && node.items?.description !== undefined ? [node.items.description] : []),
  ]);
  return [...new Set(texts.filter((text) => text !== ''))].join('; ');
};

/** Splits the default off the words of a schema: "30s unless given". The rest of the words is the purpose. */
export const splitDefault = (
  nodes: readonly SchemaNode[],
  about: string,
): { readonly about: string; readonly byDefault: string | undefined } => {
  const given = (nodes as readonly SchemaNode[]).map((node) => node.default).find((value) => value !== undefined);
  const clauses = about.split(/(?<=[;.]) |; /);
  const at = clauses.findIndex((clause) => clause.includes('unless given'));
  const said = clauses[at]?.replace(/,? ?unless given,? ?/, '').replace(/[;.]$/, '');
  const rest = clauses
    .filter((_, k) => k !== at)
    .map((clause) => clause.replace(/;$/, ''))
    .join('; ');
  const byDefault = given === undefined ? said : code(JSON.stringify(given).replace(/^"|"$/g, ''));
  return { about: said === undefined ? about : rest.replaceAll('.; ', '. '), byDefault };
};
