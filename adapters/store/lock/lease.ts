import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import { explainError, StoreLost, StoreUnwritable } from '../problems.ts';
import type { Claim } from './claim.ts';
import type { LeaseClock } from './leaseClock.ts';
import { leaseMs, type OtherClaims } from './otherClaims.ts';

/** How often a claim is renewed: a few times in each lease. */
const renewalMs = leaseMs / 4;

export interface LeaseParts {
  readonly disk: Disk;
  /** The claimed folder, and the folder of the claims. */
  readonly folder: string;
  readonly claims: string;
  readonly claim: Claim;
  readonly others: OtherClaims;
  readonly clock: LeaseClock;
}

/**
 * The time for which a claim is valid to processes that cannot ask this kernel. A renewal sets the claim's time of change to a number
 * that was never there before, so that no clocks are compared. A renewal after the lease's end counts only if the claim is still
 * there and no other process has one: another process may have become the owner meanwhile.
 */
export class Lease {
  readonly #parts: LeaseParts;
  #until = Number.NEGATIVE_INFINITY;
  #renewals = 0;
  #renewing: Promise<void> | undefined;
  #stop: (() => void) | undefined;
  #lost: StoreLost | undefined;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
  }

  /** Starts with a new claim, which is renewed from now on. */
  async begin(): Promise<void> {
    const { clock } = this.#parts;
    const from = clock.now();
    await this.#touch();
    this.#until = from + leaseMs;
    // Errors are ignored here: `confirm` renews the lease, and throws.
    this.#stop = clock.every(renewalMs, () => void this.#renew().catch(() => undefined));
  }

  /** Resolves while the folder is this process's own. Nothing may be acknowledged otherwise. */
  async confirm(): Promise<void> {
    if (this.#lost !== undefined) throw this.#lost;
    if (this.#parts.clock.now() >= this.#until) await this.#renew();
  }

  end(): void {
    this.#stop?.();
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewOnce(): Promise<void> {
    const { clock, folder } = this.#parts;
    const from = clock.now();
    try {
      await this.#touch();
      // If others look while this took long, they have seen no renewal in time.
      if (clock.now() >= this.#until) await this.#checkAlone();
    } catch (error) {
      throw explainError(folder, error);
    }
    this.#until = from + leaseMs;
  }

  async #touch(): Promise<void> {
    const { disk, claims, claim, folder } = this.#parts;
    const path = join(claims, claim.name);
    const file = await disk.open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      this.#lost = new StoreLost(
        `${folder} has another owner: this process could not renew its claim for ${leaseMs / 1_000} s; what was acknowledged before is there; start podsim again when the other has ended`,
      );
      throw this.#lost;
    });
    try {
      this.#renewals += 1;
      await file.utimes(this.#renewals, this.#renewals);
    } finally {
      await file.close();
    }
  }

  async #checkAlone(): Promise<void> {
    const { others, claim, folder } = this.#parts;
    const found = (await others.judge(claim)).find(({ state }) => state === 'alive' || state === 'unsure');
    if (found === undefined) return;
    const { pid, host } = found.claim;
    throw new StoreUnwritable(
      `${folder} is wanted by process ${pid} on ${decodeURIComponent(host)}, since this one could not renew its claim in time`,
    );
  }
}
