import { distributionView, formatDuration } from '../../../engine/index.ts';
import { type ArrivalFit, periodStart, type RatePiece } from '../fit/arrivals.ts';
import type { ColdStartFit } from '../fit/coldStarts.ts';
import { startsOf, type TwinFit } from '../fitTwin.ts';
import { amount, flow, share } from './words.ts';

/** The files of a twin. */
export interface TwinFile {
  readonly name: string;
  readonly text: string;
}

const serviceFile = 'service.csv';
const slowerServiceFile = 'service-slower.csv';
export const startsFile = 'cold-starts.csv';
export const slowStartsFile = 'cold-starts-slow.csv';

/** What a scenario of a twin plays. */
export interface TwinPlay {
  readonly title: string;
  readonly fit: TwinFit;
  readonly arrivals: ArrivalFit;
  /** Where in the period it begins, in ms. */
  readonly phaseMs: number;
  readonly forMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A play has about so many jobs at most, and lasts at most a week. */
const jobsOfPlay = 5_000;

/** How long a play lasts: whole periods, so that each hour counts as often as it comes. */
export const lengthOf = ({ period, perHour }: ArrivalFit): number => {
  if (period === 'week') return 7 * dayMs;
  const days = Math.floor(jobsOfPlay / Math.max(perHour * 24, 1e-9));
  if (days >= 1 || period === 'day') return Math.min(7, Math.max(1, days)) * dayMs;
  return Math.max(1, Math.round(jobsOfPlay / perHour)) * hourMs;
};

/** Where in the period a time lies. */
export const phaseOf = ({ period, everyMs }: ArrivalFit, at: number): number =>
  everyMs === undefined ? 0 : (((at - periodStart(period)) % everyMs) + everyMs) % everyMs;

/** The pieces of a period that begins at a phase of the fitted one. */
export const turn = (pieces: readonly RatePiece[], everyMs: number, phaseMs: number): readonly RatePiece[] => {
  if (phaseMs === 0) return pieces;
  const moved = pieces
    .map(({ atMs, perHour }) => ({ atMs: (atMs - phaseMs + everyMs) % everyMs, perHour }))
    .sort((a, b) => a.atMs - b.atMs);
  const [first, last] = [moved[0], moved.at(-1)];
  return first === undefined || last === undefined || first.atMs === 0 ? moved : [{ atMs: 0, perHour: last.perHour }, ...moved];
};

/** The scenario of a twin, with comments that name each fit; and the data that it names. */
export const scenarioFiles = (play: TwinPlay): readonly TwinFile[] => {
  const { fit } = play;
  const { service, own } = fit;
  const starts = startsOf(fit);
  const lines = [
    `title: ${JSON.stringify(play.title)}`,
    'seed: twin',
    'world:',
    '  settings:',
    '    worker:',
    '      # Pulling the image is part of the cold starts that were seen.',
    '      imagePull: 0s',
    ...coldLines(fit.coldStarts, starts).map((line) => `      ${line}`),
    ...(own.queueDelay === undefined ? [`    endpoint: { idleTimeout: ${formatDuration(own.idleTimeoutMs)} }`] : []),
    '  endpoints:',
    '    - id: ep',
    ...own.guessed.map((words) => `      # Not given: ${words}.`),
    `      workers: { min: ${own.workersMin}, max: ${own.workersMax}${own.queueDelay === undefined ? '' : `, idleTimeout: ${formatDuration(own.idleTimeoutMs)}`} }`,
    `      scaling: ${own.queueDelay === undefined ? '{ type: REQUEST_COUNT, requestCount: 1 }' : `{ type: QUEUE_DELAY, queueDelay: ${own.queueDelay}s }`}`,
    `      timeout: ${formatDuration(timeoutFor(service.sorted))}`,
    '      handler:',
    ...serviceLines(fit).map((line) => `        ${line}`),
    'load:',
    ...loadLines(play).map((line) => `  ${line}`),
  ];
  return [
    { name: 'twin.scenario.yaml', text: `${lines.join('\n')}\n` },
    ...(service.chosen === undefined ? [{ name: serviceFile, text: columnText(valuesOf(service.sorted)) }] : []),
    ...(starts.length === 0 ? [] : [{ name: startsFile, text: columnText(starts) }]),
  ];
};

const columnText = (values: readonly number[]): string => `ms\n${values.join('\n')}\n`;

/** Each draw goes through the values: of more, so many quantiles are as good. */
const valuesMax = 1_000;
const valuesOf = (sorted: readonly number[]): readonly number[] => {
  const count = Math.min(valuesMax, sorted.length);
  return Array.from({ length: count }, (_, k) => Math.round(sorted[Math.floor(((k + 0.5) * sorted.length) / count)] ?? 0));
};

/** Jobs that ran so long were not stopped: no shorter timeout is in the way. */
const timeoutFor = (sorted: readonly number[]): number => Math.max(300_000, Math.ceil((2 * (sorted.at(-1) ?? 0)) / 60_000) * 60_000);

const coldLines = (cold: ColdStartFit | undefined, starts: readonly number[]): readonly string[] => {
  if (cold === undefined || starts.length === 0) return ['# Cold starts are not known from these records: this is a guess.', 'start: 20s'];
  const modes = cold.modes.map(({ medianMs, share: part }) => `${amount(medianMs)} (${share(part)})`).join(', ');
  return [
    `# Cold starts: ${cold.cold} of the ${cold.alone} jobs that met an empty endpoint; ${cold.censored} of them may have been longer (Kaplan-Meier).`,
    ...(modes === '' ? [] : [`# Modes, with the scaler's wait: ${modes}.`]),
    `start: ${columnFlow(startsFile)}`,
  ];
};

export const columnFlow = (file: string): string => `{ empirical: { file: ${file}, column: ms, unit: ms } }`;

/** How long jobs run, in one line. */
export const serviceFlow = ({ chosen }: TwinFit['service']): string =>
  chosen === undefined ? columnFlow(serviceFile) : flow(distributionView(chosen));

/** The same a tenth longer. */
export const slowerServiceFlow = ({ chosen }: TwinFit['service']): string =>
  chosen === undefined ? columnFlow(slowerServiceFile) : flow(distributionView(timesSlower(chosen)));

const slower = 1.1;

/** All that is a time is longer; shapes stay. */
const timesSlower = <T>(value: T): T =>
  (Array.isArray(value)
    ? value.map(timesSlower)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value).map(([key, part]) => [
            key,
            typeof part === 'number' ? (key.toLowerCase().endsWith('ms') ? Math.round(slower * part) : part) : timesSlower(part),
          ]),
        )
      : value) as T;

