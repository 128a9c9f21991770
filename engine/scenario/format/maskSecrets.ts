import { type Document, isAlias, isMap, isNode, isPair, isScalar, isSeq, type Pair, parseDocument, visit, type YAMLMap } from 'yaml';
import { hidden } from '../../api/secrets.ts';
import { markOf } from '../../cloud/account/keyDigest.ts';
import { maskAuthorization } from './authorization.ts';
import { secretsOfStep } from './stepSecrets.ts';

/**
 * The text of a scenario, of a file that it includes, or of a change to it, with the digests of its API keys instead of these, and without
 * the values of its account secrets: it makes the same world and the same calls, and can be handed on. All else stays as it is written.
 */
export const maskSecrets = (text: string): string => {
  if (!/secret|authorization/i.test(text)) return text;
  const changes: Change[] = [];
  const document = parseDocument(text, { uniqueKeys: false });
  visit(document, {
    Pair: (_, pair, path) => {
      const change = changeOf(text, document, pair, path);
      if (change !== undefined) changes.push(change);
    },
    Map: (_, map) => {
      changes.push(...valuesIn(text, document, map));
    },
  });
  const inOrder = [...new Map(changes.map((change) => [change.from, change])).values()].sort((a, b) => a.from - b.from);
  return inOrder.reduceRight((whole, { from, to, by }) => whole.slice(0, from) + by + whole.slice(to), text);
};

/** The values of account secrets in a step, wherever an alias of it says that they stand. */
const valuesIn = (text: string, document: Document, step: YAMLMap): readonly Change[] => {
  const inside = (node: unknown, name: string): unknown => {
    const found = isMap(node) ? node.get(name, true) : undefined;
    return isAlias(found) ? found.resolve(document) : found;
  };
  const act = inside(step, 'act');
  if (!isScalar(act) || typeof act.value !== 'string') return [];
  const each = (nodes: readonly unknown[], name: string): readonly unknown[] =>
    name === '*' ? nodes.flatMap((node) => (isSeq(node) ? node.items : [])) : nodes.map((node) => inside(node, name));
  const values = secretsOfStep(act.value).flatMap((path) => ['with', 'body', ...path].reduce(each, [step]));
  return values.flatMap((value) => {
    if (!isScalar(value) || !value.range || typeof value.value !== 'string' || value.value === '') return [];
    const [from, valueTo] = value.range;
    return [{ from, to: from + text.slice(from, valueTo).trimEnd().length, by: JSON.stringify(hidden) }];
  });
};

interface Change {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** How a pair with an API key is written by the digest of that; undefined of any other pair. */
const changeOf = (text: string, document: Document, { key, value: node }: Pair, path: readonly unknown[]): Change | undefined => {
  const value = isAlias(node) ? node.resolve(document) : node;
  if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string' || !key.range || !isNode(node) || !node.range) return undefined;
  const names = path.flatMap((node) => (isPair(node) && isScalar(node.key) ? [node.key.value] : []));
  const [[from], [valueFrom, valueTo]] = [key.range, node.range];
  const to = valueFrom + text.slice(valueFrom, valueTo).trimEnd().length;
  if (key.value === 'authorization' && endsWith(names, 'with', 'headers'))
    return { from: valueFrom, to, by: JSON.stringify(maskAuthorization(value.value)) };
  if (key.value !== 'secret') return undefined;
  const { digest, last4 } = markOf(value.value);
  const anchor = isScalar(node) && node.anchor !== undefined ? `&${node.anchor} ` : '';
  if (names[0] === 'inputs' && endsWith(names, 'as')) return { from, to, by: `digest: ${anchor}"${digest}"` };
  if (!endsWith(names, 'accounts', 'keys')) return undefined;
  const map = path.at(-1);
  const separator = isMap(map) && map.flow === true ? ', ' : `\n${' '.repeat(from - text.lastIndexOf('\n', from - 1) - 1)}`;
  return { from, to, by: `digest: ${anchor}"${digest}"${separator}last4: ${JSON.stringify(last4)}` };
};

const endsWith = (names: readonly unknown[], ...last: readonly string[]): boolean =>
  last.every((name, k) => names.at(k - last.length) === name);
