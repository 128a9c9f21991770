const wallClock = Date;

/**
 * What the two clocks of an explored client say, in milliseconds. An exploration puts virtual time in their places while its client runs;
 * no test reads the wall clock, so anywhere else this throws.
 */
export const virtualTime = (): { readonly date: number; readonly performance: number } => {
  if (Date === wallClock) throw new Error('the clock of the machine is no virtual time: read it in a client that is explored');
  return { date: Date.now(), performance: performance.now() };
};
