import { formatDuration, sayDuration } from '../../../engine/kernel/index.ts';
import { type ArrivalFit, periodStart, type RatePiece } from '../fit/arrivals.ts';
import { type BlockFit, blockMs, turnBlocks } from '../fit/blocks.ts';
import type { ColdStartFit } from '../fit/coldStarts.ts';
import { listStarts, type TwinFit } from '../fitTwin.ts';
import { columnFlow, columnText, serviceFiles, serviceFlow, slowerServiceFiles, type TwinFile, timeoutFor } from './serviceText.ts';
import { share } from './words.ts';

export const startsFile = 'cold-starts.csv';
const daysFile = 'days.csv';
export const slowStartsFile = 'cold-starts-slow.csv';

/** The content of a scenario of a twin. */
export interface TwinPlay {
  readonly title: string;
  readonly fit: TwinFit;
  readonly arrivals: ArrivalFit;
  /** Its beginning in the period, in ms. */
  readonly phaseMs: number;
  readonly forMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The approximate maximum of jobs in a play, which lasts at most a week. */
const jobsOfPlay = 5_000;

/** The length of a play: whole periods, so that each hour has its weight. */
export const findLength = ({ period, perHour }: ArrivalFit, { blocks }: Pick<TwinFit, 'blocks'> = {}): number => {
  if (period === 'week') return 7 * dayMs;
  const days = Math.floor(jobsOfPlay / Math.max(perHour * 24, 1e-9));
  if (days >= 1 || period === 'day' || blocks !== undefined) return Math.min(7, Math.max(1, days)) * dayMs;
  return Math.max(1, Math.round(jobsOfPlay / perHour)) * hourMs;
};

/** The offset of a time in its period. */
export const findPhase = ({ period, everyMs }: ArrivalFit, at: number): number =>
  everyMs === undefined ? 0 : (((at - periodStart(period)) % everyMs) + everyMs) % everyMs;

/** The pieces of a period that begins at a phase of the fitted one. */
const turn = (pieces: readonly RatePiece[], everyMs: number, phaseMs: number): readonly RatePiece[] => {
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
  const starts = listStarts(fit);
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
    ...handlerLines(serviceLines(fit)),
    'load:',
    ...loadLines(play).map((line) => `  ${line}`),
  ];
  return [
    { name: 'twin.scenario.yaml', text: `${lines.join('\n')}\n` },
    ...(fit.blocks === undefined
      ? serviceFiles(fit)
      : [
          {
            name: daysFile,
            text: `at,ms\n${turnBlocks(fit.blocks, play.phaseMs % blockMs)
              .map((row) => row.join(','))
              .join('\n')}\n`,
          },
        ]),
    ...(starts.length === 0 ? [] : [{ name: startsFile, text: columnText(starts) }]),
  ];
};

const coldLines = (cold: ColdStartFit | undefined, starts: readonly number[]): readonly string[] => {
  if (cold === undefined || starts.length === 0) return ['# Cold starts are not known from these records: this is a guess.', 'start: 20s'];
  const modes = cold.modes.map(({ medianMs, share: part }) => `${sayDuration(medianMs)} (${share(part)})`).join(', ');
  return [
    `# Cold starts: ${cold.cold} of the ${cold.alone} jobs that met an empty endpoint; ${cold.censored} of them may have been longer (Kaplan-Meier).`,
    ...(modes === '' ? [] : [`# Modes, with the scaler's wait: ${modes}.`]),
    `start: ${columnFlow(startsFile)}`,
  ];
};

/** The additional files for a study in several circumstances. */
export const circumstanceFiles = (fit: TwinFit): readonly TwinFile[] => {
  const starts = listStarts(fit);
  return [
    ...slowerServiceFiles(fit),
    ...(starts.length === 0 ? [] : [{ name: slowStartsFile, text: columnText(starts.slice(Math.floor(starts.length / 2))) }]),
  ];
};

const handlerLines = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['      handler:', ...lines.map((line) => `        ${line}`)];

const serviceLines = (fit: TwinFit): readonly string[] => [...(fit.blocks === undefined ? durationLines(fit) : []), ...endingLines(fit)];

const durationLines = (fit: TwinFit): readonly string[] => {
  const { service, bySize } = fit;
  return [
    typeof bySize === 'object'
      ? `# Service: ${service.count} jobs that ran; their size explains ${share(bySize.explained)} of the scatter of their times.`
      : `# Service: ${service.count} jobs that ran; ${service.because}.`,
    `duration: ${serviceFlow(fit)}`,
  ];
};

const endingLines = ({ failures, blocks, dependence: { firstJobMs } }: TwinFit): readonly string[] => [
  ...(firstJobMs === undefined || blocks !== undefined
    ? []
    : ['# The first job of a worker runs longer than its others.', `firstJob: { fixed: ${formatDuration(firstJobMs)} }`]),
  ...(failures.failed === 0
    ? []
    : [`# ${failures.failed} of ${failures.of} jobs failed.`, `chances: { fail: ${failures.failed}/${failures.of} }`]),
];

const periodWords = { constant: 'one rate', day: 'a rate by the hour of the day', week: 'a rate by the hour of the week' } as const;

const loadLines = ({ fit, arrivals, phaseMs, forMs }: TwinPlay): readonly string[] => {
  if (fit.blocks !== undefined) return blockLines(fit.blocks, forMs);
  const { period, everyMs, count } = arrivals;
  const scatter = arrivals.dispersion.map(({ ms, index }) => `${index.toFixed(2)} at ${sayDuration(ms)}`).join(', ');
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

/** Days as they were, each play in another order. */
const blockLines = ({ because, jobs }: BlockFit, forMs: number): readonly string[] => [
  `# Arrivals and durations: ${jobs.length} jobs, whole days as they were, because`,
  ...because.map((words) => `# - ${words}`),
  '- name: jobs',
  '  with: { endpoint: ep, body: { input: {} } }',
  `  trace: { file: ${daysFile}, at: at, unit: ms }`,
  `  durations: { file: ${daysFile}, column: ms, unit: ms }`,
  `  resample: { block: ${formatDuration(blockMs)} }`,
  `  for: ${formatDuration(forMs)}`,
];

const burstLines = ({ bursts }: ArrivalFit): readonly string[] =>
  bursts === undefined
    ? []
    : [
        `# Bursts: a hidden Markov chain of ${bursts.states.length} states, better than none by ${Math.round(bursts.gain)} (Schwarz's criterion).`,
        `bursts: { states: [${bursts.states.map(({ times, meanMs }) => `{ times: ${times}, for: ${formatDuration(meanMs)} }`).join(', ')}] }`,
      ];
