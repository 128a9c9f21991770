/** Errors of Python that are mistakes of a program, and not ways to give up. */
const mistakes = [
  'AssertionError',
  'AttributeError',
  'IndexError',
  'KeyError',
  'NameError',
  'TypeError',
  'UnboundLocalError',
  'ZeroDivisionError',
];

/** The mistake of a program with which a command ended, as Python prints it, or Node where an assertion failed; undefined if it printed none. */
export const mistakeIn = (printed: string): string | undefined => {
  const lines = printed.trimEnd().split('\n');
  const assertion = lines.find((line) => /^AssertionError \[ERR_ASSERTION\]/.test(line));
  if (assertion !== undefined) return assertion;
  const last = lines.at(-1) ?? '';
  const isTraced = lines.some((line) => line.startsWith('Traceback (most recent call last)'));
  return isTraced && mistakes.some((name) => last === name || last.startsWith(`${name}:`)) ? last : undefined;
};
