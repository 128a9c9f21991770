import { join } from 'node:path';
import type { Disk } from '../disk.ts';
import { makeFolder, tidy } from '../files.ts';
import { isOutOfFiles, orProblem, StoreLocked, StoreLost } from '../problems.ts';
import { type Claim, claimsAmong, newClaim, newClaimId, oldClaimAmong, runningKernel, socketIn, socketSuffix } from './claim.ts';
import { Lease } from './lease.ts';
import { type LeaseClock, machineClock } from './leaseClock.ts';
import { type ClaimState, lapseMs, OtherClaims } from './otherClaims.ts';
import type { BoundSocket } from './sockets.ts';

export interface FolderLockOptions {
  /** The machine's own unless given. */
  readonly clock?: LeaseClock;
  readonly kernel?: string;
  /** Called with the reason when the folder may be free, and that takes a while to find out. */
  readonly onWait?: (words: string) => void;
}

/** How many times a claim is made before another process of this machine counts as the owner. */
const attemptsMax = 5;

/**
 * Makes this process the owner of a folder. Each process that wants it creates a claim, with a name that no other process will ever
 * use. Then it looks at the claims of others:
 * - The other process is alive: this one withdraws its claim. Of two processes, the one that claims later sees the other's claim, so
 *   both never proceed. When each saw the other's, both try again after a moment.
 * - The other process has ended, or its lease has: its claim is removed. No living process can have this claim, so there is no race
 *   about who takes over. That race is the flaw of a single lock file that is replaced when it is stale.
 *
 * Whether a process is alive is never told from its number, which has a meaning only within one container.
 */
export class FolderLock {
  /** The number of this owner. Each has a higher one than all owners before it. */
  readonly number: number;
  readonly #disk: Disk;
  readonly #lease: Lease;
  readonly #claim: string;
  readonly #socket: BoundSocket | undefined;
  #lapsed: readonly string[];

  private constructor(disk: Disk, number: number, { lease, path, socket }: Made, lapsed: readonly string[]) {
    this.#disk = disk;
    this.number = number;
    this.#lease = lease;
    this.#claim = path;
    this.#socket = socket;
    this.#lapsed = lapsed;
  }

  /** Takes the folder, or throws `StoreLocked`, which names the owner. */
  static async take(disk: Disk, folder: string, options: FolderLockOptions = {}): Promise<FolderLock> {
    const { clock = machineClock(), kernel = runningKernel() } = options;
    const claims = join(folder, claimFolder);
    await orProblem(folder, () => makeFolder(disk, claims));
    const others = new OtherClaims(disk, claims, clock, kernel);
    for (let attempt = 1; ; attempt++) {
      const made = await orProblem(folder, () => makeClaim({ disk, folder, claims, others, clock, kernel }));
      try {
        const found = await settle(disk, folder, claims, made.claim, others, { ...options, clock });
        const owner = found.find(({ state }) => state === 'alive')?.claim;
        if (owner !== undefined && (attempt === attemptsMax || owner.kernel !== kernel || kernel === ''))
          throw new StoreLocked(wordsOfLock(folder, owner, kernel));
        const number =
          owner === undefined && (await orProblem(folder, () => isHeld(disk, claims, made))) ? await takeNumber(disk, claims) : undefined;
        if (number !== undefined) {
          await removeEnded(disk, claims, made.claim, found);
          const lapsed = found.filter(({ state }) => state === 'lapsed').map(({ claim }) => join(claims, claim.name));
          return new FolderLock(disk, number, made, lapsed);
        }
        if (attempt === attemptsMax)
          throw new StoreLocked(`${folder} is wanted by several processes at once: start them one after the other`);
      } catch (error) {
        await withdraw(disk, made);
        throw error;
      }
      await withdraw(disk, made);
      await clock.pause(5 + Math.random() * 10 * attempt);
    }
  }

  /** Resolves while this process is the owner; nothing may be acknowledged otherwise. */
  confirm(): Promise<void> {
    return this.#lease.confirm();
  }

  /** Whether an owner before this one may still be alive, and have files open. */
  get mayLinger(): boolean {
    return this.#lapsed.length > 0;
  }

