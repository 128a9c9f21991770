import type { DiskFile } from './disk.ts';
import { type StoreUnsafe, unsafe } from './problems.ts';

/**
 * When what is written is made safe from a power cut. Whatever the policy, a process that is killed loses nothing it has
 * acknowledged: what is written is in the hands of the operating system.
 * - `always`: before anything is acknowledged. A power cut loses nothing that anybody was told of.
 * - `batch`: up to 50 ms afterwards. A power cut, or a crash of the operating system, loses what was acknowledged in the last
 *   50 ms or so; and where the disk has written later pages before earlier ones, the log must go through `podsim repair`.
 * - `never`: when the operating system sees fit, which may be half a minute later. The same is at stake, for as long.
 */
export type SyncPolicy = 'always' | 'batch' | 'never';

export const syncPolicies: readonly SyncPolicy[] = ['always', 'batch', 'never'];

/** How far `batch` may be behind, in ms. */
const behindMsMax = 50;

/**
 * Syncs one file as its policy asks. When a sync fails, the operating system may take what it could not write for written: the next
 * sync goes well, and says nothing of it. So one that failed is the last, and nothing is acknowledged behind it.
 */
export class Syncing {
  readonly #path: string;
  readonly #file: DiskFile;
  readonly #policy: SyncPolicy;
  #timer: NodeJS.Timeout | undefined;
  #underway: Promise<void> = Promise.resolve();
  #failure: StoreUnsafe | undefined;

  constructor(path: string, file: DiskFile, policy: SyncPolicy) {
    this.#path = path;
    this.#file = file;
    this.#policy = policy;
  }

  /** Throws where a sync has failed: what is written now would rest on what may not be there. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** To be called behind each write, before it is acknowledged. */
  async written(): Promise<void> {
    if (this.#policy === 'always') return this.#sync();
    this.check();
    if (this.#policy === 'batch') this.#timer ??= setTimeout(() => this.#syncBehind(), behindMsMax);
  }

  /** Makes all of it safe, before the file is closed. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#underway;
    this.check();
    if (this.#policy !== 'never') await this.#sync();
  }

  #syncBehind(): void {
    this.#timer = undefined;
    // The next write is refused for it.
    this.#underway = this.#sync().catch(() => undefined);
  }

  async #sync(): Promise<void> {
    try {
      await this.#file.datasync();
    } catch (error) {
      this.#failure = unsafe(this.#path, error);
      throw this.#failure;
    }
  }
}
