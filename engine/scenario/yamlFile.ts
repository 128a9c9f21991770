import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { type Document, isAlias, isMap, isNode, isScalar, Lexer, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { Json } from '../kernel/canonical.ts';
import type { FileProblem } from './problem.ts';

/** A YAML file read as plain data, which remembers where each part of it stands. */
export interface YamlFile {
  readonly file: string;
  readonly data: Json;
  /** Where the value at that path stands; where its nearest parent does, if it is not there. */
  readonly placeOf: (path: readonly (string | number)[]) => { readonly line: number; readonly column: number };
  /** Where a key of the mapping at that path stands. */
  readonly placeOfKey: (path: readonly (string | number)[], key: string) => { readonly line: number; readonly column: number };
}

// What a file may be at most: far more than any scenario, far less than what makes a parser suffer.
const charactersMax = 2_000_000;
const nestingMax = 64;
const aliasesMax = 100;

/** YAML 1.2 core, strict: no duplicate keys, no unknown tags, no keys that reach into objects, no alias inside an anchor. */
export const readYaml = (file: string, text: string): Either<readonly FileProblem[], YamlFile> => {
  const at = (line: number, column: number, message: string): Either<readonly FileProblem[], never> =>
    left([{ file, line, column, message }]);
  if (text.length > charactersMax) return at(1, 1, `the file has ${text.length} characters; at most ${charactersMax} are read`);
  const tooDeep = tooDeepLine(text);
  if (tooDeep !== undefined) return at(tooDeep, 1, `nested more than ${nestingMax} deep`);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    strict: true,
    uniqueKeys: true,
    prettyErrors: false,
    lineCounter: lines,
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0) return left(broken.map(({ pos, message }) => ({ file, ...place(pos[0]), message })));
  const refused = refusedNodes(document);
  if (refused.length > 0) return left(refused.map(({ offset, message }) => ({ file, ...place(offset), message })));
  const data = document.toJS({ maxAliasCount: aliasesMax }) as Json;
  return right({
    file,
    data,
    placeOf: (path) => place(nodeAt(document, path)?.range?.[0] ?? 0),
    placeOfKey: (path, key) => place(keyNode(document, path, key)?.range?.[0] ?? nodeAt(document, path)?.range?.[0] ?? 0),
  });
};

/** The first line at which the text nests too deep, found without parsing it: a parser would recurse. */
const tooDeepLine = (text: string): number | undefined => {
  let line = 1;
  let flow = 0;
  let inLine = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') flow += 1;
    if (token === ']' || token === '}') flow -= 1;
    if (token === '-' || token === '?' || token === ':') inLine += 1;
    if (/^ +$/.test(token) && token.length > nestingMax * 4 && flow === 0) inLine += nestingMax;
    if (flow > nestingMax || (flow === 0 && inLine > nestingMax)) return line;
    if (token.includes('\n')) {
      line += token.split('\n').length - 1;
      inLine = 0;
    }
  }
  return undefined;
};

const forbiddenKeys = ['__proto__', 'constructor', 'prototype'];

const refusedNodes = (document: Document): { readonly offset: number; readonly message: string }[] => {
  const refused: { offset: number; message: string }[] = [];
  let aliases = 0;
  visit(document, {
    Pair: (_key, { key }) => {
      if (isScalar(key) && typeof key.value === 'string' && forbiddenKeys.includes(key.value)) {
        refused.push({ offset: key.range?.[0] ?? 0, message: `'${key.value}' is not a name that can be used here` });
      } else if (!isScalar(key)) refused.push({ offset: isNode(key) ? (key.range?.[0] ?? 0) : 0, message: 'a key must be a plain word' });
    },
    Alias: (_key, alias, ancestors) => {
      aliases += 1;
      const inAnchor = ancestors.some((node) => isNode(node) && 'anchor' in node && node.anchor !== undefined);
      if (inAnchor)
        refused.push({ offset: alias.range?.[0] ?? 0, message: `*${alias.source} stands inside an anchor: aliases may not be nested` });
      if (aliases === aliasesMax + 1) refused.push({ offset: alias.range?.[0] ?? 0, message: `more than ${aliasesMax} aliases` });
    },
  });
  return refused;
};

const nodeAt = (document: Document, path: readonly (string | number)[]): Node | undefined => {
  for (let length = path.length; length > 0; length--) {
    const node = resolved(document, document.getIn(path.slice(0, length), true));
    if (node !== undefined) return node;
  }
  return isNode(document.contents) ? document.contents : undefined;
};

const keyNode = (document: Document, path: readonly (string | number)[], key: string): Node | undefined => {
  const map = path.length === 0 ? document.contents : resolved(document, document.getIn(path, true));
  if (!isMap(map)) return undefined;
  const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key);
  return isNode(pair?.key) ? pair.key : undefined;
};

const resolved = (document: Document, node: unknown): Node | undefined => {
  if (isAlias(node)) return node.resolve(document);
  return isNode(node) ? node : undefined;
};
