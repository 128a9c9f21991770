import { isLeft } from 'fp-ts/lib/Either.js';
import { type FileFinding, problemText, shellWord } from '../../../engine/index.ts';
import {
  ExhaustiveSearch,
  parseSmallWorld,
  type SmallWorld,
  SmallWorldError,
  type Stretch,
  sentenceOf,
  showCount,
  storyOfWay,
} from '../../../engine/lab/exhaustive/index.ts';
import type { ReportedFailure } from '../../../engine/lab/explorer/index.ts';
import { bounds } from '../../explorer/exploreRuns.ts';
import { shrinkRun } from '../../explorer/shrinkRun.ts';
import { sha256 } from '../../store/sha256.ts';
import { readerFor, readText, scenarioFiles, smallWorldEnding, writeText } from '../files.ts';
import { PlayThreads } from '../run/threads.ts';
import { threadsFrom } from '../study/threads.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { Interrupt } from '../terminal/interrupt.ts';
import { requireKnown } from '../terminal/knownName.ts';
import { columnsToShow } from '../terminal/terminal.ts';
import { wallTimeMs } from '../terminal/wallTime.ts';
import type { ExhaustiveReport } from './exhaustiveReport.ts';
import { exhaustiveReporters } from './exhaustiveReporters.ts';
import { exhaustiveText } from './exhaustiveText.ts';
import { checkFolders, shortenFound, writeFound } from './found.ts';
import { type ExploreOptions, strangerTo } from './options.ts';

export { smallWorldJsonSchema } from '../../../engine/lab/exhaustive/index.ts';

/** A search of more states takes minutes, and a thread hundreds of megabytes. */
const statesMaxUnlessGiven = '250000';

/** `podsim explore --exhaustive`: looks at every state of small worlds. */
export const exhaustiveCommand = async (paths: readonly string[], options: ExploreOptions): Promise<number> => {
  if (paths.length === 0)
    throw new BadInput(`explore --exhaustive needs small worlds: podsim explore --exhaustive FILE${smallWorldEnding}`);
  const strange = strangerTo('small worlds', options);
  if (strange !== undefined) throw new BadInput(`--${strange} belongs to other explorations: leave it out for small worlds`);
  const { statesMax = statesMaxUnlessGiven } = options;
  const reporter = requireKnown(options.reporter, reporterNames, `there is no reporter '${options.reporter}' of small worlds`);
  if (!/^[1-9]\d{0,8}$/.test(statesMax)) throw new BadInput(`--states-max '${statesMax}' is no number of states; give a whole number`);
  checkFolders(options);
  const jobs = threadsFrom(options.jobs);
  const worlds = scenarioFiles(paths, [smallWorldEnding]).map((file) => readSmallWorld(file));
  const interrupt = new Interrupt();
  const reports: ExhaustiveReport[] = [];
  let code: number = exitCodes.pass;
  try {
    for (const small of worlds) {
      if (interrupt.isAsked) break;
      const startedAt = wallTimeMs();
      const report = await searchOne(small, options, jobs, interrupt);
      reports.push(report);
      if (reporter === 'pretty')
        process.stdout.write(
          exhaustiveText(report, { columns: columnsToShow(), tookMs: wallTimeMs() - startedAt }, options.update === true),
        );
      if (options.update && report.whole && report.kept !== report.states) keepCount(small.file, report.states);
      code = Math.max(code, codeOf(report, options.update === true));
    }
  } finally {
    interrupt.close();
  }
  if (reporter !== 'pretty') process.stdout.write(exhaustiveReporters[reporter](reports, options.update === true));
  return code;
};

const reporterNames = ['pretty', ...Object.keys(exhaustiveReporters)] as readonly ('pretty' | keyof typeof exhaustiveReporters)[];

const codeOf = ({ failure, whole, kept, states }: ExhaustiveReport, updates: boolean): number => {
  if (failure !== null) return exitCodes.fail;
  if (!whole) return exitCodes.incomplete;
  return kept === null || kept === states || updates ? exitCodes.pass : exitCodes.fail;
};

/** What is wrong with the file of a small world. */
export const smallWorldFindings = (file: string): readonly FileFinding[] => {
  const parsed = parseSmallWorld(file, readText(file), { read: readerFor(file), sha256 });
  return isLeft(parsed) ? parsed.left.map((problem) => ({ ...problem, isError: true })) : [];
};

