/** So long a test waits for what must come, before it says that it did not: longer than the busiest machine needs. */
export const patienceMs = 300_000;
