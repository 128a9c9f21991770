import { isMap, isPair, isScalar, type Pair, parseDocument, visit } from 'yaml';
import { markOf } from '../../cloud/account/keyDigest.ts';

/**
 * The text of a scenario, or of a file that it includes, with the digests of its keys instead of their secrets: it makes the same world,
 * and can be handed on. All else stays as it is written.
 */
export const maskSecrets = (text: string): string => {
  if (!text.includes('secret')) return text;
  const changes: Change[] = [];
  visit(parseDocument(text, { uniqueKeys: false }), {
    Pair: (_, pair, path) => {
      const change = isNamed(pair, 'secret') ? changeOf(text, pair, path) : undefined;
      if (change !== undefined) changes.push(change);
    },
  });
  return changes.reduceRight((whole, { from, to, by }) => whole.slice(0, from) + by + whole.slice(to), text);
};

interface Change {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** How a pair `secret: …` is written by its digest; undefined where it is not that of a key. */
const changeOf = (text: string, { key, value }: Pair, path: readonly unknown[]): Change | undefined => {
  if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string' || !key.range || !value.range) return undefined;
  const names = path.flatMap((node) => (isPair(node) && isScalar(node.key) ? [node.key.value] : []));
  const isCaller = names[0] === 'inputs' && names.at(-1) === 'as';
  if (!isCaller && !(names.at(-1) === 'keys' && names.at(-2) === 'accounts')) return undefined;
  const { digest, last4 } = markOf(value.value);
  const [from] = key.range;
  const [, to] = value.range;
  if (isCaller) return { from, to, by: `digest: "${digest}"` };
  const map = path.at(-1);
  const separator = isMap(map) && map.flow === true ? ', ' : `\n${' '.repeat(from - text.lastIndexOf('\n', from - 1) - 1)}`;
  return { from, to, by: `digest: "${digest}"${separator}last4: ${JSON.stringify(last4)}` };
};

const isNamed = ({ key }: Pair, name: string): boolean => isScalar(key) && key.value === name;
