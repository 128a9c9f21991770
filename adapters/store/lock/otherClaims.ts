import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import { type Claim, claimsAmong, socketIn } from './claim.ts';
import type { LeaseClock } from './leaseClock.ts';

/** How long after it began to renew its claim an owner may acknowledge. */
export const leaseMs = 10_000;
/** How long a claim must be seen without a renewal before its lease is over. Longer than the lease, since clocks differ in speed. */
export const lapseMs = 12_500;

/**
 * - `alive`: its process lives, and uses the folder.
 * - `gone`: its process has ended. The kernel says so.
 * - `lapsed`: its lease is over. Its process may live on, and must find out that it is no owner any more.
 * - `unsure`: ask again later.
 */
export type ClaimState = 'alive' | 'gone' | 'lapsed' | 'unsure';

/** Judges the claims of others: by asking the kernel if it is the same, and otherwise by their renewals. */
export class OtherClaims {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #clock: LeaseClock;
  readonly #kernel: string;
  /** The renewals seen of each, and since when it has been the same. */
  readonly #seen = new Map<string, { readonly renewed: number; readonly since: number }>();

  /** `folder`: the folder of the claims. `kernel`: the kernel of this process. */
  constructor(disk: Disk, folder: string, clock: LeaseClock, kernel: string) {
    this.#disk = disk;
    this.#folder = folder;
    this.#clock = clock;
    this.#kernel = kernel;
  }

  /** Judges all claims but one. */
  async judge(own: Claim): Promise<readonly { readonly claim: Claim; readonly state: ClaimState }[]> {
    const names = await this.#disk.readdir(this.#folder);
    const others = claimsAmong(names).filter(({ name }) => name !== own.name);
    return Promise.all(others.map(async (claim) => ({ claim, state: await this.#judge(claim) })));
  }

  async #judge({ name, kernel, id }: Claim): Promise<ClaimState> {
    if (kernel !== '' && kernel === this.#kernel) {
      const answer = await this.#disk.answers(socketIn(this.#folder, id));
      if (answer !== 'unknown') return answer === 'yes' ? 'alive' : 'gone';
    }
    const asked = this.#clock.now();
    const renewed = await this.#readRenewal(name);
    if (renewed === undefined) return 'gone';
    const seen = this.#seen.get(name);
    if (seen?.renewed === renewed) return asked - seen.since >= lapseMs ? 'lapsed' : 'unsure';
    this.#seen.set(name, { renewed, since: this.#clock.now() });
    return seen === undefined ? 'unsure' : 'alive';
  }

  /** Opened, because a shared file system may answer from a cache otherwise. Undefined if the claim was withdrawn. */
  async #readRenewal(name: string): Promise<number | undefined> {
    try {
      const file = await this.#disk.open(join(this.#folder, name), 'r');
      try {
        return (await file.stat()).mtimeMs;
      } finally {
        await file.close();
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}
