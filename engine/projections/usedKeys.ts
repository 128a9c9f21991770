import type { Dumpable } from '../kernel/dump.ts';
import { keyText } from '../kernel/rng.ts';

/**
 * The keys that calls have used up, by account: each can be used once. Keys that count on, as those of a load do
 * (`load/1`, `load/2`, …), take the room of one, however many there are.
 */
export class UsedKeys implements Dumpable<UsedKeysDump> {
  readonly #byStem = new Map<string, Numbers>();

  has(accountId: string, key: string): boolean {
    const digits = digitsAt(key);
    const numbers = this.#byStem.get(keyText(accountId, key.slice(0, digits)));
    if (numbers === undefined) return false;
    const number = numberIn(key, digits);
    return (number > 0 && number <= numbers.upTo) || numbers.others.has(number);
  }

  use(accountId: string, key: string): void {
    const digits = digitsAt(key);
    const stem = keyText(accountId, key.slice(0, digits));
    const numbers = this.#byStem.get(stem) ?? { upTo: 0, others: new Set() };
    const number = numberIn(key, digits);
    if (number !== numbers.upTo + 1) numbers.others.add(number);
    else
      do numbers.upTo += 1;
      while (numbers.others.delete(numbers.upTo + 1));
    this.#byStem.set(stem, numbers);
  }

  dump(): UsedKeysDump {
    return this.#byStem;
  }

  load(dump: UsedKeysDump): void {
    for (const [stem, numbers] of dump) this.#byStem.set(stem, numbers);
  }
}

/** Keys of one stem: every number from 1 up to `upTo`, and others; `none` stands for the stem alone. */
interface Numbers {
  upTo: number;
  readonly others: Set<number>;
}

type UsedKeysDump = ReadonlyMap<string, Numbers>;

const none = -1;
const digitsMax = 9;

/** Where the number that a key ends with begins, if it ends with one that is written as numbers are. */
const digitsAt = (key: string): number => {
  let at = key.length;
  while (at > 0 && key.length - at < digitsMax && isDigit(key.charCodeAt(at - 1))) at -= 1;
  while (at < key.length - 1 && key.charCodeAt(at) === zero) at += 1;
  return at;
};

const numberIn = (key: string, digits: number): number => (digits === key.length ? none : Number(key.slice(digits)));

const zero = 48;
const isDigit = (code: number): boolean => code >= zero && code <= zero + 9;
