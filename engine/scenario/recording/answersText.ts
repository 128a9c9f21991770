import { isMap, isPair, isScalar } from 'yaml';
import type { IsBlock } from './yamlText.ts';

/** Whether a collection leads to the answers of a handler, or is their list: each answer has a line of its own. */
export const holdsAnswers: IsBlock = (node, path) => {
  const parent = path.at(-1);
  if (isPair(parent) && isScalar(parent.key) && parent.key.value === answersKey && !isMap(node)) return true;
  const handler = isMap(node) ? node.get('handler') : undefined;
  return isMap(node) && (node.has(answersKey) || (isMap(handler) && handler.has(answersKey)));
};

const answersKey = 'answers';