  /** To be called once nothing that those owners write can be read. They find out that they are no owners any more. */
  async forgetLapsed(): Promise<void> {
    for (const path of this.#lapsed) await tidy(this.#disk, path);
    this.#lapsed = [];
  }

  /** A claim that cannot be removed does no harm: its socket is closed. */
  async release(): Promise<void> {
    await withdraw(this.#disk, { lease: this.#lease, path: this.#claim, socket: this.#socket });
  }
}

/** No world can have this name. */
const claimFolder = '.lock';

interface Made {
  readonly lease: Lease;
  readonly path: string;
  readonly socket: BoundSocket | undefined;
}

interface MadeClaim extends Made {
  readonly claim: Claim;
  /** False if another process has removed it at once. */
  readonly isThere: boolean;
}

type JudgedClaims = Awaited<ReturnType<OtherClaims['judge']>>;

interface Making {
  readonly disk: Disk;
  readonly folder: string;
  readonly claims: string;
  readonly others: OtherClaims;
  readonly clock: LeaseClock;
  readonly kernel: string;
}

/** The socket is bound first: a claim of a living process must never be without its socket. */
const makeClaim = async ({ kernel, ...parts }: Making): Promise<MadeClaim> => {
  const { disk, claims } = parts;
  const id = newClaimId();
  // Without a socket, only the lease holds.
  const socket =
    kernel === ''
      ? undefined
      : await disk.listen(socketIn(claims, id)).catch((error: unknown) => {
          if (isOutOfFiles(error)) throw error;
          return undefined;
        });
  const claim = newClaim(id, socket === undefined ? '' : kernel);
  const made = { claim, lease: new Lease({ ...parts, claim }), path: join(claims, claim.name), socket };
  try {
    await (await disk.open(made.path, 'wx')).close();
    return { ...made, isThere: await isBegun(made.lease) };
  } catch (error) {
    await withdraw(disk, made);
    throw error;
  }
};

/** A claim whose socket was removed looks like that of a process that has ended: another that takes over may remove it, too. */
const isBegun = async (lease: Lease): Promise<boolean> => {
  try {
    await lease.begin();
    return true;
  } catch (error) {
    if (error instanceof StoreLost) return false;
    throw error;
  }
};

/** Whether a claim and its socket are there: an owner that was just taking over may have removed the socket, before there was the claim. */
const isHeld = async (disk: Disk, claims: string, { claim, socket, isThere }: MadeClaim): Promise<boolean> =>
  isThere && (socket === undefined || (await disk.answers(socketIn(claims, claim.id))) === 'yes');

const withdraw = async (disk: Disk, { lease, path, socket }: Made): Promise<void> => {
  lease.end();
  await tidy(disk, path);
  await socket?.close();
};

/** Judges the other claims until one is found alive, or all are known to be over. */
const settle = async (
  disk: Disk,
  folder: string,
  claims: string,
  claim: Claim,
  others: OtherClaims,
  { clock, onWait }: FolderLockOptions & { readonly clock: LeaseClock },
): Promise<JudgedClaims> => {
  for (let isTold = false; ; ) {
    const old = oldClaimAmong(await orProblem(folder, () => disk.readdir(claims)));
    if (old !== undefined)
      throw new StoreLocked(`${folder} is claimed by an older podsim: stop it first; if it is gone for good, remove ${join(claims, old)}`);
    const found = await orProblem(folder, () => others.judge(claim));
    const unsure = found.find(({ state }) => state === 'unsure');
    if (unsure === undefined || found.some(({ state }) => state === 'alive')) return found;
    if (!isTold) onWait?.(waitWords(folder, unsure.claim));
    isTold = true;
    await clock.pause(lapseMs / 50);
  }
};

/** Takes a number that no owner had. Undefined if another process was first. */
const takeNumber = async (disk: Disk, claims: string): Promise<number | undefined> => {
  const numbers = (await disk.readdir(claims)).flatMap(numberOn);
  const number = 1 + Math.max(0, ...numbers);
  try {
    await (await disk.open(join(claims, `${numberPrefix}${number}`), 'wx')).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
  for (const lower of numbers) await tidy(disk, join(claims, `${numberPrefix}${lower}`));
  return number;
};

const numberPrefix = 'owner-';
const numberOn = (name: string): number[] => {
  const [, number] = /^owner-(\d{1,15})$/.exec(name) ?? [];
  return number === undefined ? [] : [Number(number)];
};

/**
 * Removes what ended processes left. A socket without a claim may belong to a process that is about to claim: it
 * will see the claim of this one, and withdraw.
 */
const removeEnded = async (disk: Disk, claims: string, own: Claim, found: JudgedClaims): Promise<void> => {
  const names = await disk.readdir(claims);
  const is = (...wanted: readonly ClaimState[]) => found.filter(({ state }) => wanted.includes(state)).map(({ claim }) => claim);
  for (const { name } of is('gone')) await tidy(disk, join(claims, name));
  const living = new Set(
    [own, ...claimsAmong(names)].filter(({ name }) => !is('gone').some((gone) => gone.name === name)).map(({ id }) => id),
  );
  for (const name of names)
    if (name.endsWith(socketSuffix) && !living.has(name.slice(0, -socketSuffix.length))) await tidy(disk, join(claims, name));
};

const wordsOfLock = (folder: string, { pid, host, kernel }: Claim, here: string): string => {
  const owner = `${folder} is in use by process ${pid} on`;
  const [place, remedy] = [decodeURIComponent(host), 'stop it first, or use another folder'];
  return kernel === here && here !== ''
    ? `${owner} this machine (${place}): ${remedy}`
    : `${owner} ${place}, which renews its claim: ${remedy}`;
};

const waitWords = (folder: string, { pid, host }: Claim): string =>
  `${folder} was in use by process ${pid} on ${decodeURIComponent(host)}, which cannot be asked from here: waiting ${lapseMs / 1_000} s for a sign of it`;
