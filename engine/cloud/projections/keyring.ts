import type { Dumpable } from '../../kernel/dump.ts';
import type { AccountEvent, ApiKey } from '../account/events.ts';

/** A key and the account it belongs to. */
export interface Principal {
  readonly accountId: string;
  readonly key: ApiKey;
  /** The key no longer works. The ring remembers it, so that a refusal can say that it was revoked. */
  readonly revoked?: true;
}

/** Every key, revoked ones included, by the digest of its secret. */
export class Keyring implements Dumpable<ReadonlyMap<string, Principal>> {
  readonly #byDigest = new Map<string, Principal>();

  find(digest: string): Principal | undefined {
    return this.#byDigest.get(digest);
  }

  /**
   * A key by its name. Names are unique among the keys of a world that are not revoked. Of several keys with the name, the newest
   * is returned.
   */
  findByName(name: string): Principal | undefined {
    let newest: Principal | undefined;
    for (const principal of this.#byDigest.values()) if (principal.key.name === name) newest = principal;
    return newest;
  }

  /** Every key that is not revoked, oldest first. */
  *all(): IterableIterator<Principal> {
    for (const principal of this.#byDigest.values()) if (principal.revoked === undefined) yield principal;
  }

  /** How many keys were ever made. */
  get count(): number {
    return this.#byDigest.size;
  }

  dump(): ReadonlyMap<string, Principal> {
    return this.#byDigest;
  }

  load(dump: ReadonlyMap<string, Principal>): void {
    for (const [digest, principal] of dump) this.#byDigest.set(digest, principal);
  }

  apply(event: AccountEvent): void {
    if (event.type === 'AccountKeyCreated') this.#byDigest.set(event.key.digest, { accountId: event.accountId, key: event.key });
    if (event.type !== 'AccountKeyRevoked') return;
    const principal = this.findByName(event.name);
    if (principal !== undefined) this.#byDigest.set(principal.key.digest, { ...principal, revoked: true });
  }
}
