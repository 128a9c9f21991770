import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Disk } from './disk.ts';
import { tidy } from './files.ts';
import { orProblem, StoreLocked } from './problems.ts';
import { maybeAlive, type ProcessMark, thisProcess } from './processes.ts';

/** How often a claim is made before somebody else's is taken for the older one. */
const attemptsMax = 5;

/**
 * Owns a folder for this process. Each process that wants it leaves a claim: a file whose name says which process it is, and
 * which no other will ever have. Then it looks for claims of others:
 * - one of a process that lives: it takes its own back. Of two, the one that left its claim later sees the other's, so never
 *   do both go on; when each saw the other's, both try again after a moment;
 * - one of a process that is gone: it is in nobody's way, and is removed. It cannot be taken for anyone else's, so there is no
 *   race about who may take over: that is what goes wrong with a single file that is replaced when it is stale.
 */
export class FolderLock {
  readonly #disk: Disk;
  readonly #claim: string;

  private constructor(disk: Disk, claim: string) {
    this.#disk = disk;
    this.#claim = claim;
  }

  /** Takes the folder, or throws `StoreLocked`, which names who has it. */
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

  /** A claim that cannot be removed is that of a process that is gone, as soon as this one is. */
  async release(): Promise<void> {
    await tidy(this.#disk, this.#claim);
  }
}

/** No world can have this name. */
const claimFolder = '.lock';

/** The name says it all: a full disk has room for a name. */
const claimName = ({ pid, started, boot, host }: ProcessMark): string =>
  [pid, started, boot, host, randomBytes(4).toString('hex')].join(',');
const claimPattern = /^\d+,\d*,[0-9a-f-]*,[^,]*,[0-9a-f]{8}$/;

const markOf = (claim: string): ProcessMark => {
  const [pid = '', started = '', boot = '', host = ''] = claim.split(',');
  return { pid: Number(pid), started, boot, host };
};

const lockedWords = (folder: string, claim: string, { pid, host }: ProcessMark): string =>
  host === thisProcess().host
    ? `${folder} is in use by process ${pid} on this machine (${host}): stop it first, or use another folder`
    : `${folder} is in use by process ${pid} on ${host}, which cannot be seen from here: stop it first, or use another folder; if it is gone for good, remove ${claim}`;
