import type { DiskFile } from '../disk.ts';
import { type StoreUnsafe, unsafe } from '../problems.ts';
import type { Link } from './chain.ts';
import type { TailMark } from './tailMark.ts';

/**
 * When written data is made safe from a power cut. Under every policy, a process that is killed loses nothing it has acknowledged,
 * because written data is in the hands of the operating system.
 * - `always`: before the acknowledgment. A power cut loses nothing that was acknowledged.
 * - `batch`: up to 50 ms later. A power cut, or a crash of the operating system, loses what was acknowledged in about the last 50 ms.
 *   If the disk wrote later pages before earlier ones, the log must be repaired with `podsim log repair`.
 * - `never`: when the operating system decides, which may be half a minute later. The same data is at risk, for that long.
 */
export type SyncPolicy = 'always' | 'batch' | 'never';

export const syncPolicies: readonly SyncPolicy[] = ['always', 'batch', 'never'];

/** How far `batch` may lag, in ms. */
const behindMsMax = 50;

/**
 * Syncs one file according to its policy. When a sync fails, the operating system may mark the data as written although it is not: the
 * next sync then succeeds, and proves nothing. So a failed sync is the last one, and nothing is acknowledged after it.
 */
export class Syncing {
  readonly #path: string;
  readonly #file: DiskFile;
  readonly #policy: SyncPolicy;
  /** Undefined for a log that is never opened again. */
  readonly #mark: TailMark | undefined;
  /** The end of the last acknowledged batch. */
  #end: Link | undefined;
  #timer: NodeJS.Timeout | undefined;
  #underway: Promise<void> = Promise.resolve();
  #failure: StoreUnsafe | undefined;

  constructor(path: string, file: DiskFile, policy: SyncPolicy, mark?: TailMark) {
    this.#path = path;
    this.#file = file;
    this.#policy = policy;
    this.#mark = mark;
  }

  /** Throws after a failed sync: a write now would follow data that may be missing. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Call after each write, before it is acknowledged. */
  async afterWrite(): Promise<void> {
    if (this.#policy === 'always') return this.#sync();
    this.check();
    if (this.#policy === 'batch') this.#timer ??= setTimeout(() => this.#syncBehind(), behindMsMax);
  }

  /** Call before a batch is acknowledged, when nothing takes it back any more. Its end is marked as soon as it is synced, never before. */
  async acknowledge(end: Link): Promise<void> {
    this.#end = end;
    if (this.#policy === 'always') await this.#mark?.put(end);
  }

  /** Syncs everything that is not durable yet. */
  async now(): Promise<void> {
    this.check();
    if (this.#policy !== 'always') await this.#sync();
  }

  /** Syncs everything, before the file is closed. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await this.#underway;
      this.check();
      if (this.#policy !== 'never') await this.#sync();
    } finally {
      this.#mark?.close();
    }
  }

  #syncBehind(): void {
    this.#timer = undefined;
    // The error is thrown by the next write.
    this.#underway = this.#sync().catch(() => undefined);
  }

  async #sync(): Promise<void> {
    const end = this.#end;
    try {
      await this.#file.datasync();
    } catch (error) {
      this.#failure = unsafe(this.#path, error);
      throw this.#failure;
    }
    if (end !== undefined && this.#policy !== 'always') await this.#mark?.put(end);
  }
}
