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

/** More than a pipe holds is read in so many turns. */
const turnsMax = 100;

/**
 * Reads what an ended process has left in its pipe, and closes it. What it printed is there; its end may never come, because a process that left
 * the group may hold the pipe open, or go on writing.
 */
export const drain = async (pipe: Readable): Promise<void> => {
  let isSilent = false;
  const hear = (): void => {
    isSilent = false;
  };
  pipe.on('data', hear);
  for (let turns = 0; turns < turnsMax && !isSilent && !pipe.readableEnded; turns++) {
    isSilent = true;
    // Two turns: what one of them finds is heard of in the other.
    await setImmediate();
    await setImmediate();
  }
  pipe.destroy();
};
