import { sayDuration } from '../../../engine/kernel/index.ts';
import type { ClientReport } from '../../../engine/lab/explorer/index.ts';
import { pluralize } from '../../../engine/process/index.ts';
import type { ClientFindings } from '../../explorer/client/findings.ts';
import { perSecond } from '../../explorer/report.ts';
import { foldLine, pc, plain } from '../terminal/terminal.ts';
import { formatJunit } from './reporters.ts';

/** What the runs of a client came to, as data: the same for the same seed and as many runs. */
export const reportClient = (
  { runs, counts: { held, failed, cut, invalid }, calls, gaveUp, fewHosts, bounds }: ClientFindings,
  failures: ClientReport['failures'],
  seed: string,
): ClientReport => ({
  seed,
  runs,
  outcomes: { held, failed, cut, invalid },
  calls,
  gaveUp,
  fewHosts,
  bounds: Object.fromEntries(bounds),
  failures,
});

/** How it is shown to people. */
export interface ClientView {
  readonly columns: number;
  readonly tookMs: number;
  /** The client is a command: each run starts a process. */
  readonly isOfCommand: boolean;
}

/** The report for people, in lines of at most so many columns, except for commands and the paths of files. Failures come first. */
const pretty = (report: ClientReport, { columns, tookMs, isOfCommand }: ClientView): string => {
  const { seed, runs, calls, gaveUp, fewHosts, bounds, outcomes, failures } = report;
  const said = [
    `${pluralize(runs, 'run')} in ${sayDuration(tookMs)}, ${perSecond(runs, tookMs)} a second, from the seed ${seed}`,
    ...(fewHosts === 0 ? [] : [`few hosts in ${fewHosts}`]),
    pluralize(calls, 'call'),
    ...(gaveUp === 0 ? [] : [`the client gave up in ${gaveUp}`]),
    ...Object.entries(bounds).map(([bound, times]) => `${times} cut at ${bound}`),
    ...(outcomes.invalid === 0 ? [] : [`${outcomes.invalid} without a world`]),
  ];
  const slow =
    'each run starts the command as a process, and its own timers are real: a client that is a module makes many times as many runs in that time';
  return [
    ...failures.flatMap((failure) => [...failureLines(failure, columns), '']),
    ...foldLine(plain(said.join(', ')), columns),
    ...(isOfCommand ? foldLine(slow, columns).map(pc.dim) : []),
    failures.length === 0 ? pc.green('✓ nothing broke') : pc.red(`✗ ${pluralize(failures.length, 'failure')}`),
    '',
  ].join('\n');
};

const failureLines = (failure: ClientReport['failures'][number], columns: number): readonly string[] => {
  const { property, words, file, steps, run, times, again, client, failsAlone, page, shortened } = failure;
  const how = `found in ${pluralize(times, 'run')}, first in run ${run}${file === null ? '' : `; ${pluralize(steps, 'call')}`}`;
  const why =
    file === null && shortened === 'no' ? 'not written: alone, the run does not fail in this way, or there are too many failures' : '';
  return [
    ...foldLine(plain(`✗ ${property}: ${words}`), columns).map(pc.red),
    `  ${how}`,
    ...(why === '' ? [] : foldLine(`  ${why}`, columns)),
    ...(file === null ? [] : [`  written: ${plain(file)}`]),
    ...(file === null || failsAlone ? [] : ['  the steps of that file alone break nothing: the client has to be run']),
    `  to repeat: ${plain(again)}`,
    ...(again === client ? [] : [`  the client again: ${plain(client)}`]),
    ...(page === undefined ? [] : [`  to look at: ${plain(page)}`]),
  ];
};

export const clientReporters = {
  pretty,
  json: (report: ClientReport): string => `${JSON.stringify(report, null, 2)}\n`,
  junit: ({ seed, runs, calls, failures }: ClientReport): string => formatJunit({ seed, runs, calls }, failures),
} satisfies Readonly<Record<string, (report: ClientReport, view: ClientView) => string>>;

export const clientReporterNames = Object.keys(clientReporters) as readonly (keyof typeof clientReporters)[];
