import type { Dumpable } from '../kernel/dump.ts';

/**
 * The keys that calls have used up, by account: each can be used once. Keys that count on, as those of a load do
 * (`load/1`, `load/2`, …), take the room of one, however many there are.
 */
export class UsedKeys implements Dumpable<UsedKeysDump> {
  readonly #byAccount = new Map<string, Map<string, Numbers>>();

  has(accountId: string, key: string): boolean {
    const digits = digitsAt(key);
    const numbers = this.#byAccount.get(accountId)?.get(key.slice(0, digits));
    if (numbers === undefined) return false;
    const number = numberIn(key, digits);
    return (number > 0 && number <= numbers.upTo) || numbers.others.has(number);
  }

  use(accountId: string, key: string): void {
    const digits = digitsAt(key);
    const number = numberIn(key, digits);
    const numbers = this.#numbers(accountId, key.slice(0, digits));
    if (number !== numbers.upTo + 1) numbers.others.add(number);
    else
      do numbers.upTo += 1;
      while (numbers.others.size > 0 && numbers.others.delete(numbers.upTo + 1));
  }

  #numbers(accountId: string, stem: string): Numbers {
    const byStem = this.#byAccount.get(accountId) ?? new Map<string, Numbers>();
    if (byStem.size === 0) this.#byAccount.set(accountId, byStem);
    const known = byStem.get(stem);
    if (known !== undefined) return known;
    const numbers: Numbers = { upTo: 0, others: new Set() };
    byStem.set(stem, numbers);
    return numbers;
  }

  dump(): UsedKeysDump {
    return this.#byAccount;
  }

  load(dump: UsedKeysDump): void {
    for (const [accountId, byStem] of dump) this.#byAccount.set(accountId, byStem);
  }
}

/** Keys of one stem: every number from 1 up to `upTo`, and others; `none` stands for the stem alone. */
interface Numbers {
  upTo: number;
  readonly others: Set<number>;
}

type UsedKeysDump = ReadonlyMap<string, Map<string, Numbers>>;

const none = -1;
const digitsMax = 9;

/** Where the number that a key ends with begins, if it ends with one that is written as numbers are. */
const digitsAt = (key: string): number => {
  let at = key.length;
  while (at > 0 && key.length - at < digitsMax && isDigit(key.charCodeAt(at - 1))) at -= 1;
  while (at < key.length - 1 && key.charCodeAt(at) === zero) at += 1;
  return at;
};

/** Digit by digit: a text of the digits alone would be made twice for every call. */
const numberIn = (key: string, digits: number): number => {
  if (digits === key.length) return none;
  let number = 0;
  for (let at = digits; at < key.length; at++) number = number * 10 + key.charCodeAt(at) - zero;
  return number;
};

const zero = 48;
const isDigit = (code: number): boolean => code >= zero && code <= zero + 9;