/** The files that a study in several circumstances needs beside those of the scenario. */
export const circumstanceFiles = (fit: TwinFit): readonly TwinFile[] => {
  const starts = startsOf(fit);
  return [
    ...(fit.service.chosen === undefined
      ? [{ name: slowerServiceFile, text: columnText(valuesOf(fit.service.sorted).map((ms) => Math.round(slower * ms))) }]
      : []),
    ...(starts.length === 0 ? [] : [{ name: slowStartsFile, text: columnText(starts.slice(Math.floor(starts.length / 2))) }]),
  ];
};

const serviceLines = ({ service, failures, dependence: { firstJobMs } }: TwinFit): readonly string[] => [
  `# Service: ${service.count} jobs that completed; ${service.because}.`,
  `duration: ${serviceFlow(service)}`,
  ...(firstJobMs === undefined
    ? []
    : ['# The first job of a worker runs longer than its others.', `firstJob: { fixed: ${formatDuration(firstJobMs)} }`]),
  ...(failures.failed === 0
    ? []
    : [`# ${failures.failed} of ${failures.of} jobs failed.`, `chances: { fail: ${failures.failed}/${failures.of} }`]),
];

const periodWords = { constant: 'one rate', day: 'a rate by the hour of the day', week: 'a rate by the hour of the week' } as const;

const loadLines = ({ arrivals, phaseMs, forMs }: TwinPlay): readonly string[] => {
  const { period, everyMs, count } = arrivals;
  const scatter = arrivals.dispersion.map(({ ms, index }) => `${index.toFixed(2)} at ${amount(ms)}`).join(', ');
  const pieces = everyMs === undefined ? arrivals.pieces : turn(arrivals.pieces, everyMs, phaseMs);
  return [
    `# Arrivals: ${count} jobs, ${periodWords[period]}${arrivals.heldOut.length === 0 ? '' : ', which predicts held-out days best'}.`,
    `# Counts scatter ${scatter}, where a Poisson process has 1.`,
    '- name: jobs',
    '  with: { endpoint: ep, body: { input: {} } }',
    ...(everyMs === undefined
      ? [`  poisson: { rate: ${pieces[0]?.perHour ?? 0}/h }`]
      : [
          '  piecewise:',
          ...pieces.map(({ atMs, perHour }) => `    - { at: ${formatDuration(atMs)}, rate: ${perHour}/h }`),
          `  every: ${formatDuration(everyMs)}`,
        ]),
    ...burstLines(arrivals).map((line) => `  ${line}`),
    '  scale: 1',
    `  for: ${formatDuration(forMs)}`,
  ];
};

const burstLines = ({ bursts }: ArrivalFit): readonly string[] =>
  bursts === undefined
    ? []
    : [
        `# Bursts: a hidden Markov chain of ${bursts.states.length} states, better than none by ${Math.round(bursts.gain)} (Schwarz's criterion).`,
        `bursts: { states: [${bursts.states.map(({ times, meanMs }) => `{ times: ${times}, for: ${formatDuration(meanMs)} }`).join(', ')}] }`,
      ];
