import { createRequire } from 'node:module';

type Crypto = typeof import('node:crypto');

let loaded: Crypto | undefined;

/** Node's module, loaded at its first use: few short commands need it, and loading it takes milliseconds. */
export const nodeCrypto = (): Crypto => (loaded ??= createRequire(import.meta.url)('node:crypto') as Crypto);
