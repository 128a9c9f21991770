import { isLeft } from 'fp-ts/lib/Either.js';
import { type FileFinding, type FileProblem, problemText } from '../../../engine/index.ts';
import { checkLesson, lessonEnding, parseLesson } from '../../../engine/lab/lesson/index.ts';
import { pluralize } from '../../../engine/process/index.ts';
import { lessonReaderFor, readText, scenarioEnding, scenarioFiles, studyEnding } from '../files.ts';
import { collectSharedFindings } from '../run/findings.ts';
import { parseFile } from '../run/load.ts';
import { exitCodes } from '../terminal/exit.ts';
import { plain } from '../terminal/terminal.ts';

interface ValidateOptions {
  readonly strict?: boolean;
}

/**
 * `podsim validate`: says what runs of the files would find, without any run; a lesson is played, because its answers are computed. Studies
 * are loaded only where there is one.
 */
export const validateCommand = (paths: readonly string[], options: ValidateOptions): number | Promise<number> => {
  const names = scenarioFiles(paths, [scenarioEnding, lessonEnding, studyEnding]);
  const studies = names.filter((file) => file.endsWith(studyEnding));
  if (studies.length === 0) return validate(names, [], options);
  return import('../study/file.ts').then(({ studyFindings }) =>
    validate(
      names.filter((file) => !file.endsWith(studyEnding)),
      studies.map(studyFindings),
      options,
    ),
  );
};

/** `studies`: what is wrong with each. */
const validate = (names: readonly string[], studies: readonly (readonly FileFinding[])[], { strict }: ValidateOptions): number => {
  const isLesson = (file: string): boolean => file.endsWith(lessonEnding);
  const lessons = names.filter(isLesson);
  const files = names.filter((file) => !isLesson(file)).map((file) => parseFile(file, undefined));
  const findings = unlike([
    ...files.flatMap((file): readonly FileFinding[] => (isLeft(file) ? file.left.map(asError) : collectSharedFindings(file.right))),
    ...lessons.flatMap(lessonFindings),
    ...studies.flat(),
  ]);
  for (const { isError, ...problem } of findings)
    process.stderr.write(`${plain(problemText(isError ? problem : { ...problem, message: `warning: ${problem.message}` }))}\n`);
  const errors = findings.filter(({ isError }) => isError).length;
  const counts = [...unlessNone(errors, 'error'), ...unlessNone(findings.length - errors, 'warning')];
  const runs = files.reduce((sum, file) => sum + (isLeft(file) ? 0 : file.right.length), 0);
  const read = [
    ...(runs === 0 && lessons.length + studies.length > 0 ? [] : [pluralize(runs, 'run')]),
    ...unlessNone(lessons.length, 'lesson'),
    ...(studies.length === 0 ? [] : [studies.length === 1 ? '1 study' : `${studies.length} studies`]),
  ];
  process.stdout.write(`${read.join(', ')}, ${counts.join(', ') || 'nothing wrong'}\n`);
  if (errors > 0) return exitCodes.badInput;
  return strict === true && findings.length > 0 ? exitCodes.fail : exitCodes.pass;
};

/** What is wrong with a lesson, and what its own scenarios have that has no effect. */
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