const readSmallWorld = (file: string): SmallWorld => {
  const parsed = parseSmallWorld(file, readText(file), { read: readerFor(file), sha256 });
  if (isLeft(parsed)) throw new BadInput(parsed.left.map(problemText).join('\n'));
  return parsed.right;
};

const searchOne = async (
  small: SmallWorld,
  options: ExploreOptions,
  jobs: number | undefined,
  interrupt: Interrupt,
): Promise<ExhaustiveReport> => {
  const { file, spec } = small;
  const search = await searchStates(small, Number(options.statesMax ?? statesMaxUnlessGiven), jobs, interrupt);
  const failure = search.failure === undefined ? null : await writeCounterexample(small, search, options, jobs);
  const neverSeen = (spec.properties ?? []).flatMap((one, k) =>
    ('sometimes' in one || 'reachable' in one) && !search.seen.has(k) ? [JSON.stringify(one)] : [],
  );
  return {
    ...{ title: spec.title, file, states: search.states, acts: Math.max(0, search.depth), within: spec.within },
    ...{ whole: search.isWhole, sentence: sentenceOf(small, search), kept: spec.states ?? null, neverSeen, failure },
  };
};

/** The most ways in one task of a thread. */
const stretchesMax = 16;

/** Searches level by level. What threads find is taken in the order of the ways, whichever thread was quick. */
const searchStates = async (
  small: SmallWorld,
  statesMax: number,
  jobs: number | undefined,
  interrupt: Interrupt,
): Promise<ExhaustiveSearch> => {
  const search = new ExhaustiveSearch(small.spec.within, statesMax);
  const threads = new PlayThreads(jobs, Number.POSITIVE_INFINITY);
  const id = `${small.file} ${sha256(JSON.stringify([small.spec, wallTimeMs()]))}`;
  try {
    let stretches: readonly Stretch[] | 'begin' = 'begin';
    while (!search.isOver && !interrupt.isAsked) {
      const tasks: readonly { readonly small: SmallWorld; readonly search: string; readonly stretches: readonly Stretch[] | 'begin' }[] =
        chunks(stretches).map((some) => ({ small, search: id, stretches: some }));
      for (const found of threads.map('expand', tasks, () => `looked at ${small.file}`))
        if (interrupt.isAsked || !search.take(await found)) return search;
      stretches = search.deepen();
    }
    return search;
  } catch (error) {
    throw error instanceof SmallWorldError ? new BadInput(`${small.file}: ${error.message}`) : error;
  } finally {
    await threads.close();
  }
};

const chunks = (stretches: readonly Stretch[] | 'begin'): readonly (readonly Stretch[] | 'begin')[] => {
  if (stretches === 'begin') return ['begin'];
  const size = Math.min(stretchesMax, Math.max(1, Math.floor(stretches.length / (stretchesMax * 4))));
  return Array.from({ length: Math.ceil(stretches.length / size) }, (_, k) => stretches.slice(k * size, (k + 1) * size));
};

const writeCounterexample = async (
  small: SmallWorld,
  { failure: found }: ExhaustiveSearch,
  options: ExploreOptions,
  jobs: number | undefined,
): Promise<ReportedFailure | null> => {
  if (found === undefined) return null;
  const { story, failure } = storyOfWay(small, found, bounds);
  const one = { failure, story, run: found.way.acts.length, times: 1 };
  const again = `podsim explore --exhaustive ${shellWord(small.file)}`;
  const interrupt = new Interrupt();
  try {
    // One thread alone is the one that has found it.
    const short = jobs === 1 ? [shrinkRun({ ...one, playedMax, stop: interrupt.flag })] : await shortenFound([one], jobs, interrupt);
    return writeFound([one], short, again, options)[0] ?? null;
  } finally {
    interrupt.close();
  }
};

/** The most stories that are played to shorten one. */
const playedMax = 3_000;

/** Writes the number of states into the file, and leaves the rest as it is. */
const keepCount = (file: string, states: number): void => {
  const text = readText(file);
  const line = `states: ${showCount(states).replaceAll(',', '')}`;
  writeText(
    file,
    /^states:.*$/m.test(text) ? text.replace(/^states:.*$/m, line) : text.replace(/^within:.*$/m, (within) => `${within}\n${line}`),
  );
};
