/** Milliseconds since the start of the process. `performance` would do the same, but loading it takes 2 ms. */
export const wallTimeMs = (): number => process.uptime() * 1_000;
