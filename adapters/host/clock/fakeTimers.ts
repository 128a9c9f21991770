/** Whether a test has replaced the timers of this process, as `vi.useFakeTimers()` does. */
export const hasFakeTimers = (): boolean => Object.hasOwn(globalThis.setTimeout, 'clock') || 'isMock' in Date;
