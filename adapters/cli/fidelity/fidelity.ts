import { isLeft } from 'fp-ts/lib/Either.js';
import { problemText, timingNames } from '../../../engine/index.ts';
import {
  type FactReport,
  isPlayed,
  joinFacts,
  judgeLeftOut,
  judgeObservation,
  mechanisms,
  type Observation,
  observationEnding,
  parseObservation,
  seedsUsual,
  summarize,
} from '../../../engine/lab/fidelity/index.ts';
import { readerFor, readText, scenarioFiles } from '../files.ts';
import { ownScenarios } from '../ownFiles.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { factLines, lineOfConstants, linesOf, tableOf } from './table.ts';

export interface FidelityOptions {
  readonly timing?: string;
  readonly seeds?: string;
  readonly reporter?: string;
}

/** `podsim fidelity`: plays what was seen on the platform, and says how far off the times of a timing are. */
export const fidelityCommand = (
  paths: readonly string[],
  { timing = 'measured-2026-11', seeds, reporter = 'text' }: FidelityOptions,
): number => {
  const name = requireKnown(timing, timingNames, `--timing '${timing}' is no timing`);
  const times = seeds === undefined ? seedsUsual : Math.max(1, Math.floor(Number(seeds)) || seedsUsual);
  const read = readObservations(paths);
  const played = read.filter(isPlayed);
  const reports = joinFacts(played.map((one) => judgeObservation(one, { timing: name }, times)));
  const isMeasured = name !== 'textbook' && paths.length === 0;
  const leftOut = isMeasured ? { author: judgeLeftOut(read, 'author', times), run: judgeLeftOut(read, 'run', times) } : undefined;
  if (reporter === 'json') {
    const sums = leftOut && { author: summarize(leftOut.author), run: summarize(leftOut.run) };
    printJson({
      timing: name,
      seeds: times,
      facts: reports,
      summary: summarize(reports),
      ...(sums === undefined ? {} : { leftOut: sums }),
    });
    return exitCodes.pass;
  }
  print(textOf(name, times, reports, read.length - played.length, leftOut));
  return exitCodes.pass;
};

const readObservations = (paths: readonly string[]): readonly Observation[] => {
  const files =
    paths.length === 0 ? scenarioFiles([`${ownScenarios()}/observed`], [observationEnding]) : scenarioFiles(paths, [observationEnding]);
  const parsed = files.map((file) => parseObservation(file, readText(file), readerFor(file)));
  const problems = parsed.flatMap((one) => (isLeft(one) ? one.left : []));
  if (problems.length > 0) throw new BadInput(problems.map(problemText).join('\n'));
  return parsed.flatMap((one) => (isLeft(one) ? [] : [one.right]));
};

const textOf = (
  timing: string,
  seeds: number,
  reports: readonly FactReport[],
  unplayed: number,
  leftOut: { readonly author: readonly FactReport[]; readonly run: readonly FactReport[] } | undefined,
): string => {
  const quoted = leftOut?.run ?? reports;
  const rows = mechanisms.flatMap((mechanism) => {
    const own = quoted.filter((report) => report.mechanisms[0] === mechanism);
    return own.length === 0 ? [] : [[mechanism, summarize(own)] as const];
  });
  const basis = leftOut === undefined ? `under ${timing}` : 'each judged by the times that follow from the other runs';
  return [
    ...quoted.flatMap(factLines),
    '',
    `By mechanism, ${basis}; ${seeds} plays of each fact:`,
    tableOf([...rows, ['all', summarize(quoted)]]),
    ...(leftOut === undefined
      ? [...linesOf('under these times', reports)]
      : [
          ...linesOf('without all that the author of a fact gave', leftOut.author),
          ...linesOf('without the run of a fact', leftOut.run),
          ...linesOf('(on the facts that made the times', reports, ')'),
        ]),
    lineOfConstants(reports),
    ...(unplayed === 0 ? [] : [`${unplayed} observations are not played: each says why.`]),
    '',
  ].join('\n');
};
