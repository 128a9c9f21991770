import type { Dumpable } from '../../kernel/dump.ts';

/**
 * How many keys of an account are remembered: the newest ones. Answers depend on it, so it is the same in every world
 * (`contractTable`).
 */
export const keysRemembered = 10_000;

/**
 * The keys that the calls of an account have used: each can be used once. Keys with consecutive numbers, like those of a load (`load/1`,
 * `load/2`, …), take the room of one, however many there are. Only the newest keys are remembered, because callers may use any number of
 * them. A forgotten key is still protected by its entity: while that exists, no call creates it again.
 */
export class UsedKeys implements Dumpable<UsedKeysDump> {
  readonly #byAccount = new Map<string, AccountKeys>();
  #stem = '';

  has(accountId: string, key: string): boolean {
    const keys = this.#byAccount.get(accountId);
    if (keys === undefined) return false;
    const digits = digitsAt(key);
    const number = numberIn(key, digits);
    return (number > 0 && number <= (keys.counted.get(this.#findStem(key, digits)) ?? 0)) || keys.others.has(key);
  }

  use(accountId: string, key: string): void {
    const { counted, others } = this.#of(accountId);
    const digits = digitsAt(key);
    const stem = this.#findStem(key, digits);
    let upTo = counted.get(stem) ?? 0;
    if (numberIn(key, digits) !== upTo + 1) others.add(key);
    else {
      do upTo += 1;
      while (others.size > 0 && others.delete(`${stem}${upTo + 1}`));
      // Deleted first: a map keeps its keys in the order of insertion. A single load has no order.
      if (counted.size > 1) counted.delete(stem);
      counted.set(stem, upTo);
    }
    forgetOldest(counted);
    forgetOldest(others);
  }

  /** The part before the number. Usually it is that of the last key, and then no text is made. */
  #findStem(key: string, digits: number): string {
    if (digits !== this.#stem.length || !key.startsWith(this.#stem)) this.#stem = key.slice(0, digits);
    return this.#stem;
  }

  #of(accountId: string): AccountKeys {
    const known = this.#byAccount.get(accountId);
    if (known !== undefined) return known;
    const keys: AccountKeys = { counted: new Map(), others: new Set() };
    this.#byAccount.set(accountId, keys);
    return keys;
  }

  dump(): UsedKeysDump {
    return this.#byAccount;
  }

  load(dump: UsedKeysDump): void {
    for (const [accountId, keys] of dump) this.#byAccount.set(accountId, keys);
  }
}

interface AccountKeys {
  /** Keys with consecutive numbers, by the part before the number: every number from 1 up to this one is used. */
  readonly counted: Map<string, number>;
  readonly others: Set<string>;
}

type UsedKeysDump = ReadonlyMap<string, AccountKeys>;

const forgetOldest = (keys: AccountKeys['counted'] | AccountKeys['others']): void => {
  if (keys.size <= keysRemembered) return;
  for (const oldest of keys.keys()) {
    keys.delete(oldest);
    return;
  }
};

const digitsMax = 9;

/**
 * The index at which the number at the end of a key begins; the length of the key if it does not end with a number. Leading zeros belong to
 * the part before the number.
 */
const digitsAt = (key: string): number => {
  let at = key.length;
  while (at > 0 && key.length - at < digitsMax && isDigit(key.charCodeAt(at - 1))) at -= 1;
  while (at < key.length - 1 && key.charCodeAt(at) === zero) at += 1;
  return at;
};

/** The number at the end of a key; -1 if there is none. It is read digit by digit, which avoids making two texts for every call. */
const numberIn = (key: string, digits: number): number => {
  if (digits === key.length) return -1;
  let number = 0;
  for (let at = digits; at < key.length; at++) number = number * 10 + key.charCodeAt(at) - zero;
  return number;
};

const zero = 48;
const isDigit = (code: number): boolean => code >= zero && code <= zero + 9;
