import { existsSync } from 'node:fs';
import { InvariantViolation } from '../../../engine/kernel/index.ts';
import {
  allChecks,
  computeResults,
  type PlayOptions,
  placeFailures,
  placeUnfired,
  playToVerdict,
  type Run,
  type Scenario,
  timelineLines,
  type UnloggedCall,
} from '../../../engine/scenario/index.ts';
import { type Coverage, CoverageReader } from '../../../engine/world/index.ts';
import { LogFileWriter } from '../../store/file/logFile.ts';
import { sha256 } from '../../store/sha256.ts';
import { readAnyText, readText, scenarioEnding } from '../files.ts';
import { wallTimeMs } from '../terminal/wallTime.ts';
import type { Selection } from './load.ts';
import type { Report, Wanted } from './report.ts';
import { formatTimelineLines, narrowsTimeline, type TimelineFlags } from './timelines.ts';
import { listWarnings } from './warnings.ts';

export interface PlayOneOptions extends Selection, TimelineFlags {
  readonly update?: boolean;
  readonly log?: string;
  /** The command that repeats the run, where it is not `podsim run`. */
  readonly again?: string;
  /** After so many log entries the run is stopped; it goes on for ever unless given. */
  readonly entriesMax?: number;
}

/** Plays one run, and compares its timeline with the file beside the scenario. It writes nothing but the log that was asked for. */
export const playOne = (scenario: Scenario, options: PlayOneOptions, wanted: Wanted): Report => {
  const startedAt = wallTimeMs();
  const again = options.again ?? commandFor(scenario, options);
  // Answers are shown below their calls, and a call that leaves no entry has one, too.
  const unlogged: UnloggedCall[] = [];
  const run = playRun(scenario, again, {
    ...(wanted.coverage === true || (wanted.timeline && options.answers === true) ? { onUnlogged: (call) => unlogged.push(call) } : {}),
    ...(options.entriesMax === undefined ? {} : { entriesMax: options.entriesMax }),
  });
  if (options.log !== undefined) writeLog(options.log, run);
  let lines: readonly string[] | undefined;
  // An entry's text may contain line breaks.
  const timeline = () => (lines ??= timelineLines(run.world.log.entries(), { sha256 }).flatMap((line) => line.split('\n')));
  const path = findGolden(scenario, options);
  const updates = options.update === true;
  const differs = path === undefined || updates ? [] : compareGolden(path, timeline);
  // The file is read again for its lines: most runs have no failures.
  const { failures, failedAssertions } =
    run.failed.length === 0 ? { failures: [], failedAssertions: [] } : placeFailures(scenario.file, readText(scenario.file), run.failed);
  const results = computeResults(run);
  return {
    file: scenario.file,
    title: scenario.spec.title,
    member: scenario.member,
    seed: scenario.definition.seed,
    verdict: differs.length > 0 && run.verdict !== 'fail' ? 'fail' : run.verdict,
    failures: [...failures, ...differs],
    failedAssertions,
    ...(results === undefined ? {} : { results }),
    properties: run.properties,
    unfired: run.unfired.length === 0 ? [] : placeUnfired(scenario.file, readText(scenario.file), run.unfired),
    warnings: listWarnings(scenario, run),
    events: run.world.log.length,
    endedAt: run.world.now,
    again,
    ...(wanted.fingerprint ? { fingerprint: run.world.fingerprint() } : {}),
    ...(wanted.timeline
      ? {
          timeline: narrowsTimeline(options)
            ? formatTimelineLines(run.world.header, [...run.world.log.entries()], options, unlogged)
            : timeline(),
        }
      : {}),
    ...(wanted.coverage === true ? { coverage: coverageOfRun(run, unlogged) } : {}),
    ...(path !== undefined && updates && run.verdict === 'pass' ? { golden: { path, text: `${timeline().join('\n')}\n` } } : {}),
    tookMs: wallTimeMs() - startedAt,
  };
};

/** Calls from which nothing followed are not in the log: reads among them that were refused. */
const coverageOfRun = ({ world }: Run, unlogged: readonly UnloggedCall[]): Coverage => {
  const reader = new CoverageReader().readLog(world.log.entries());
  for (const { call, answer } of unlogged) {
    if (call.event.type !== 'InputReceived') continue;
    reader.readCall(call.event.operation);
    if (answer.status >= 400) reader.readRefusal(call.event.operation, answer.status, answer.rule);
  }
  return reader.coverage();
};

/** Adds the run to the message of an invariant violation: among many runs one must know which one failed. */
const playRun = (scenario: Scenario, again: string, options: Pick<PlayOptions, 'onUnlogged' | 'entriesMax'>): Run => {
  try {
    return playToVerdict(scenario, { sha256, ...allChecks, ...options });
  } catch (error) {
    throw error instanceof InvariantViolation ? new InvariantViolation(`${error.message}, in ${again}`) : error;
  }
};

/** The command that repeats exactly this run. */
export const commandFor = ({ file, member, definition }: Scenario, { seed, seeds }: Selection): string => {
  const seeded = seed !== undefined || seeds !== undefined;
  const alone = member === undefined || (seeded && member === `seed=${definition.seed}`);
  return [
    `podsim run ${quoteWord(file)}`,
    ...(seeded ? [`--seed ${quoteWord(definition.seed)}`] : []),
    ...(alone ? [] : [`--only ${quoteWord(member)}`]),
  ].join(' ');
};

/** A word of a command line, in quotation marks where a shell needs them. */
export const quoteWord = (text: string): string => (/^[\w./=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

const writeLog = (path: string, { world }: Run): void => {
  const writer = new LogFileWriter(path, world.header);
  writer.writeTexts(world.log.texts(0));
  writer.close();
};

/** The file of a run's golden timeline. A run with another seed has none, and only the first member of a matrix has one. */
const findGolden = ({ file, first }: Scenario, { seed, seeds }: Selection): string | undefined =>
  first && seed === undefined && seeds === undefined && file.endsWith(scenarioEnding)
    ? `${file.slice(0, -scenarioEnding.length)}.timeline.txt`
    : undefined;

const compareGolden = (path: string, timeline: () => readonly string[]): string[] => {
  if (!existsSync(path)) return [];
  // The last line ends with a line feed, too.
  const [was, is] = [readAnyText(path).replaceAll('\r\n', '\n').split('\n'), [...timeline(), '']];
  let at = 0;
  while (at < was.length && was[at] === is[at]) at++;
  if (at === was.length && at === is.length) return [];
  return [
    `${path}:${at + 1}: the timeline differs:\n      was ${was[at] ?? '(nothing)'}\n      is  ${is[at] ?? '(nothing)'}\n      if the new one is right, write it with --update`,
  ];
};
