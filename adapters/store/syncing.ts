import type { DiskFile } from './disk.ts';

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

/** Syncs one file as its policy asks. */
export class Syncing {
  readonly #file: DiskFile;
  readonly #policy: SyncPolicy;
  #timer: NodeJS.Timeout | undefined;
  #underway: Promise<void> = Promise.resolve();
  /** Why the last sync in the background failed. */
  #failure: unknown;

  constructor(file: DiskFile, policy: SyncPolicy) {
    this.#file = file;
    this.#policy = policy;
  }

  /** To be called behind each write, before it is acknowledged. Throws, once, what went wrong in the background before. */
  async written(): Promise<void> {
    if (this.#policy === 'always') return this.#file.datasync();
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    if (this.#policy === 'batch') this.#timer ??= setTimeout(() => this.#sync(), behindMsMax);
  }

  /** Makes all of it safe, before the file is closed. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#underway;
    if (this.#policy !== 'never') await this.#file.datasync();
  }

  #sync(): void {
    this.#timer = undefined;
    this.#underway = this.#file.datasync().catch((error: unknown) => {
      this.#failure = error;
    });
  }
}
