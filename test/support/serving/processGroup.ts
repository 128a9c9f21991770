/** Whether anything in the process group still runs. */
export const isRunning = (id: number): boolean => {
  try {
    return process.kill(-id, 0);
  } catch {
    return false;
  }
};
