import { canonicalText } from '../../kernel/canonical.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import { longText } from '../../kernel/log/longText.ts';
import { type Hash128, hash128, hashInSteps, keyText } from '../../kernel/rng.ts';
import { fillInSteps, type Steps } from '../../kernel/steps.ts';
import type { VirtualTime } from '../../kernel/time.ts';

/**
 * At this many unread calls of one instant, they are read. Otherwise they could pile up, because the clock of a world may stand still for
 * long.
 */
const unreadMax = 64;

/**
 * Distinguishes calls with the same content at the same instant. The key of a call, from which ids and draws follow, consists of its
 * account, operation, content and time, and its number among equal calls. So another call in between changes nothing for it. Every call of
 * an account in the log counts. Few calls need their key, and computing it costs more than everything else. So this records calls as they
 * come, and reads them only when a later call needs its key.
 */
export class InputKeys implements Dumpable<InputKeysDump> {
  /** By account, then by operation: only calls that share both can be equal. */
  readonly #byAccount = new Map<string, Map<string, RequestHistory>>();

  /** The calls of an account to an operation. */
  of(accountId: string, operation: string): RequestHistory {
    const byOperation = this.#byAccount.get(accountId) ?? new Map<string, RequestHistory>();
    if (byOperation.size === 0) this.#byAccount.set(accountId, byOperation);
    const known = byOperation.get(operation);
    if (known !== undefined) return known;
    const history = new RequestHistory(accountId, operation);
    byOperation.set(operation, history);
    return history;
  }

  dump(): InputKeysDump {
    return [...this.#byAccount.values()].flatMap((byOperation) => [...byOperation.values()].map((history) => history.dump()));
  }

  *load(dump: InputKeysDump): Steps<void> {
    for (const { accountId, operation, at, seen } of dump) yield* this.of(accountId, operation).load(at, seen);
  }
}

/** The calls of one account to one operation, at the newest instant that has any. */
export class RequestHistory {
  readonly #accountId: string;
  readonly #operation: string;
  readonly #seen = new Map<string, number>();
  readonly #unread: object[] = [];
  #at: VirtualTime | undefined;
  #newest = '';

  constructor(accountId: string, operation: string) {
    this.#accountId = accountId;
    this.#operation = operation;
  }

  /** Records a call. Its key is available until the next one is recorded. */
  record(request: object, at: VirtualTime): void {
    if (at !== this.#at) {
      this.#at = at;
      this.#seen.clear();
      this.#unread.length = 0;
    }
    if (this.#unread.push(request) === unreadMax) this.#read();
  }

  /** The key of the call that was recorded last. */
  key(): string {
    this.#read();
    return keyText('said', this.#accountId, this.#operation, `${this.#at}/${this.#newest}`);
  }

  #read(): void {
    for (const request of this.#unread) {
      const words = wordsBefore.get(request) ?? wordsFrom(hash128(canonicalText(request)));
      const twin = (this.#seen.get(words) ?? 0) + 1;
      this.#seen.set(words, twin);
      this.#newest = `${words}/${twin}`;
    }
    this.#unread.length = 0;
  }

  dump(): InputKeysDump[number] {
    this.#read();
    return { accountId: this.#accountId, operation: this.#operation, at: this.#at, seen: this.#seen };
  }

  *load(at: VirtualTime | undefined, seen: ReadonlyMap<string, number>): Steps<void> {
    this.#at = at;
    yield* fillInSteps(this.#seen, seen);
  }
}

/** Reads a long call in steps, before it is recorded. */
export function* readAhead(request: object): Steps<void> {
  const hash = yield* hashInSteps(yield* longText(request, noGivenFields));
  wordsBefore.set(request, wordsFrom(hash));
}

const noGivenFields = new Set<string>();

/** The digests of long calls that were read ahead: they follow from the call alone. */
const wordsBefore = new WeakMap<object, string>();

const wordsFrom = ({ a, b, c }: Hash128): string => `${a}.${b}.${c}`;

type InputKeysDump = readonly {
  readonly accountId: string;
  readonly operation: string;
  readonly at: VirtualTime | undefined;
  readonly seen: ReadonlyMap<string, number>;
}[];
