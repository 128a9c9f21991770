import { type Sha256, sha256Hex } from '../../kernel/sha256.ts';

/** The known facts about a key without its secret. */
export interface KeyMark {
  /** The first 32 hex digits of the secret's SHA-256. */
  readonly digest: string;
  /** The last four characters of the secret; fewer for a short one, which four would give away. */
  readonly last4: string;
}

/** Digests a secret for storage. */
export const digestSecret = (secret: string, digests: KeyDigests = new KeyDigests()): KeyMark => ({
  ...digests.of(secret),
  last4: secret.slice(Math.max(hiddenMin, secret.length - 4)),
});

/** A key as it is shown to people after it was made. */
export const markText = ({ last4 }: Pick<KeyMark, 'last4'>): string => `…${last4}`;

/** So many characters of a key are never shown. */
const hiddenMin = 8;

/**
 * The digests of the keys that clients send. A client sends the same key with each call: it is digested once, and its calls share one
 * object for it, because the log holds each.
 */
export class KeyDigests {
  readonly #sha256: Sha256;
  readonly #known = new Map<string, Digest>();

  constructor(sha256: Sha256 = sha256Hex) {
    this.#sha256 = sha256;
  }

  /** A client as the log has it: its key by the digest. */
  withDigest<Kept extends object>(client: Kept | { readonly key: string }): Kept | Digest {
    return 'key' in client && typeof client.key === 'string' ? this.of(client.key) : (client as Kept);
  }

  of(secret: string): Digest {
    const known = this.#known.get(secret);
    if (known !== undefined) return known;
    const made: Digest = { digest: this.#sha256(secret).slice(0, digestLength) };
    // Strangers may send any number of keys.
    if (this.#known.size >= knownMax) this.#known.clear();
    if (secret.length <= knownLengthMax) this.#known.set(secret, made);
    return made;
  }
}

type Digest = Pick<KeyMark, 'digest'>;

const digestLength = 32;
const knownMax = 1_024;
const knownLengthMax = 256;

/** The secret of a key whose creator gives none. */
export const usualSecret = (name: string): string => `key-${name}`;
