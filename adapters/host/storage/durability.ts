import { type Limits, limitWords } from '../../../engine/api/index.ts';
import type { Rejection } from '../../../engine/cloud/index.ts';
import { defaultWorldId } from '../../../engine/control/index.ts';
import type { LogWriter } from './logWriter.ts';
import { type Fate, writeRejection } from './writeErrors.ts';

/** Tells callers of a world how durable its log is. Without a writer the log is only in memory, and nothing waits. */
export class Durability {
  readonly #worldId: string;
  readonly #limits: Limits;
  readonly #writer: LogWriter | undefined;

  constructor(worldId: string, limits: Limits, writer: LogWriter | undefined) {
    this.#worldId = worldId;
    this.#limits = limits;
    this.#writer = writer;
  }

  /** Whether the log is to be there for another process. */
  get isLasting(): boolean {
    return this.#writer !== undefined && !this.#writer.isTemporary;
  }

  /** Whether the world is in the store; true if there is no store. */
  get isStored(): boolean {
    return this.#writer?.isStored ?? true;
  }

  /** Why the world must not be changed: while its log cannot be written, it may only be read. */
  get writeError(): Rejection | undefined {
    const writeError = this.#writer?.writeError;
    return writeError && this.#reject(writeError, 'refused');
  }

  /** The newest durable entry, while later ones cannot be written: answers to reads carry it. */
  get unkept(): { readonly kept?: number } {
    return this.#writer?.writeError === undefined || !this.isLasting ? {} : { kept: this.#writer.kept };
  }

  /** Calls `then` once all that has been recorded up to now is durable, or with the reason why it cannot be. */
  whenDurable(then: (writeError: Rejection | undefined) => void): void {
    if (this.#writer === undefined) return then(undefined);
    const fate = () => (this.isStored || this.#worldId === defaultWorldId ? 'done' : 'unmade');
    this.#writer.whenDurable((writeError) => then(writeError && this.#reject(writeError, fate())));
  }

  /**
   * Calls `then` once all that has been recorded up to now is durable, however long that takes. For messages that cannot be taken back once
   * sent.
   */
  onceDurable(then: () => void): void {
    if (this.#writer === undefined || !this.isLasting) then();
    else this.#writer.onceDurable(then);
  }

  /** Call after something was recorded. */
  scheduleWrite(): void {
    this.#writer?.scheduleWrite();
  }

  /** Writes the entries that are not durable yet, and closes the log. */
  async close(how?: { readonly forGood: boolean }): Promise<void> {
    await this.#writer?.close(how);
  }

  #reject(writeError: Error, fate: Fate): Rejection {
    const refusal = writeRejection(writeError, fate);
    if (this.isLasting) return refusal;
    const { logEntriesInMemory } = this.#limits;
    const why = `its log has more than ${logEntriesInMemory} entries, which have no room in memory (${limitWords('logEntriesInMemory')})`;
    return { ...refusal, detail: `${refusal.detail}: ${why}` };
  }
}
