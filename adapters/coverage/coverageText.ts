import { alignColumns } from '../../engine/process/index.ts';
import { type Coverage, type CoverageFamily, coverageFamilies, neverSeen, possibleCoverage } from '../../engine/world/index.ts';

/** What a family counts, as its line says it. */
// biome-ignore format: a table
export const coverageAbouts: { readonly [Family in CoverageFamily]: string } = {
  operations:  'of both APIs',
  answers:     'statuses of refused calls',
  rules:       'of these kinds and operations',
  refusals:    'of these operations, each with its rules',
  statuses:    'of these kinds',
  transitions: 'of these kinds',
  faults:      'kinds of faults that struck',
  occasions:   'that a client should be ready for',
};

/** The coverage of runs, as people read it: how much of each family, and what they have never seen. */
export const coverageText = (coverage: Coverage): string => {
  const possible = possibleCoverage(coverage);
  const counts = coverageFamilies.map((family) => {
    const [met, all] = [Object.keys(coverage[family]).length, possible[family].length];
    const share = all === 0 ? '' : `${Math.floor((100 * met) / all)} %`;
    return `  ${family.padEnd(12)}${`${met} of ${all}`.padStart(11)}${share.padStart(7)}  ${coverageAbouts[family]}`;
  });
  const unseen = neverSeen(coverage);
  const lines = alignColumns(unseen.map(({ words, rule }) => [words, rule])).map((line) => `  ${line}`);
  const met = ['met by these runs', ...counts];
  if (unseen.length === 0) return [...met, '', 'they have seen all that a client should be ready for', ''].join('\n');
  const next = [
    '`podsim spec rules` with the id of a rule names scenarios that show it.',
    '`podsim explore FILES --propose DIR` varies yours, and writes a scenario for each of',
    'these that it meets.',
  ];
  return [...met, '', 'they have never seen', ...lines, '', ...next, ''].join('\n');
};
