/**
 * Small changes of the properties of scenarios. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const properties = [
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/processes.ts', was: 'realWorkOf(state, workerId).length > 0', is: 'realWorkOf(state, workerId).length >= 0' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/processes.ts', was: "kind === 'job' ? state.find('job', id) : undefined", is: 'undefined' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/settles.ts',   was: '!waitsForProcess(left.state, kind, id)', is: 'true' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/settles.ts',   was: 'evaluated = excused === undefined;', is: 'evaluated = true;' },
  { tests: 'test/properties-language/kinds.test.ts', file: 'properties/unsettled.ts', was: '!inTransition.includes(entity.status)', is: 'false' },
];
