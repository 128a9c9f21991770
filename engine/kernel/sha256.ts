import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A function like {@link sha256Hex}. Platforms have one that is ten times as fast: a caller with much to hash passes it. */
export type Sha256 = (text: string) => string;

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. The same in Node and in a browser, and synchronous in both. */
export const sha256Hex: Sha256 = (text) => bytesToHex(sha256(utf8ToBytes(text)));
