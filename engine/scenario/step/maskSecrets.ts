import { isLeft } from 'fp-ts/lib/Either.js';
import { type Document, isAlias, isMap, isNode, isPair, isScalar, isSeq, type Pair, parseDocument, visit, type YAMLMap } from 'yaml';
import { hide } from '../../api/contract/parts/hidden.ts';
import { readAs } from '../../api/reading/readAs.ts';
import { digestSecret } from '../../cloud/account/keyDigest.ts';
import { maskAuthorization } from '../format/authorization.ts';
import { namesUsed } from '../format/variables.ts';
import { step } from './stepFormat.ts';
import { digestOfStep, digestsSecrets, secretsOfStep } from './stepSecrets.ts';

/**
 * The text of a scenario, of a file that it includes, or of a change to it, with the digests of its API keys instead of these, and without
 * the secrets that its calls send: it makes the same world and the same calls, and can be handed on. All else stays as it is written.
 */
export const maskSecrets = (text: string): string => {
  if (!mayHaveSecrets.test(text)) return text;
  const changes: TextChange[] = [];
  const document = parseDocument(text, { uniqueKeys: false });
  visit(document, {
    Pair: (_, pair, path) => {
      const change = planChange(text, document, pair, path);
      if (change !== undefined) changes.push(change);
    },
    Map: (_, map, path) => {
      changes.push(...valuesIn(text, document, map, namesIn(path)));
    },
  });
  const inOrder = [...new Map(changes.map((change) => [change.from, change])).values()].sort((a, b) => a.from - b.from);
  return inOrder.reduceRight((whole, { from, to, by }) => whole.slice(0, from) + by + whole.slice(to), text);
};

/** A name may be written with escapes. */
const mayHaveSecrets = /secret|password|authorization|\\/i;

/** The values of secrets in a step or another call, also those behind aliases; and the digest of the step, if masking would change it. */
const valuesIn = (text: string, document: Document, call: YAMLMap, names: readonly unknown[]): readonly TextChange[] => {
  const inside = (node: unknown, name: string): unknown => {
    const found = isMap(node) ? node.get(name, true) : undefined;
    return isAlias(found) ? found.resolve(document) : found;
  };
  const act = inside(call, 'act');
  if (!isScalar(act) || typeof act.value !== 'string') return [];
  const each = (nodes: readonly unknown[], name: string): readonly unknown[] =>
    name === '*' ? nodes.flatMap((node) => (isSeq(node) ? node.items : [])) : nodes.map((node) => inside(node, name));
  const found = secretsOfStep(act.value).flatMap((path) => ['with', 'body', ...path].reduce(each, [call]));
  const values = found.flatMap((value) => {
    if (!isScalar(value) || !value.range || typeof value.value !== 'string' || value.value === '') return [];
    // The value of a variable comes from the run.
    if (namesUsed(value.value).length > 0) return [];
    const [from, valueTo] = value.range;
    return [{ from, to: from + text.slice(from, valueTo).trimEnd().length, by: JSON.stringify(hide(value.value)) }];
  });
  const isStep = values.length > 0 && names.every((name) => name === 'steps');
  return isStep && digestsSecrets(act.value) ? [...values, ...digestIn(text, document, call)] : values;
};

/** The digest of a step, before its act. A step with a name needs none, and one with a variable of the matrix has many. */
const digestIn = (text: string, document: Document, call: YAMLMap): readonly TextChange[] => {
  const written = readAs(step, call.toJS(document));
  const key = call.items.find((item) => isScalar(item.key) && item.key.value === 'act')?.key;
  if (isLeft(written) || written.right.name !== undefined || written.right.digest !== undefined) return [];
  const used = namesUsed(JSON.stringify(written.right));
  if (used.some((name) => document.hasIn(['matrix', 'variables', name]))) return [];
  if (!isNode(key) || !key.range) return [];
  const [from] = key.range;
  return [{ from, to: from, by: `digest: "${digestOfStep(written.right)}"${separatorIn(text, call, from)}` }];
};

/** The text between two fields of a map, after which a field begins. */
const separatorIn = (text: string, map: unknown, from: number): string =>
  isMap(map) && map.flow === true ? ', ' : `\n${' '.repeat(from - text.lastIndexOf('\n', from - 1) - 1)}`;

interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** How a pair with an API key is written by the digest of that; undefined of any other pair. */
const planChange = (text: string, document: Document, { key, value: node }: Pair, path: readonly unknown[]): TextChange | undefined => {
  const value = isAlias(node) ? node.resolve(document) : node;
  if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string' || !key.range || !isNode(node) || !node.range) return undefined;
  const names = namesIn(path);
  const [[from], [valueFrom, valueTo]] = [key.range, node.range];
  const to = valueFrom + text.slice(valueFrom, valueTo).trimEnd().length;
  if (key.value === 'authorization' && endsWith(names, 'with', 'headers'))
    return { from: valueFrom, to, by: JSON.stringify(maskAuthorization(value.value)) };
  if (key.value !== 'secret') return undefined;
  const { digest, last4 } = digestSecret(value.value);
  const anchor = isScalar(node) && node.anchor !== undefined ? `&${node.anchor} ` : '';
  if (names[0] === 'inputs' && endsWith(names, 'as')) return { from, to, by: `digest: ${anchor}"${digest}"` };
  if (!endsWith(names, 'accounts', 'keys')) return undefined;
  return { from, to, by: `digest: ${anchor}"${digest}"${separatorIn(text, path.at(-1), from)}last4: ${JSON.stringify(last4)}` };
};

/** The names of the fields around a node. */
const namesIn = (path: readonly unknown[]): readonly unknown[] =>
  path.flatMap((node) => (isPair(node) && isScalar(node.key) ? [node.key.value] : []));

const endsWith = (names: readonly unknown[], ...last: readonly string[]): boolean =>
  last.every((name, k) => names.at(k - last.length) === name);
