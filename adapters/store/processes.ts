import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The identity of a process. Process ids are reused, but not together with the same start time. */
export interface ProcessMark {
  readonly pid: number;
  /** Its start time, in clock ticks since the boot; empty where the system does not give it. */
  readonly started: string;
  /** The id of the boot; empty where the system does not give it. */
  readonly boot: string;
  /** The host name, encoded for use in a file name. */
  readonly host: string;
}

export const thisProcess = (): ProcessMark => ({
  pid: process.pid,
  started: startOf(process.pid) ?? '',
  boot: contentOf('/proc/sys/kernel/random/boot_id')?.trim() ?? '',
  host: encodeURIComponent(hostname()),
});

/**
 * Whether a process may be alive. A process on another host always may be, because it cannot be seen from here. Two containers with the
 * same host name and separate processes cannot see each other either: each takes the other for an ended process of its own host.
 */
export const maybeAlive = (mark: ProcessMark, here = thisProcess()): boolean => {
  if (mark.host !== here.host) return true;
  if (mark.boot !== here.boot || !exists(mark.pid)) return false;
  const started = startOf(mark.pid);
  return started !== 'ended' && (started === undefined || mark.started === '' || started === mark.started);
};

/** Checks with signal 0, which is not delivered. EPERM means that the process exists and belongs to another user. */
const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The start time of a process. Undefined where the system does not give it; `ended` for a zombie, whose parent has not waited for it. */
const startOf = (pid: number): string | undefined => {
  const stat = contentOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program's name, in parentheses. It may contain anything.
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 'ZX'.includes(state) ? 'ended' : fields[startField];
};

/** Field 22 of `proc_pid_stat(5)`; counted without the first three. */
const startField = 18;

const contentOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
};
