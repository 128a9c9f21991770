import { readClient } from '../../api/admission/authorize.ts';
import type { Operation } from '../../api/operation.ts';
import { digestSecret, markText } from '../../cloud/account/keyDigest.ts';
import type { GivenClient } from '../../cloud/input.ts';
import { namesUsed } from './variables.ts';

/** The client of an `authorization` header as a scenario writes it: the mark of a key may replace the key. Over HTTP a mark is no key. */
export const clientOfHeader = (header: string, api: Operation['api']): GivenClient => {
  const client = readClient(header, api);
  const [, digest] = ('key' in client && client.key !== null && mark.exec(client.key)) || [];
  return digest === undefined ? client : { digest };
};

/**
 * Replaces the keys in the header by their marks, `Bearer …word#<digest>`. A variable stays, because its value comes from the run. Masking
 * twice is masking once.
 */
export const maskAuthorization = (header: string): string =>
  header.replaceAll(/\S+/g, (word) => (isOpen(word) ? maskKey(word.replaceAll('$$', '$')) : word));

const isOpen = (word: string): boolean => !/^bearer$/i.test(word) && !mark.test(word) && namesUsed(word).length === 0;

const maskKey = (key: string): string => {
  const { digest, last4 } = digestSecret(key);
  return `${markText({ last4: last4.replaceAll('$', '$$$$') })}#${digest}`;
};

/** The visible part of a key, and then its digest. */
const mark = /^….{0,8}#([0-9a-f]{32})$/;
