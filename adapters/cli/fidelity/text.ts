import { computeError, errorText, type FidelityReport, type Summary, type WayReport } from '../../../engine/lab/fidelity/index.ts';
import { factLine, factLines } from './facts.ts';
import { tableOfMechanisms, tableOfWays, wayWords } from './table.ts';

/** How many of the facts that are farthest off are shown. */
const worstShown = 5;

/** The report for people, for a terminal of 80 columns. `showsFacts`: each fact with its values, too. */
export const fidelityText = (report: FidelityReport, showsFacts: boolean): string => {
  const { timing, seeds, ways } = report;
  const [first] = ways;
  if (first === undefined) return '';
  return [
    "How far podsim's times are from what was seen on the real platform",
    `times: ${timing}${withoutWords(report)}; each fact was played ${seeds === 1 ? 'once' : `${seeds} times`}`,
    '',
    ...tableOfWays(ways, 'all facts'),
    '',
    ...legend,
    ...(ways.length === 1 ? [] : leftOutLegend),
    '',
    `By what takes time${ways.length === 1 ? '' : `, ${wayWords[first.way]}`}:`,
    '',
    ...tableOfMechanisms(ways),
    '',
    ...ownStartsLines(report),
    ...unseenLines(first),
    ...apartLines(report),
    ...sinceFirstLines(first),
    ...sayUnplayed(report),
    ...worseLines(report),
    ...(showsFacts ? ['', ...first.facts.flatMap(factLines)] : farthestLines(first)),
    ...sayKept(report),
    '',
  ].join('\n');
};

/** The list of observations that are not played, each with its reason. */
export const writeUnplayed = (unplayed: FidelityReport['unplayed']): string =>
  [
    unplayed.length === 0 ? 'every observation is played' : 'Observations that are not played, and why:',
    ...unplayed.flatMap(({ fact, title, because }) => [`  ${fact}  ${title}`, `        ${because}`]),
    '',
  ].join('\n');

const withoutWords = ({ without }: FidelityReport): string => (without.length === 0 ? '' : `, without ${without.join(', ')}`);

const legend = [
  'timed: facts with a time, a share or an amount.  error: the median of the plays',
  'against what was seen.  in the band: of all values that were seen, how many lie',
  'in the middle 90 % of the plays.  counts: numbers, statuses and texts.',
];

const leftOutLegend = [
  'without the author: the times are computed again without anything that the',
  'author of a fact has given; without the run: without the one run it is of.',
  'In brackets: judged by the facts that the times were made from: it says less.',
];

/** What a few starts of one's own are good for. */
const ownStartsLines = ({ ownStarts = [] }: FidelityReport): readonly string[] =>
  ownStarts.length === 0
    ? []
    : [
        'With a few starts of its own image, for the others of that image:',
        ...ownStarts.map(
          ({ image, given, starts, error, withinQuarter, coverage }) =>
            `  ${image}, ${given} of ${starts}: ${errorText(error)} off, ${errorText(withinQuarter)} within 25 %, ${errorText(coverage)} in the band`,
        ),
        '',
      ];

const unseenLines = ({ unseen, withUnseen }: WayReport): readonly string[] =>
  unseen.length === 0
    ? []
    : [
        'Not judged, because no other run has seen what they rest on:',
        `  ${unseen.join(', ')}; with these, compared with the textbook:`,
        `  ${errorText(withUnseen.error)} off, ${errorText(withUnseen.withinQuarter)} within 25 %, ${errorText(withUnseen.coverage)} in the band.`,
      ];

/** Constants that are documented are no measurements: being right about them is free. Nor is what was concluded. */
const apartLines = ({ documented, interpreted }: FidelityReport): readonly string[] => [
  ...(documented.facts === 0 ? [] : ['Documented constants, counted apart, for being right about them is free:', figuresLine(documented)]),
  ...(interpreted.facts === 0 ? [] : ['What was concluded and not seen, counted apart:', figuresLine(interpreted)]),
];

/** Facts were added since, and their errors are in the figures above. */
const sinceFirstLines = ({ sinceFirst }: WayReport): readonly string[] =>
  sinceFirst === undefined
    ? []
    : [
        'Against the first comparison with podsim, before any time was measured:',
        `  ${errorText(sinceFirst.then)} off then, ${errorText(sinceFirst.now)} now, on the same ${sinceFirst.facts === 1 ? 'fact' : `${sinceFirst.facts} facts`}.`,
      ];

const figuresLine = ({ facts, error, withinQuarter }: Summary): string =>
  `  ${facts === 1 ? '1 fact' : `${facts} facts`}, ${errorText(error)} off, ${errorText(withinQuarter)} within 25 %.`;

const sayUnplayed = ({ ways, unplayed }: FidelityReport): readonly string[] => {
  const played = ways.at(-1)?.facts.length ?? 0;
  return unplayed.length === 0
    ? []
    : [`Played: ${played} facts; ${unplayed.length} others are not, and \`podsim fidelity --unplayed\` says why.`];
};

const worseLines = ({ worse, without }: FidelityReport): readonly string[] => {
  if (worse === undefined) return [];
  const [worst, ...others] = worse.map(({ mechanism, before, after }) => `${mechanism} (${errorText(before)} → ${errorText(after)} wrong)`);
  if (worst === undefined) return ['', `Nothing is more wrong without ${without.join(', ')}.`];
  return ['', `Worst without ${without.join(', ')}: ${worst}`, ...(others.length === 0 ? [] : [`  then ${others.slice(0, 3).join(', ')}`])];
};

const farthestLines = ({ facts }: WayReport): readonly string[] => {
  const farthest = facts
    .filter((one) => computeError(one) !== undefined)
    .sort((a, b) => (computeError(b) ?? 0) - (computeError(a) ?? 0))
    .slice(0, worstShown);
  return farthest.length === 0 ? [] : ['', 'Farthest off (`--facts` shows every fact):', ...farthest.map(factLine)];
};

const sayKept = ({ kept }: FidelityReport): readonly string[] => {
  if (kept === undefined) return [];
  const { worse, better, missing } = kept;
  const lines = (changes: typeof worse) => changes.map(({ fact, way, words }) => `  ${fact}  ${words} (${wayWords[way]})`);
  return [
    ...(worse.length === 0 ? [] : ['', 'WORSE than the figures that are kept:', ...lines(worse), `Look at ${mostWorse(worse)}.`]),
    ...(better.length === 0 ? [] : ['', 'Better than the figures that are kept, or new:', ...lines(better)]),
    ...(missing.length === 0 ? [] : ['', `No figure is kept for ${missing.length === 1 ? missing[0] : `${missing.length} facts`}.`]),
    ...(worse.length + better.length + missing.length === 0 ? [] : ['`--update` keeps the figures as they are now.']),
  ];
};

/** The mechanisms of what is worse, the one with most facts first. */
const mostWorse = (worse: NonNullable<FidelityReport['kept']>['worse']): string => {
  const counts = new Map<string, Set<string>>();
  for (const { mechanism, fact } of worse) counts.set(mechanism, (counts.get(mechanism) ?? new Set()).add(fact));
  return [...counts]
    .sort(([, a], [, b]) => b.size - a.size)
    .map(([mechanism, { size }]) => `${mechanism} (${size === 1 ? '1 fact' : `${size} facts`})`)
    .join(', ');
};
