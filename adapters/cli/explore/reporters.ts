import type { ExploreReport, ReportedFailure } from '../../../engine/lab/explorer/index.ts';
import { xml } from '../run/reporters.ts';
import { type ExploreView, exploreText } from './text.ts';

const json = (report: ExploreReport): string => `${JSON.stringify(report, null, 2)}\n`;

/** Each failure is a failed test. An exploration without any is one test that passes. */
const junit = ({ seed, runs, failures, coverage }: ExploreReport): string => formatJunit({ seed, runs, cells: coverage.met }, failures);

/** The same for any exploration: `facts` are its properties, with its seed and how many runs there were. */
export const formatJunit = (
  facts: { readonly seed: string; readonly runs: number; readonly [name: string]: string | number },
  failures: readonly ReportedFailure[],
): string => {
  const { seed, runs } = facts;
  const passed = { place: 'podsim explore', name: `${runs} runs from the seed ${seed}`, failure: [] };
  return junitSuite(facts, failures.length === 0 ? [passed] : failures.map(caseOfFailure));
};

/** A test of a suite. It has failed where its failure has lines. */
interface JunitCase {
  readonly place: string;
  readonly name: string;
  readonly failure: readonly string[];
}

/** A suite of what was explored, with facts about it. */
const junitSuite = (facts: Readonly<Record<string, string | number>>, tests: readonly JunitCase[]): string => {
  const properties = Object.entries(facts)
    .map(([key, value]) => `<property name="${xml(key)}" value="${xml(String(value))}"/>`)
    .join('');
  const counts = `tests="${tests.length}" failures="${tests.filter(({ failure }) => failure.length > 0).length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="podsim explore" ${counts}>`,
    `    <properties>${properties}</properties>`,
    ...tests.map(writeCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};

const caseOfFailure = (found: ReportedFailure): JunitCase => ({
  place: found.file ?? 'podsim explore',
  name: found.property,
  failure: linesOfFailure(found),
});

const linesOfFailure = ({ words, story, again, page }: ReportedFailure): readonly string[] => [
  ...[words, ...story, `to repeat: ${again}`],
  ...(page === undefined ? [] : [`to look at: ${page}`]),
];

const writeCase = ({ place, name, failure }: JunitCase): string => {
  const head = `    <testcase classname="${xml(place)}" name="${xml(name)}"`;
  return failure.length === 0 ? `${head}/>` : `${head}><failure message="fail">${xml(failure.join('\n'))}</failure></testcase>`;
};

export const exploreReporters = { pretty: exploreText, json, junit } satisfies Readonly<
  Record<string, (report: ExploreReport, view: ExploreView) => string>
>;

export type ExploreReporterName = keyof typeof exploreReporters;
export const exploreReporterNames = Object.keys(exploreReporters) as readonly ExploreReporterName[];
