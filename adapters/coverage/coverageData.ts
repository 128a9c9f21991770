import { type Coverage, coverageFamilies, neverSeen, possibleCoverage } from '../../engine/world/index.ts';

/** What was met, with its counts, and what was not: for programs. */
export const coverageData = (coverage: Coverage) => {
  const possible = possibleCoverage(coverage);
  const families = coverageFamilies.map((family) => [
    family,
    { met: coverage[family], missing: possible[family].filter((name) => coverage[family][name] === undefined) },
  ]);
  return { ...Object.fromEntries(families), neverSeen: neverSeen(coverage) };
};

/**
 * The same as an lcov trace, which build servers show and compare: each family is a file, and each name in it a function on a line of
 * its own.
 */
export const coverageLcov = (coverage: Coverage): string => {
  const possible = possibleCoverage(coverage);
  return coverageFamilies
    .flatMap((family) => {
      const names = [...possible[family]].sort();
      const hits = names.map((name) => coverage[family][name] ?? 0);
      const hit = hits.filter((count) => count > 0).length;
      return [
        'TN:',
        `SF:podsim/${family}`,
        ...names.map((name, k) => `FN:${k + 1},${name.replaceAll(',', ' ')}`),
        ...names.map((name, k) => `FNDA:${hits[k]},${name.replaceAll(',', ' ')}`),
        `FNF:${names.length}`,
        `FNH:${hit}`,
        ...hits.map((count, k) => `DA:${k + 1},${count}`),
        `LF:${names.length}`,
        `LH:${hit}`,
        'end_of_record',
      ];
    })
    .join('\n')
    .concat('\n');
};
