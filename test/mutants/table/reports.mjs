/**
 * Small changes of the reports. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const reports = [
  { tests: 'test/replay.test.ts', file: 'reports/stateSnapshot.ts', was: 'health: state.jobCounters.of(id)', is: 'health: state' },
];
