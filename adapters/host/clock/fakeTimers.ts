/** Whether a test has replaced the timers of this process, as `vi.useFakeTimers()` and its like do. */
export const hasFakeTimers = (): boolean => Object.hasOwn(globalThis.setTimeout, 'clock') || 'isMock' in Date;
