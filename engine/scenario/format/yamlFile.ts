import { type Either, left, right } from 'fp-ts/lib/Either.js';
import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { findKnownForm } from '../../api/names/entityNames.ts';
import type { Json } from '../../kernel/canonical.ts';
import { type FileProblem, limitProblems } from './problem.ts';
import { columnRemedy, withoutConsequences, yamlWords } from './yamlWords.ts';

/** A YAML file read as plain data that knows the place of each of its parts. */
export interface YamlFile {
  readonly file: string;
  readonly data: Json;
  /** The place of the value at that path; that of its nearest parent, if the value does not exist. */
  readonly placeOf: (path: readonly (string | number)[]) => { readonly line: number; readonly column: number };
  /** The place of a key of the mapping at that path. */
  readonly placeOfKey: (path: readonly (string | number)[], key: string) => { readonly line: number; readonly column: number };
}

// The limits of a file: far above any scenario, and far below what slows a parser down.
const charactersMax = 2_000_000;
const tokensMax = 200_000;
export const nestingMax = 64;
const aliasesMax = 100;

/** YAML 1.2 core, strict: no duplicate keys, no unknown tags, no keys such as __proto__, no alias inside an anchor. */
export const readYaml = (file: string, text: string): Either<readonly FileProblem[], YamlFile> => {
  const at = (line: number, column: number, message: string): Either<readonly FileProblem[], never> =>
    left([{ file, line, column, message }]);
  const tooLong = tooManyCharacters(text);
  if (tooLong !== undefined) return at(1, 1, tooLong);
  const tooMuch = excess(text);
  if (tooMuch !== undefined) return at(tooMuch.line, 1, `${tooMuch.message}${tooMuch.remedy ?? ''}`);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    resolveKnownTags: false,
    strict: true,
    // The library's check for duplicate keys takes quadratic time; ours is below.
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter: lines,
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const broken = withoutConsequences([...document.errors, ...document.warnings]);
  if (broken.length > 0)
    return left(
      limitProblems(broken, ({ pos, message }) => {
        const at = place(pos[0]);
        return { file, ...at, message: `${yamlWords(message)}${columnRemedy(message, text, at.line)}` };
      }),
    );
  const refused = findRefusedNodes(document);
  if (refused.length > 0) return left(limitProblems(refused, ({ offset, message }) => ({ file, ...place(offset), message })));
  // Aliases are counted above. Without aliases inside anchors they cannot multiply.
  const data = document.toJS({ maxAliasCount: -1 }) as Json;
  return right({
    file,
    data,
    placeOf: (path) => place(nodeAt(document, path)?.range?.[0] ?? 0),
    placeOfKey: (path, key) => place(keyNode(document, path, key)?.range?.[0] ?? nodeAt(document, path)?.range?.[0] ?? 0),
  });
};

/** Writes data as the text of a file: the outer mappings in lines, and deeper ones in braces. */
export const writeYaml = (data: Json): string => {
  const document = new Document(data, { aliasDuplicateObjects: false });
  visit(document, {
    Collection: (_key, node, path) => {
      node.flow = path.length > 4 || (isCollection(node) && node.items.length === 0);
    },
  });
  return document.toString({ lineWidth: 0 });
};

/** The same for a file that is read: one line for each property of a step and each part of the world, with the comment for its path. */
export const writeCommentedYaml = (data: Json, head: readonly string[], comments: ReadonlyMap<string, string>): string => {
  const document = new Document(data, { aliasDuplicateObjects: false });
  visit(document, {
    Node: (key, node, path) => {
      const isDeep = path.length > 5 || (path.length === 5 && isMap(node));
      if (isCollection(node)) node.flow = isDeep || node.items.length === 0;
      const comment = comments.get(findPath(node, path).join('/'));
      if (comment !== undefined && key !== 'key') node.comment = ` ${comment}`;
    },
  });
  document.commentBefore = head.map((line) => (line === '' ? '' : ` ${line}`)).join('\n');
  return document.toString({ lineWidth: 0 });
};

/** The names and places on the way to a node. */
const findPath = (node: unknown, ancestors: readonly unknown[]): readonly string[] =>
  ancestors.flatMap((one, k) => {
    const below = ancestors[k + 1] ?? node;
    if (isPair(one)) return isScalar(one.key) ? [String(one.key.value)] : [];
    return isSeq(one) ? [String(one.items.indexOf(below))] : [];
  });

/** Reads a part of a file as a file of its own. Its positions are those in the whole file. */
export const partOfFile = ({ file, placeOf, placeOfKey }: YamlFile, base: readonly (string | number)[], data: Json): YamlFile => ({
  file,
  data,
  placeOf: (path) => placeOf([...base, ...path]),
  placeOfKey: (path, key) => placeOfKey([...base, ...path], key),
});

