import { type Play, type PlayResult, studyReport } from '../../engine/study/index.ts';
import { ResultStore } from '../study/resultStore.ts';
import { runStudy, taskOf } from '../study/runStudy.ts';
import { BadInput, exitCodes } from './exit.ts';
import { studyProgress } from './progress.ts';
import { studyCsv } from './studyCsv.ts';
import { readStudy } from './studyFile.ts';
import { measuresText, settingsText } from './studyLists.ts';
import { studyText } from './studyText.ts';
import { printJson } from './terminal.ts';
import { PlayThreads } from './threads.ts';

export interface StudyOptions {
  readonly results: string;
  readonly jobs?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly measures?: boolean;
  readonly settings?: boolean;
}

/** `podsim study FILE`: plays what is not known yet, and reports. */
export const studyCommand = async (file: string | undefined, options: StudyOptions): Promise<number> => {
  if (options.measures === true) return listed(measuresText());
  if (file === undefined) throw new BadInput('name a study file; `podsim new a --template study` writes one');
  if (options.settings === true) return listed(settingsText(file));
  if (options.json === true && options.csv === true) throw new BadInput('give --json or --csv, not both');
  const study = readStudy(file);
  const store = new ResultStore(options.results);
  const progress = studyProgress();
  const threads = new StudyThreads(options.jobs);
  try {
    const { known, computed, found } = await runStudy(study, store, (plays, onResult) => threads.compute(plays, onResult), progress.at);
    progress.stop();
    for (const path of store.damaged) process.stderr.write(`${path}: was cut or changed, so its play was made again\n`);
    const report = studyReport(study, known);
    if (options.json === true) printJson(report);
    else if (options.csv === true) process.stdout.write(studyCsv(report));
    else
      process.stdout.write(
        `${studyText(study, report, columnsOf(process.stdout))}\n\n${computed} plays made, ${found} known before (${store.folder})\n`,
      );
    return exitCodes.pass;
  } finally {
    progress.stop();
    await threads.close();
  }
};

const listed = (text: string): number => {
  process.stdout.write(`${text}\n`);
  return exitCodes.pass;
};

/** Where output goes to a file, as many as a terminal has as a rule. */
const columnsOf = ({ isTTY, columns }: NodeJS.WriteStream): number => (isTTY === true && columns > 0 ? columns : 80);

/** The threads of this process, which are started when there is something to play. */
class StudyThreads {
  readonly #jobs: number | undefined;
  #threads: PlayThreads | undefined;

  constructor(jobs: string | undefined) {
    if (jobs !== undefined && !/^[1-9]\d{0,2}$/.test(jobs))
      throw new BadInput(`--jobs '${jobs}' is no number of threads; give a whole number`);
    this.#jobs = jobs === undefined ? undefined : Number(jobs);
  }

  async compute(plays: readonly Play[], onResult: (play: Play, result: PlayResult) => void): Promise<void> {
    if (plays.length === 0) return;
    this.#threads ??= new PlayThreads(this.#jobs, Number.POSITIVE_INFINITY);
    const results = this.#threads.map('playOnce', plays.map(taskOf), ({ seed }) => `played with the seed ${seed}`);
    await Promise.all(results.map(async (result, k) => onResult(plays[k] as Play, await result)));
  }

  async close(): Promise<void> {
    await this.#threads?.close();
  }
}
