import type { ExploreReport, ReportedFailure } from '../../../engine/lab/explorer/index.ts';
import { xml } from '../run/reporters.ts';
import { type ExploreView, exploreText } from './text.ts';

const json = (report: ExploreReport): string => `${JSON.stringify(report, null, 2)}\n`;

/** Each failure is a failed test. An exploration without any is one test that passes. */
const junit = ({ seed, runs, failures, coverage }: ExploreReport): string => junitOf({ seed, runs, cells: coverage.met }, failures);

/** The same for any exploration: `facts` are its properties, with its seed and how many runs there were. */
export const junitOf = (
  facts: { readonly seed: string; readonly runs: number; readonly [name: string]: string | number },
  failures: readonly ReportedFailure[],
): string => {
  const { seed, runs } = facts;
  const properties = Object.entries(facts)
    .map(([key, value]) => `<property name="${xml(key)}" value="${xml(String(value))}"/>`)
    .join('');
  const cases =
    failures.length === 0
      ? [`    <testcase classname="podsim explore" name="${xml(`${runs} runs from the seed ${seed}`)}"/>`]
      : failures.map(writeFailedCase);
  const counts = `tests="${cases.length}" failures="${failures.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="podsim explore" ${counts}>`,
    `    <properties>${properties}</properties>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};

const writeFailedCase = ({ property, words, story, file, again, page }: ReportedFailure): string => {
  const text = [words, ...story, `to repeat: ${again}`, ...(page === undefined ? [] : [`to look at: ${page}`])];
  const place = xml(file ?? 'podsim explore');
  return `    <testcase classname="${place}" name="${xml(property)}"><failure message="fail">${xml(text.join('\n'))}</failure></testcase>`;
};

export const exploreReporters = { pretty: exploreText, json, junit } satisfies Readonly<
  Record<string, (report: ExploreReport, view: ExploreView) => string>
>;

export type ExploreReporterName = keyof typeof exploreReporters;
export const exploreReporterNames = Object.keys(exploreReporters) as readonly ExploreReporterName[];
