import { distributionView } from '../../../engine/api/index.ts';
import { formatInstant, sayDuration } from '../../../engine/kernel/index.ts';
import type { Backtest } from '../backtest.ts';
import type { ArrivalFit } from '../fit/arrivals.ts';
import type { FittedNumber } from '../fit/estimates.ts';
import type { TwinFit } from '../fitTwin.ts';
import type { JobRecords } from '../records/readJobs.ts';
import { backtestLines } from './backtestText.ts';
import { flow, share } from './words.ts';

/** The report on an import: how the records were understood, what was fitted and why, and what is not known. */
export const reportLines = (records: JobRecords, fit: TwinFit, test: Backtest | string, doubts: readonly string[]): readonly string[] => [
  'Understood',
  ...indent(readingLines(records, fit)),
  'Service',
  ...indent(serviceLines(fit)),
  ...indent(sizeLines(fit)),
  'Arrivals',
  ...indent(fit.arrivals === undefined ? ['not known'] : arrivalLines(fit.arrivals)),
  'Cold starts',
  ...indent(coldLines(fit)),
  'Tests of independence',
  ...indent(dependenceLines(fit)),
  'Failures',
  ...indent([
    fit.failures.failed === 0 ? `none of ${fit.failures.of} jobs` : `${fit.failures.failed} of ${fit.failures.of} jobs`,
    ...(fit.failures.estimate === undefined ? [] : estimateLines([fit.failures.estimate])),
  ]),
  'Its own configuration',
  ...indent(ownLines(fit)),
  'Backtest',
  ...indent(backtestLines(test)),
  'What the records contradict',
  ...indent(doubts.length === 0 ? ['nothing that was looked for'] : doubts),
  'Not known from these records',
  ...indent(unknownLines(fit, doubts)),
];

const unknownLines = ({ unknown }: TwinFit, doubts: readonly string[]): readonly string[] =>
  unknown.length + doubts.length === 0
    ? ['nothing that the twin needs']
    : [...unknown.map(({ words }) => words), ...(doubts.length === 0 ? [] : ['what to recommend, because of what the records contradict'])];

const indent = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

const readingLines = ({ understood, leftOut, unwanted, isCalendar }: JobRecords, { jobs, arrivals }: TwinFit): readonly string[] => [
  ...understood,
  ...(unwanted > 0 ? [`${unwanted} rows left out by --where`] : []),
  ...(leftOut.count > 0 ? ['left out:', ...indent(leftOut.lines)] : []),
  arrivals === undefined
    ? `${jobs} jobs`
    : `${jobs} jobs${isCalendar ? ` from ${formatInstant(Math.floor(arrivals.from)).slice(0, 16)} to ${formatInstant(Math.floor(arrivals.until)).slice(0, 16)} UTC` : ` within ${sayDuration(arrivals.until - arrivals.from)}; which hour of the day it was is not known`}`,
];

const serviceLines = ({ service }: TwinFit): readonly string[] => {
  const { count, sorted, tried, goodness, chosen, because, estimates } = service;
  if (sorted.length === 0) return ['not known'];
  const at = (u: number): string => sayDuration(sorted[Math.min(sorted.length - 1, Math.floor(u * sorted.length))] ?? 0);
  return [
    `${count} jobs: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)}`,
    ...tried
      .slice(0, 4)
      .map(
        ({ fitted, aic }) =>
          `${flow(distributionView(fitted.distribution))}${aic === 0 ? '' : `: Akaike's criterion ${aic.toFixed(1)} worse`}`,
      ),
    ...(goodness === undefined
      ? []
      : [
          `Anderson-Darling ${goodness.ad.toFixed(2)} (p = ${goodness.adP.toFixed(2)}), Kolmogorov-Smirnov ${goodness.ks.toFixed(3)} (p = ${goodness.ksP.toFixed(2)}), by bootstrap of ${goodness.tested} values`,
        ]),
    `chosen: ${chosen === undefined ? 'the durations themselves' : flow(distributionView(chosen))}, because ${because}`,
    ...estimateLines(estimates),
  ];
};

/** The durations by size, if they are played in place of the durations above. */
const sizeLines = ({ bySize }: TwinFit): readonly string[] => {
  if (bySize === undefined) return [];
  if (typeof bySize === 'string') return [`by size: not played, because ${bySize}`];
  const { count, explained, interceptMs, slopeMs, per, remainder, estimates } = bySize;
  const rest = remainder.chosen === undefined ? 'times as they were' : flow(distributionView(remainder.chosen));
  return [
    `by size: ${sayDuration(interceptMs)}, ${sayDuration(slopeMs)} for each ${per === 1 ? 'unit' : `${per} units`} of it, and what does not follow from it: ${rest}`,
    `which is played instead: over ${count} jobs the size explains ${share(explained)} of the scatter`,
    ...estimateLines(estimates),
  ];
};

