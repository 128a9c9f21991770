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
