/**
 * Small changes of the explorer: of the stories it makes, of what it counts, and of how it shortens them. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const explorer = [
  { tests: 'test/explorer/bodyMutations.test.ts', file: 'explorer/bodyMutations.ts', was: '[maximum + 1]', is: '[maximum]' },
  { tests: 'test/api/operations.test.ts', file: 'explorer/bodySchema.ts', was: "io: 'input',", is: '' },
  { tests: 'test/explorer/coverage.test.ts', file: 'explorer/corpus.ts', was: 'if (length >= known.length) continue;', is: 'if (length < known.length) continue;' },
];
