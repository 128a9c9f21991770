/** What the build puts here, as a text: the SHA-256 of all that `playOnce.ts` loads, libraries included. */
declare const PLAYED_CODE: string | undefined;

/** The code that makes a play and measures it. Results that other code has measured may mean something else. */
export const playedCode: string = typeof PLAYED_CODE === 'undefined' ? 'not bundled' : PLAYED_CODE;
