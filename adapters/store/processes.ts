import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process as others can know it again: numbers of processes come back, the same number with the same start does not. */
export interface ProcessMark {
  readonly pid: number;
  /** When it started, in ticks since the machine did; empty where the system does not tell. */
  readonly started: string;
  /** Which start of the machine that was; empty where the system does not tell. */
  readonly boot: string;
  /** Its name, as it can stand in a file's. */
  readonly host: string;
}

export const thisProcess = (): ProcessMark => ({
  pid: process.pid,
  started: startOf(process.pid) ?? '',
  boot: contentOf('/proc/sys/kernel/random/boot_id')?.trim() ?? '',
  host: encodeURIComponent(hostname()),
});

/**
 * Whether a process may still be there. One on another host may always be: nobody here can see it. Nor can two containers
 * see each other that share a host's name and not its processes; they are taken for one that was started anew.
 */
export const maybeAlive = (mark: ProcessMark, here = thisProcess()): boolean => {
  if (mark.host !== here.host) return true;
  if (mark.boot !== here.boot || !exists(mark.pid)) return false;
  const started = startOf(mark.pid);
  return started !== 'ended' && (started === undefined || mark.started === '' || started === mark.started);
};

/** Asks with signal 0, which is not sent; somebody else's process says that we may not send it. */
const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Undefined where the system does not tell; `ended` for a process whose parent has not taken note yet. */
const startOf = (pid: number): string | undefined => {
  const stat = contentOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name of the program comes second, in brackets, and may hold anything.
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 'ZX'.includes(state) ? 'ended' : fields[startField];
};

/** The 22nd of `proc_pid_stat(5)`; the state, the third, is taken off. */
const startField = 18;

const contentOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
};
