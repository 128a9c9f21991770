/** Whether a container with this status has, or should have, a process. */
export const isUpWorker = (status: string): boolean => upStatuses.has(status);

const upStatuses: ReadonlySet<string> = new Set(['INITIALIZING', 'IDLE', 'RUNNING']);
