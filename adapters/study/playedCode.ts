import { existsSync, readFileSync } from 'node:fs';

/** What the build puts here, as a text: the SHA-256 of all that `playOnce.ts` loads, libraries included. */
declare const PLAYED_CODE: string | undefined;

/** The same for tests, which run this module outside of a bundle, and threads in one: both make the same plays. */
const beside = new URL('../../bin/playedCode.txt', import.meta.url);

/** The code that makes a play and measures it. Results that other code has measured may mean something else. */
export const playedCode: string =
  typeof PLAYED_CODE === 'string' ? PLAYED_CODE : existsSync(beside) ? readFileSync(beside, 'utf8') : 'not bundled';
