/**
 * SHA-256 of the code that makes a play and measures it: of all that `playOnce.ts` loads, libraries included. `build.mjs` works it out, and
 * writes it into what the compiler has made of this file. Results that other code has measured may mean something else.
 */
export const playedCode: string = '';
