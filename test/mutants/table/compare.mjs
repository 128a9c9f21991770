/**
 * Small changes of comparisons. Each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const compare = [
  { tests: 'test/compare/whatIf.slow.test.ts', file: 'scenario/play/measuredScenario.ts', was: 'withSeed(checked, seed)', is: 'checked' },
  { tests: 'test/compare/acts.test.ts', file: 'compare/acts.ts', was: "if (act.startsWith('update')) return readCurrent(readSchemaNode(schema), entity);", is: '' },
  { tests: 'test/console/change.slow.test.ts', file: 'compare/callSchema.ts', was: 'names.map((name) => [name, params[name]', is: 'names.slice(1).map((name) => [name, params[name]' },
  { tests: 'test/compare/acts.test.ts', file: 'compare/branch.ts', was: 'fingerprint: _fingerprint,', is: '' },
  { tests: 'test/compare/whatIf.slow.test.ts', file: 'compare/chart.ts', was: "mean > 0 === (better === 'more')", is: "mean > 0 === (better !== 'more')" },
  { tests: 'test/compare/logs.test.ts', file: 'compare/histories.ts', was: 'a.at === b.at && isSame(a.event, b.event)', is: 'isSame(a.event, b.event)' },
  { tests: 'test/compare/acts.test.ts', file: 'compare/httpCall.ts', was: "(method === 'POST' && body !== undefined)", is: "method === 'POST'" },
  { tests: 'test/compare/logs.test.ts', file: 'compare/logs.ts', was: 'historyDifferences(a, b)', is: 'historyDifferences(b, a)' },
  { tests: 'test/compare/whatIf.slow.test.ts', file: 'compare/measures.ts', was: 'filter(({ isCompared }) => isCompared)', is: 'filter(({ isCompared }) => !isCompared)' },
  { tests: 'test/compare/logs.test.ts', file: 'compare/text.ts', was: 'a === undefined ? [nameA, nameB] : [nameB, nameA]', is: 'a === undefined ? [nameB, nameA] : [nameA, nameB]' },
  { tests: 'test/control/compare.slow.test.ts', file: 'compare/views.ts', was: 'same: parted === undefined,', is: 'same: parted !== undefined,' },
  { tests: 'test/compare/whatIf.slow.test.ts', file: 'compare/whatIf.ts', was: 'if (world.now < end) world.advance({ to: end }, undefined, watched.advanceMax);', is: '{}' },
  { tests: 'test/compare/whatIf.slow.test.ts', file: 'compare/change.ts', was: 'as === undefined && written === undefined', is: 'written === undefined' },
  { tests: 'test/compare/parse.test.ts', file: 'compare/parse.ts', was: 'path.length === 0 ? message : `', is: '`' },
  { tests: 'test/compare/parse.test.ts', file: 'compare/parse.ts', was: '...yaml.right.placeOf(path),', is: '...yaml.right.placeOf([]),' },
];
