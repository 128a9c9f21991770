import { computeBound, findSameness, type Study, type StudyReport, studyReport } from '../../../engine/lab/study/index.ts';
import { KnownResults } from '../../study/knownResults.ts';
import { readLastRun, writeLastRun } from '../../study/lastRun.ts';
import { ResultStore } from '../../study/resultStore.ts';
import { type Computer, runStudy } from '../../study/runStudy.ts';
import { dealtTo, type Shard } from '../../study/shard.ts';
import { markShard } from '../../study/shardMarks.ts';
import { checkFolder, checkOther, checkPageName, readText, whyOtherKind } from '../files.ts';
import { studyProgress } from '../run/progress.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { interruptedCode } from '../terminal/interrupt.ts';
import { columnsToShow, printJson } from '../terminal/terminal.ts';
import { answersText, type StudyOutcome } from './answers.ts';
import { checkStudyOptions, shardFrom, timingsFrom } from './checks.ts';
import { studyCsv } from './csv.ts';
import { studyEffectsCsv } from './effectsCsv.ts';
import { readStudy } from './file.ts';
import { measuresText, settingsText } from './lists.ts';
import { mergeStudy } from './merge.ts';
import type { StudyOptions } from './options.ts';
import { writeStudyPage } from './page.ts';
import { playConfiguration } from './play.ts';
import { StudyQueue } from './queue.ts';
import { importRecords, isOfRecords, refuseOfRecords, withoutOfRecords } from './records.ts';
import { studyText } from './text.ts';
import { StudyThreads, threadsFrom } from './threads.ts';
import { verifyResults } from './verify.ts';
import { MissingPlays } from './why.ts';

// In the same file of the bundle: with two, what they share would leave that of the command line.
export { studyJsonSchema, studyReportJsonSchema } from '../../../engine/lab/study/index.ts';
export { studyWorkerCommand } from './worker.ts';

/** `podsim study FILE`: plays what is not known yet, and reports. */
export const studyCommand = async (file: string | undefined, options: StudyOptions): Promise<number> => {
  if (options.measures === true) return print(measuresText());
  if (file === undefined) throw new BadInput('name a study file, or records of jobs; `podsim new a --template study` writes a study');
  checkStudyOptions(options);
  const timings = timingsFrom(options);
  if (options.out !== undefined) {
    checkOther(options.out, [file]);
    checkPageName(options.out);
  }
  if (isOfRecords(file)) {
    threadsFrom(options.jobs);
    const study = await importRecords(file, options);
    return typeof study === 'number' ? study : studyCommand(study, withoutOfRecords(options));
  }
  // What is no file of YAML has no goal of its own, either.
  readText(file);
  refuseOfRecords(options);
  if (options.settings === true) return print(settingsText(file));
  const other = whyOtherKind(file, 'study');
  if (other !== undefined) throw new BadInput(`${file}: ${other}`);
  const studies = timings.map((timing) => readStudy(file, timing));
  const [study] = studies;
  if (study === undefined) throw new BadInput('--timing: name one');
  if (options.play !== undefined) return playConfiguration(study, options.play, options);
  checkFolder(options.results);
  const results = new KnownResults(new ResultStore(options.results));
  if (options.merge !== undefined)
    return mergeStudy(study, results, options.merge, {
      note: (text) => printNote(text, options),
      report: () => printReports([study], results, 0, options),
    });
  const shard = options.shard === undefined ? undefined : shardFrom(options.shard, study);
  const computer = options.queue === undefined ? new StudyThreads(options.jobs) : new StudyQueue(options.queue, options);
  try {
    const compute: Computer = (plays, onResult) => computer.compute(plays, onResult);
    if (options.verify !== undefined) return await verifyResults(study, results, options.verify, compute);
    return await playStudies(studies, results, compute, shard, options);
  } finally {
    await computer.close();
  }
};

const print = (text: string): number => {
  process.stdout.write(`${text}\n`);
  return exitCodes.pass;
};

