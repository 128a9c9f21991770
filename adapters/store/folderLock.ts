import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Disk } from './disk.ts';
import { tidy } from './files.ts';
import { nodeCrypto } from './nodeCrypto.ts';
import { orProblem, StoreLocked } from './problems.ts';
import { maybeAlive, type ProcessMark, thisProcess } from './processes.ts';

/** How many times a claim is made before another process counts as the owner. */
const attemptsMax = 5;

/**
 * Makes this process the owner of a folder. Each process that wants it creates a claim: a file whose name identifies the process, and
 * which no other process will ever use. Then it looks at the claims of others:
 * - The other process is alive: this one withdraws its claim. Of two processes, the one that claims later sees the other's claim, so
 *   both never proceed. When each saw the other's, both try again after a moment.
 * - The other process has ended: its claim is removed. No living process can have this claim, so there is no race about who takes over.
 *   That race is the flaw of a single lock file that is replaced when it is stale.
 */
export class FolderLock {
  readonly #disk: Disk;
  readonly #claim: string;

  private constructor(disk: Disk, claim: string) {
    this.#disk = disk;
    this.#claim = claim;
  }

  /** Takes the folder, or throws `StoreLocked`, which names the owner. */
  static async take(disk: Disk, folder: string): Promise<FolderLock> {
    const claims = join(folder, claimFolder);
    await orProblem(folder, () => disk.mkdir(claims, { recursive: true }));
    for (let attempt = 1; ; attempt++) {
      const name = claimName(thisProcess());
      await orProblem(folder, async () => (await disk.open(join(claims, name), 'wx')).close());
      const others = (await orProblem(folder, () => disk.readdir(claims))).filter((other) => other !== name && claimPattern.test(other));
      const alive = others.filter((other) => maybeAlive(markOf(other)));
      const [owner] = alive;
      if (owner === undefined) {
        for (const gone of others) await tidy(disk, join(claims, gone));
        return new FolderLock(disk, join(claims, name));
      }
      await orProblem(folder, () => disk.rm(join(claims, name), { force: true }));
      if (attempt === attemptsMax) throw new StoreLocked(lockedWords(folder, join(claims, owner), markOf(owner)));
      await pause(5 + Math.random() * 10 * attempt);
    }
  }

  /** A claim that cannot be removed does no harm: it is that of an ended process as soon as this one has ended. */
  async release(): Promise<void> {
    await tidy(this.#disk, this.#claim);
  }
}

/** No world can have this name. */
const claimFolder = '.lock';

/** Everything is in the name: a full disk still has room for a name. */
const claimName = ({ pid, started, boot, host }: ProcessMark): string =>
  [pid, started, boot, host, nodeCrypto().randomBytes(4).toString('hex')].join(',');
const claimPattern = /^\d+,\d*,[0-9a-f-]*,[^,]*,[0-9a-f]{8}$/;

const markOf = (claim: string): ProcessMark => {
  const [pid = '', started = '', boot = '', host = ''] = claim.split(',');
  return { pid: Number(pid), started, boot, host };
};

const lockedWords = (folder: string, claim: string, { pid, host }: ProcessMark): string =>
  host === thisProcess().host
    ? `${folder} is in use by process ${pid} on this machine (${host}): stop it first, or use another folder`
    : `${folder} is in use by process ${pid} on ${host}, which cannot be seen from here: stop it first, or use another folder; if it is gone for good, remove ${claim}`;
