/**
 * Small changes of the search for regular expressions, which no rule of the platform has.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const patterns = [
  { tests: 'test/scenario/text/pattern.slow.test.ts', file: 'scenario/format/pattern/pattern.ts',        was: 'if (at >= text.length) return false;', is: 'if (at >= text.length - 1) return false;' },
  { tests: 'test/scenario/text/pattern.slow.test.ts', file: 'scenario/format/pattern/pattern.ts',        was: 'character > 0xffff ? 2 : 1', is: '1' },
  { tests: 'test/scenario/text/pattern.slow.test.ts', file: 'scenario/format/pattern/pattern.ts',        was: "if (node.type === 'reference')", is: 'if (false)' },
  { tests: 'test/scenario/text/pattern.slow.test.ts', file: 'scenario/format/pattern/program.ts', was: 'if (min === 0) return again;', is: '' },
  { tests: 'test/scenario/text/pattern.slow.test.ts', file: 'scenario/format/pattern/program.ts', was: 'k < (max ?? min)', is: 'k < (max ?? min) - 1' },
  { tests: 'test/scenario/text/pattern.slow.test.ts', file: 'scenario/format/pattern/program.ts', was: '!isBoundary(text, at)', is: 'isBoundary(text, at)' },
  { tests: 'test/attack/patterns.long.test.ts',  file: 'scenario/format/pattern/pattern.ts',        was: 'if (search.left < 0) return undefined;', is: '' },
];