/** Each with its interval of 95 %. */
const estimateLines = (estimates: readonly FittedNumber[]): readonly string[] =>
  estimates.length === 0
    ? []
    : [
        `so far as the records tell (95 %): ${estimates.slice(0, onLine).map(estimateText).join('; ')}`,
        ...(estimates.length > onLine ? estimateLines(estimates.slice(onLine)) : []),
      ];

const onLine = 3;

const estimateText = ({ name, low, high, unit }: FittedNumber): string => {
  const show = (value: number): string =>
    unit === 'ms' ? sayDuration(value) : `${Number((unit === 'share' ? 100 * value : value).toPrecision(3))}`;
  return `${name} ${show(low)} to ${show(high)}${unit === 'share' ? ' %' : unit === 'an hour' ? ' an hour' : ''}`;
};

/** The dependences that were found. The twin draws each job, and each gap, as if it depended on nothing else. */
const dependenceLines = ({ blocks, dependence: { tests, firstJobMs } }: TwinFit): readonly string[] => {
  if (tests.length === 0) return ['too few jobs to tell'];
  const found = tests.filter(({ isFound }) => isFound).map(({ words }) => `found: ${words}`);
  const none = tests.filter(({ isFound }) => !isFound).map(({ words }) => words);
  const played =
    blocks !== undefined
      ? blocks.because.map((words) => `played, as whole days are played as they were: ${words}`)
      : firstJobMs === undefined
        ? []
        : [`played: the first job of a worker runs ${sayDuration(firstJobMs)} longer, and the others as Service says`];
  return [...found, ...played, ...none];
};

const arrivalLines = ({ period, perHour, pieces, uncertain, estimates, heldOut, bursts, dispersion }: ArrivalFit): readonly string[] => [
  `${Number(perHour.toPrecision(3))} an hour on average`,
  ...heldOut.map((one) => `${one.period}: log-likelihood of a held-out hour ${one.score.toFixed(3)}`),
  `chosen: ${period === 'constant' ? 'one rate' : `${pieces.length} pieces a ${period}, from ${least(pieces)} to ${most(pieces)} an hour`}`,
  ...betterOnAverage(period, heldOut),
  ...uncertainLines(pieces, uncertain),
  ...estimateLines(estimates),
  ...dispersion.map(({ ms, index }) => `counts in ${sayDuration(ms)} scatter ${index.toFixed(2)} times as much as Poisson's at that rate`),
  ...(bursts === undefined
    ? dispersion.some(({ index }) => index > burstsFrom)
      ? ['they scatter more than this model does, and no bursts of two or three states explain it']
      : []
    : [`bursts: ${bursts.states.map(({ times, meanMs }) => `${times} times the rate for ${sayDuration(meanMs)}`).join(', ')} on average`]),
];

const uncertainLines = (pieces: ArrivalFit['pieces'], uncertain: ArrivalFit['uncertain']): readonly string[] =>
  uncertain.length === 0
    ? []
    : [
        `the rate changes at ${uncertain.map((k) => sayDuration(pieces[k]?.atMs ?? 0)).join(', ')}, but not day after day: that may be bursts which came at that hour by chance, and more days would tell`,
      ];

/** The models with a better mean than the chosen one. */
const betterOnAverage = (period: ArrivalFit['period'], heldOut: ArrivalFit['heldOut']): readonly string[] => {
  const chosen = heldOut.find((one) => one.period === period)?.score ?? 0;
  return heldOut
    .filter(({ score }) => score > chosen)
    .map(
      (one) =>
        `${one.period} is better on average, but not day after day: what comes at an hour of one day is a burst, or needs more days to be told from one`,
    );
};

/** Poisson counts have this dispersion only if they are few. */
const burstsFrom = 1.5;

const least = (pieces: ArrivalFit['pieces']): number => Math.min(...pieces.map(({ perHour }) => perHour));
const most = (pieces: ArrivalFit['pieces']): number => Math.max(...pieces.map(({ perHour }) => perHour));

const coldLines = ({ coldStarts }: TwinFit): readonly string[] =>
  coldStarts === undefined
    ? ['not known']
    : [
        `${coldStarts.alone} jobs met an empty endpoint: ${coldStarts.cold} waited for a worker to start, for ${coldStarts.warm} one was awake`,
        ...(coldStarts.censored > 0
          ? [`${coldStarts.censored} starts may have been longer: another job came meanwhile (Kaplan-Meier)`]
          : []),
        ...estimateLines(coldStarts.estimate === undefined ? [] : [coldStarts.estimate]),
        ...(coldStarts.modes.length === 0
          ? []
          : [`modes: ${coldStarts.modes.map(({ medianMs, share: part }) => `${sayDuration(medianMs)} (${share(part)})`).join(', ')}`]),
      ];

const ownLines = ({ own }: TwinFit): readonly string[] => [
  `workers ${own.workersMin} to ${own.workersMax}, idle ${sayDuration(own.idleTimeoutMs)}, ${own.queueDelay === undefined ? 'added for each job' : `added when a job has waited ${own.queueDelay} s`}`,
  ...own.guessed.map((words) => `not given: ${words}`),
];
