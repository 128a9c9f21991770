/** What the process says by its exit code. */
// biome-ignore format: a table
export const exitCodes = {
  pass:       0,
  fail:       1,
  incomplete: 2,
  badInput:   3,
  ourFault:   70,
} as const;

/** Something the person at the terminal can mend: said in plain words, and no more. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}