/** One study, or one under each of several timings: they share what they have computed. */
const playStudies = async (
  studies: readonly Study[],
  results: KnownResults,
  compute: Computer,
  shard: Shard | undefined,
  options: StudyOptions,
): Promise<number> => {
  let computed = 0;
  for (const study of studies) computed += await playStudy(study, results, compute, shard, options);
  for (const path of results.store.damaged) process.stderr.write(`${path}: was cut or changed, so its play was made again\n`);
  return shard === undefined ? printReports(studies, results, computed, options) : exitCodes.pass;
};

const playStudy = async (
  study: Study,
  results: KnownResults,
  compute: Computer,
  shard: Shard | undefined,
  options: StudyOptions,
): Promise<number> => {
  const shardOf = shard === undefined ? undefined : dealtTo(study, shard.of);
  const missing = new MissingPlays(readLastRun(study, results));
  const progress = studyProgress();
  const onInterrupt = (): void => {
    progress.stop();
    process.stderr.write(`stopped: what was computed is kept in ${options.results}, and the same command goes on from there\n`);
    process.exit(interruptedCode);
  };
  process.once('SIGINT', onInterrupt);
  let computed: number;
  try {
    if (shard !== undefined) markShard(options.results, shard);
    computed = await runStudy(study, results, compute, {
      onProgress: progress.at,
      onMissing: (plays) => missing.add(plays),
      ...(shardOf === undefined ? {} : { isOurs: (play) => shardOf(play) === shard?.number }),
    });
  } finally {
    process.off('SIGINT', onInterrupt);
    progress.stop();
  }
  if (shard !== undefined) process.stdout.write(shardText(study, shard, computed, results));
  if (options.why === true) printNote(missing.text(results), options);
  writeLastRun(study, results);
  return computed;
};

/** Where records contradict a study, its exit code says that nothing is recommended. */
const printReports = (studies: readonly Study[], results: KnownResults, computed: number, options: StudyOptions): number => {
  const { json, csv, effects, out } = options;
  for (const study of studies) {
    const same = findSameness(study, results.known);
    if (same !== undefined) throw new BadInput(`${study.file}: ${same}`);
  }
  const all = studies.map((study) => reportStudy(study, studyReport(study, results.known), csv !== true));
  const written = out === undefined ? [] : [`${out} shows the study, and plays its runs: open it in a browser`];
  if (out !== undefined) writeStudyPage(out, all, results.known);
  if (json === true || csv === true) printNote(written.map((line) => `${line}\n`).join(''), options);
  const reports = all.map(({ report }) => report);
  const code = reports.some(({ doubts }) => doubts.length > 0) ? exitCodes.fail : exitCodes.pass;
  if (json === true) printJson(reports.length === 1 ? reports[0] : reports);
  else if (csv === true) process.stdout.write(reports.map(effects === true ? studyEffectsCsv : studyCsv).join(''));
  else printTexts(all, [countsText(computed, results), ...written]);
  return code;
};

/** A report with what any scaler needs, beside the recommendation: that takes one play more, and a table of measures has no place for it. */
const reportStudy = (study: Study, report: StudyReport, hasBound: boolean): StudyOutcome => {
  const bound = hasBound ? computeBound(study, report) : undefined;
  return { study, report: bound === undefined ? report : { ...report, bound } };
};

const printTexts = (all: readonly StudyOutcome[], last: readonly string[]): void => {
  const texts = all.map(({ study, report }) => studyText(study, report, columnsToShow()));
  const answers = answersText(all, columnsToShow());
  process.stdout.write(`${[...texts, ...(answers === '' ? [] : [answers]), last.join('\n')].join('\n\n')}\n`);
};

/** Words beside the report. What programs read is the report alone. */
const printNote = (text: string, { json, csv }: StudyOptions): void => {
  (json === true || csv === true ? process.stderr : process.stdout).write(text);
};

const countsText = (computed: number, { found, store }: KnownResults): string =>
  `${computed} plays made, ${found} known before (${store.folder})`;

const shardText = ({ file }: Study, { number, of }: Shard, computed: number, results: KnownResults): string =>
  [
    `shard ${number} of ${of}: ${countsText(computed, results)}`,
    `when all are done: podsim study ${file} --merge DIR…, with the folders of all shards`,
    '',
  ].join('\n');
