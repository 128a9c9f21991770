import { canonicalText } from '../kernel/canonical.ts';
import type { Dumpable } from '../kernel/dump.ts';
import { hash128, keyText } from '../kernel/rng.ts';
import { fillInSteps, type Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** So many calls of one instant are kept unread; a crowd is read as it comes, for a world may stand still for long. */
const unreadMax = 64;

/**
 * Tells calls apart that say the same at the same instant. A call's key, from which ids and draws follow, is whose it is,
 * what it says, when, and which of its twins it is: so another call in between changes nothing for it. Every call of an
 * account counts that stands in the log. Few calls are asked for their key, and reading one costs more than all the rest:
 * so calls are noted as they come, and read when a later one of their kind is asked.
 */
export class InputKeys implements Dumpable<InputKeysDump> {
  /** By account, then by operation: only calls that share both can be twins. */
  readonly #byAccount = new Map<string, Map<string, RequestHistory>>();

  /** What the calls of an account to an operation say. */
  of(accountId: string, operation: string): RequestHistory {
    const byOperation = this.#byAccount.get(accountId) ?? new Map<string, RequestHistory>();
    if (byOperation.size === 0) this.#byAccount.set(accountId, byOperation);
    const known = byOperation.get(operation);
    if (known !== undefined) return known;
    const said = new RequestHistory(accountId, operation);
    byOperation.set(operation, said);
    return said;
  }

  dump(): InputKeysDump {
    return [...this.#byAccount.values()].flatMap((byOperation) => [...byOperation.values()].map((said) => said.dump()));
  }

  *load(dump: InputKeysDump): Steps<void> {
    for (const { accountId, operation, at, seen } of dump) yield* this.of(accountId, operation).load(at, seen);
  }
}

/** What the calls of one account to one operation have said at the newest instant of theirs. */
export class RequestHistory {
  readonly #accountId: string;
  readonly #operation: string;
  readonly #seen = new Map<string, number>();
  readonly #unread: unknown[] = [];
  #at: VirtualTime | undefined;
  #newest = '';

  constructor(accountId: string, operation: string) {
    this.#accountId = accountId;
    this.#operation = operation;
  }

  /** Notes a call: its key can be had until the next one is noted. */
  record(request: unknown, at: VirtualTime): void {
    if (at !== this.#at) {
      this.#at = at;
      this.#seen.clear();
      this.#unread.length = 0;
    }
    if (this.#unread.push(request) === unreadMax) this.#read();
  }

  /** The key of the call that was noted last. */
  key(): string {
    this.#read();
    return keyText('said', this.#accountId, this.#operation, `${this.#at}/${this.#newest}`);
  }

  #read(): void {
    for (const request of this.#unread) {
      const { a, b, c } = hash128(canonicalText(request));
      const words = `${a}.${b}.${c}`;
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

type InputKeysDump = readonly {
  readonly accountId: string;
  readonly operation: string;
  readonly at: VirtualTime | undefined;
  readonly seen: ReadonlyMap<string, number>;
}[];
