const search = 'test/oracle/exhaustive/search.slow.test.ts';
const digest = 'test/oracle/exhaustive/digest.long.test.ts';

/**
 * Small changes of the search of small worlds. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const exhaustive = [
  { tests: digest, file: 'oracle/exhaustive/stateText.ts', was: 'return leaf < beginning ? String(leaf) : `@${now - leaf}`;', is: "return leaf < beginning ? String(leaf) : '@';" },
  { tests: search, file: 'oracle/exhaustive/branch.ts', was: 'this.#isFresh = next === this.world.nextDue;', is: 'this.#isFresh = false;' },
  { tests: digest, file: 'oracle/exhaustive/branch.ts', was: '[this.#isFresh, left, this.#saved, this.watch.memory]', is: '[this.watch.memory]' },
  { tests: digest, file: 'oracle/exhaustive/expand.ts', was: 'if (moment < from) continue;', is: 'if (moment <= from) continue;' },
  { tests: digest, file: 'oracle/exhaustive/stateText.ts', was: 'if (isName(leaf)) return nameOf(leaf);', is: 'if (isName(leaf)) return leaf;' },
  { tests: search, file: 'oracle/exhaustive/expand.ts', was: 'choice > 0; choice--', is: 'choice > 1; choice--' },
  { tests: search, file: 'oracle/exhaustive/search.ts', was: 'this.#isWhole = this.depth >= this.#within || next.length === 0;', is: 'this.#isWhole = this.depth > this.#within || next.length === 0;' },
  { tests: search, file: 'oracle/exhaustive/drawScript.ts', was: 'const choice = this.#told[this.made.length] ?? 0;', is: 'const choice = 0;' },
  { tests: search, file: 'oracle/exhaustive/smallWorld.ts', was: '.filter((name) => !saved.includes(name))', is: '.filter(() => false)' },
  { tests: search, file: 'oracle/exhaustive/sentence.ts', was: 'const whole = search.isWhole;', is: 'const whole = true;' },
  { tests: search, file: 'oracle/exhaustive/storyOfWay.ts', was: 'return { at: formatDuration(at), ...(fillIn', is: 'return { ...(fillIn' },
  { tests: search, file: 'oracle/exhaustive/stateWatch.ts', was: 'watch.entry?.({ seq, at, cause: 0, event });', is: '' },
  { tests: search, file: 'oracle/exhaustive/branch.ts', was: ', this.#saved, this.watch.memory]', is: ', this.#saved]' },
  { tests: search, file: 'oracle/exhaustive/branch.ts', was: 'this.watch.begin(this.world, from?.watch.memory);', is: 'this.watch.begin(this.world);' },
  { tests: search, file: 'oracle/exhaustive/branch.ts', was: 'breaksAt <= next)) return', is: 'breaksAt > next)) return' },
  { tests: search, file: 'oracle/exhaustive/format.ts', was: "times: z.int().min(1)", is: "times: z.int().min(2)" },
];
