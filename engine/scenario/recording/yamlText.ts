import { Document, type Node, type Scalar, visit } from 'yaml';

/** Whether a collection is written in several lines, given the collection and its parent. */
export type IsBlock = (node: Node, path: readonly unknown[]) => boolean;

/** A value as the text of a file, below a comment. All collections that are no blocks are in one line. */
export const yamlText = (value: object, comment: string, isBlock: IsBlock): string => {
  const document = new Document(value, { aliasDuplicateObjects: false });
  document.commentBefore = comment;
  visit(document, {
    Collection: (_key, node, path) => {
      node.flow = !isBlock(node, path);
    },
    Scalar: quoteInvisible,
  });
  return document.toString({ lineWidth: 0 }).replaceAll(invisible, (sign) => (sign === '\n' ? sign : escapeCharacter(sign)));
};

/** Characters that a file could lose are escaped: invisible ones, and unpaired surrogates. Only a text in double quotes has escapes. */
const quoteInvisible = (_key: unknown, node: Scalar): void => {
  if (typeof node.value === 'string' && node.value.search(invisible) !== -1) node.type = 'QUOTE_DOUBLE';
};

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A character as JSON and YAML write it by its number, in ASCII. */
export const escapeCharacter = (sign: string): string =>
  Array.from({ length: sign.length }, (_, k) => `\\u${sign.charCodeAt(k).toString(16).padStart(4, '0')}`).join('');
