/**
 * The files of the engine that no mutant can break, because they decide nothing, each with the reason.
 * @type {readonly { file: string, because: string }[]}
 */
// biome-ignore format: a table
export const withoutBehavior = [
  { file: 'account/events.ts',    because: 'types, and the lists of names that they follow from' },
  { file: 'cluster/events.ts',    because: 'types, and the lists of names that they follow from' },
  { file: 'explorer/sequence.ts', because: 'types, and the name of a caller' },
  { file: 'fault/events.ts',      because: 'types, and the lists of names that they follow from' },
  { file: 'properties/kind.ts',   because: 'types, and a function that returns what it gets as another type' },
  { file: 'rules.ts',             because: 'the rulebook: texts that FIDELITY.md repeats' },
  { file: 'version.ts',           because: 'two numbers; `history.test.ts` opens the logs of each' },
];
