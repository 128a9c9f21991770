import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { nodeCrypto } from '../nodeCrypto.ts';

/**
 * The claim of a process that wants a folder, or owns it. Everything is in the name of its file, because a full disk still has room for
 * a name. No other process will ever have the same one.
 */
export interface Claim {
  readonly name: string;
  /** The kernel that answers for it by a socket; empty if none does. */
  readonly kernel: string;
  readonly host: string;
  /** Only for people: processes in different containers may have the same number. */
  readonly pid: number;
  readonly id: string;
}

/** A claim of this process. `kernel` is empty if it has no socket. */
export const newClaim = (id: string, kernel: string): Claim => {
  const [host, pid] = [encodeURIComponent(hostname()), process.pid];
  return { name: [kernel, host, pid, id].join(','), kernel, host, pid, id };
};

export const newClaimId = (): string => nodeCrypto().randomBytes(8).toString('hex');

/** The claims among the names in a folder. */
export const claimsAmong = (names: readonly string[]): readonly Claim[] =>
  names.flatMap((name) => {
    const [, kernel = '', host = '', pid = '', id = ''] = claimPattern.exec(name) ?? [];
    return id === '' ? [] : [{ name, kernel, host, pid: Number(pid), id }];
  });

const claimPattern = /^([0-9A-Za-z-]*),([^,]*),(\d+),([0-9a-f]{16})$/;

/** A claim as podsim made it when the number of a process was all that it looked at. Such an owner renews nothing. */
export const oldClaimAmong = (names: readonly string[]): string | undefined =>
  names.find((name) => /^\d+,\d*,[0-9a-f-]*,[^,]*,[0-9a-f]{8}$/.test(name));

/** The file of the socket of a claim. */
export const socketIn = (claims: string, id: string): string => join(claims, `${id}${socketSuffix}`);
export const socketSuffix = '.sock';

/** Identifies the running kernel: containers of one machine share it, and it is another after a restart. Empty if it is unknown. */
export const runningKernel = (): string => {
  try {
    if (process.platform === 'linux') return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    if (process.platform === 'darwin')
      return execFileSync('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'latin1' }).trim();
  } catch {
    // Leases decide then.
  }
  return '';
};