const tooManyCharacters = (text: string): string | undefined =>
  text.length > charactersMax ? `the file has ${text.length} characters; a file may have at most ${charactersMax}` : undefined;

/** Why a text is too large to be read as a file; undefined if it is not. */
export const tooLargeText = (text: string): string | undefined => tooManyCharacters(text) ?? excess(text)?.message;

/** The longest file: people write shorter ones, and programs can say the same in shorter words. */
const remedy = '; `repeat` makes many steps of one, and `load` many calls (docs/scenarios.md); or divide the file';

/** Finds text that is too long or nested too deep without parsing it: a parser would recurse, or be slow. */
const excess = (text: string): { readonly line: number; readonly message: string; readonly remedy?: string } | undefined => {
  let line = 1;
  let tokens = 0;
  let depth = 0;
  /** The depth at each bracket that is still open. */
  const opened: number[] = [];
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > tokensMax) return { line, message: `more than ${tokensMax} tokens`, remedy };
    if (token === '[' || token === '{') opened.push(depth++);
    else if (token === ']' || token === '}') depth = opened.pop() ?? 0;
    else if (token === ',') depth = (opened.at(-1) ?? -1) + 1;
    else if (token === '-' || token === '?' || token === ':') depth += 1;
    else if (opened.length === 0 && token.length > nestingMax * 4 && /^ +$/.test(token)) depth = Number.POSITIVE_INFINITY;
    // A mapping in brackets adds two levels: one at its bracket, and one at its colon.
    if (opened.length > nestingMax || depth > nestingMax * 2) return { line, message: `nested deeper than ${nestingMax} levels` };
    if (token.includes('\n')) {
      line += token.split('\n').length - 1;
      if (opened.length === 0) depth = 0;
    }
  }
  return undefined;
};

/** Names of properties that every object inherits. */
export const refusedNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];

const findRefusedNodes = (document: Document): { readonly offset: number; readonly message: string }[] => {
  const refused: { offset: number; message: string }[] = [];
  let aliases = 0;
  visit(document, {
    Map: (_key, { items }) => {
      const names = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (names.has(name)) refused.push({ offset: key.range?.[0] ?? 0, message: `the key '${name}' is duplicated` });
        names.add(name);
      }
    },
    Pair: (_key, { key }) => {
      if (isScalar(key) && typeof key.value === 'string' && refusedNames.includes(key.value)) {
        refused.push({ offset: key.range?.[0] ?? 0, message: `'${key.value}' is not allowed as a name` });
      } else if (!isScalar(key)) refused.push({ offset: isNode(key) ? (key.range?.[0] ?? 0) : 0, message: 'a key must be a plain word' });
    },
    Alias: (_key, alias, ancestors) => {
      aliases += 1;
      const inAnchor = ancestors.some((node) => isNode(node) && 'anchor' in node && node.anchor !== undefined);
      if (inAnchor)
        refused.push({ offset: alias.range?.[0] ?? 0, message: `*${alias.source} is inside an anchor: aliases may not be nested` });
      if (aliases === aliasesMax + 1) refused.push({ offset: alias.range?.[0] ?? 0, message: `more than ${aliasesMax} aliases` });
      if (aliases <= aliasesMax && alias.resolve(document) === undefined)
        refused.push({ offset: alias.range?.[0] ?? 0, message: `there is no anchor &${alias.source} before this` });
    },
  });
  return refused;
};

const nodeAt = (document: Document, path: readonly (string | number)[]): Node | undefined => {
  for (let length = path.length; length > 0; length--) {
    const node = valueNode(document, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return isNode(document.contents) ? document.contents : undefined;
};

/** The value at a path, whose last key the file may write in another form. */
const valueNode = (document: Document, path: readonly (string | number)[]): Node | undefined => {
  const [above, key] = [path.slice(0, -1), path.at(-1)];
  const exact = resolveAlias(document, document.getIn(path, true));
  if (exact !== undefined || typeof key !== 'string') return exact;
  const map = above.length === 0 ? document.contents : resolveAlias(document, document.getIn(above, true));
  if (!isMap(map)) return undefined;
  const pair = map.items.find((item) => isScalar(item.key) && findKnownForm(String(item.key.value), [key]) === key);
  return pair === undefined ? undefined : resolveAlias(document, pair.value);
};

const keyNode = (document: Document, path: readonly (string | number)[], key: string): Node | undefined => {
  const map = path.length === 0 ? document.contents : resolveAlias(document, document.getIn(path, true));
  if (!isMap(map)) return undefined;
  const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key);
  return isNode(pair?.key) ? pair.key : undefined;
};

const resolveAlias = (document: Document, node: unknown): Node | undefined => {
  if (isAlias(node)) return node.resolve(document);
  return isNode(node) ? node : undefined;
};
