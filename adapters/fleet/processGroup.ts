import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** Whether the system has process groups: a process that leads one is ended with all that it started. */
export const hasGroups = process.platform !== 'win32';

/** Kills a process that was started as the leader of a group, and whatever it has started; nothing if none of it is left. */
export const killGroup = (id: number | undefined): void => {
  if (id === undefined) return;
  try {
    process.kill(hasGroups ? -id : id, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
};

/** The most turns to read a pipe in, which may have more than it holds. */
const turnsMax = 100;

/**
 * Reads the rest of an ended process's pipe, and closes it. All of its own output is there; the end of the pipe may never come, because a
 * process that left the group may hold it open, or continue to write.
 */
export const drain = async (pipe: Readable): Promise<void> => {
  let isSilent = false;
  const hear = (): void => {
    isSilent = false;
  };
  pipe.on('data', hear);
  for (let turns = 0; turns < turnsMax && !isSilent && !pipe.readableEnded; turns++) {
    isSilent = true;
    // Two turns: one finds data, and the other reports it.
    await setImmediate();
    await setImmediate();
  }
  pipe.destroy();
};
