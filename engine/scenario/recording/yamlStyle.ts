import { isMap, isPair, isScalar, type Node, type Scalar } from 'yaml';

/** Whether a collection leads to the answers of a handler, or is their list: it is written in several lines, and each answer in one. */
export const holdsAnswers = (node: Node, path: readonly unknown[]): boolean => {
  const parent = path.at(-1);
  if (isPair(parent) && isScalar(parent.key) && parent.key.value === answersKey && !isMap(node)) return true;
  return isMap(node) && (node.has(answersKey) || isLeadingTo(node.get('handler')));
};

const answersKey = 'answers';

const isLeadingTo = (handler: unknown): boolean => isMap(handler) && handler.has(answersKey);

/** Characters that a file could lose are escaped: invisible ones, and unpaired surrogates. */
export const quoteInvisible = (_key: unknown, node: Scalar): void => {
  if (typeof node.value === 'string' && invisible.test(node.value)) node.type = 'QUOTE_DOUBLE';
};

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
