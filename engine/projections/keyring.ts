import type { AccountEvent, ApiKey } from '../account/events.ts';

/** A key and the account it belongs to. */
export interface Holder {
  readonly accountId: string;
  readonly key: ApiKey;
}

/** Every key by what a client sends. */
export class Keyring {
  readonly #bySecret = new Map<string, Holder>();

  find(secret: string): Holder | undefined {
    return this.#bySecret.get(secret);
  }

  /** A key by its name; names are unique in a world. */
  named(name: string): Holder | undefined {
    for (const holder of this.#bySecret.values()) if (holder.key.name === name) return holder;
    return undefined;
  }

  apply(event: AccountEvent): void {
    if (event.type === 'AccountKeyCreated') this.#bySecret.set(event.key.secret, { accountId: event.accountId, key: event.key });
  }
}
