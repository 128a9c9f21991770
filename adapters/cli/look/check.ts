import { isLeft } from 'fp-ts/lib/Either.js';
import { checkLesson, lessonEnding, parseLesson } from '../../../engine/lab/lesson/index.ts';
import { pluralize } from '../../../engine/process/index.ts';
import { type FileFinding, type FileProblem, problemText } from '../../../engine/scenario/index.ts';
import {
  jobsEnding,
  lessonReaderFor,
  observationEnding,
  readText,
  scenarioEnding,
  scenarioFiles,
  studyEnding,
  taskEnding,
} from '../files.ts';
import { collectSharedFindings } from '../run/findings.ts';
import { parseFile } from '../run/load.ts';
import { exitCodes } from '../terminal/exit.ts';
import { plain } from '../terminal/terminal.ts';

interface CheckOptions {
  readonly strict?: boolean;
}

/**
 * `podsim run --check`: reports the problems that runs of the files would find, without a run; a lesson is played, because its answers are
 * computed. The readers of `kindsOnDemand` are loaded only for files of these kinds.
 */
export const checkFiles = (paths: readonly string[], options: CheckOptions): number | Promise<number> => {
  const names = scenarioFiles(paths, [scenarioEnding, lessonEnding, ...kindsOnDemand.map(({ ending }) => ending)]);
  const present = kindsOnDemand.filter(({ ending }) => names.some((file) => file.endsWith(ending)));
  if (present.length === 0) return checkEach(names, [], options);
  const finding = present.map(async ({ ending, count, load }): Promise<FindingsOnDemand> => {
    const find = await load();
    return { count, ofFiles: names.filter((file) => file.endsWith(ending)).map(find) };
  });
  return Promise.all(finding).then((onDemand) => checkEach(names, onDemand, options));
};

interface KindOnDemand {
  readonly ending: string;
  /** So many of them, in words. */
  readonly count: (files: number) => string;
  readonly load: () => Promise<(file: string) => readonly FileFinding[]>;
}

const kindsOnDemand: readonly KindOnDemand[] = [
  {
    ending: studyEnding,
    count: (files) => (files === 1 ? '1 study' : `${files} studies`),
    load: () => import('../study/file.ts').then(({ studyFindings }) => studyFindings),
  },
  {
    ending: observationEnding,
    count: (files) => pluralize(files, 'observation'),
    load: () => import('../fidelity/findings.ts').then(({ observationFindings }) => observationFindings),
  },
  {
    ending: jobsEnding,
    count: (files) => `${pluralize(files, 'file')} of jobs`,
    load: () => import('../fidelity/findings.ts').then(({ jobsFindings }) => jobsFindings),
  },
  {
    ending: taskEnding,
    count: (files) => pluralize(files, 'task'),
    load: () => import('../task/task.ts').then(({ taskFindings }) => taskFindings),
  },
];

/** Lists the problems of each file of a kind that is loaded on demand. */
interface FindingsOnDemand extends Pick<KindOnDemand, 'count'> {
  readonly ofFiles: readonly (readonly FileFinding[])[];
}

const checkEach = (names: readonly string[], onDemand: readonly FindingsOnDemand[], { strict }: CheckOptions): number => {
  const lessons = names.filter((file) => file.endsWith(lessonEnding));
  const others = [lessonEnding, ...kindsOnDemand.map(({ ending }) => ending)];
  const files = names.filter((file) => !others.some((ending) => file.endsWith(ending))).map((file) => parseFile(file, undefined));
  const findings = unlike([
    ...files.flatMap((file): readonly FileFinding[] => (isLeft(file) ? file.left.map(asError) : collectSharedFindings(file.right))),
    ...lessons.flatMap(lessonFindings),
    ...onDemand.flatMap(({ ofFiles }) => ofFiles.flat()),
  ]);
  for (const { isError, ...problem } of findings)
    process.stderr.write(`${plain(problemText(isError ? problem : { ...problem, message: `warning: ${problem.message}` }))}\n`);
  const errors = findings.filter(({ isError }) => isError).length;
  const counts = [...unlessNone(errors, 'error'), ...unlessNone(findings.length - errors, 'warning')];
  const runs = files.reduce((sum, file) => sum + (isLeft(file) ? 0 : file.right.length), 0);
  const read = [
    ...(runs === 0 && lessons.length + onDemand.length > 0 ? [] : [pluralize(runs, 'run')]),
    ...unlessNone(lessons.length, 'lesson'),
    ...onDemand.map(({ count, ofFiles }) => count(ofFiles.length)),
  ];
  process.stdout.write(`${read.join(', ')}, ${counts.join(', ') || 'nothing wrong'}\n`);
  if (errors > 0) return exitCodes.badInput;
  return strict === true && findings.length > 0 ? exitCodes.fail : exitCodes.pass;
};

/** Lists the problems of a lesson, and the parts of its own scenarios without effect. */
const lessonFindings = (file: string): readonly FileFinding[] => {
  const lesson = parseLesson(file, readText(file), lessonReaderFor(file));
  if (isLeft(lesson)) return lesson.left.map(asError);
  const { scenario, sandbox } = lesson.right;
  const own = [...new Set([scenario, sandbox])].filter((one) => one.file === file);
  return [...checkLesson(lesson.right).map(asError), ...own.flatMap(({ findings }) => findings)];
};

/** A scenario, and a study of it, have the same findings. */
const unlike = (findings: readonly FileFinding[]): readonly FileFinding[] => [
  ...new Map(findings.map((finding) => [problemText(finding), finding])).values(),
];

const asError = (problem: FileProblem): FileFinding => ({ ...problem, isError: true });

const unlessNone = (count: number, what: string): readonly string[] => (count === 0 ? [] : [pluralize(count, what)]);
