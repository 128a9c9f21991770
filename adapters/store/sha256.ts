import { nodeCrypto } from './nodeCrypto.ts';

/** Node's SHA-256: ten times as fast as the engine's own, with the same digest. Every world that an adapter makes uses it. */
export const sha256 = (text: string | Uint8Array): string => nodeCrypto().hash('sha256', text);
