import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. The same in Node and in a browser, and synchronous in both. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
