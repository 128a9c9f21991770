import { isLeft } from 'fp-ts/lib/Either.js';
import { type FileFinding, type FileProblem, problemText } from '../../../engine/index.ts';
import { checkLesson, lessonEnding, parseLesson } from '../../../engine/lab/lesson/index.ts';
import { pluralize } from '../../../engine/process/index.ts';
import { lessonReaderFor, observationEnding, readText, scenarioEnding, scenarioFiles, smallWorldEnding, studyEnding } from '../files.ts';
import { collectSharedFindings } from '../run/findings.ts';
import { parseFile } from '../run/load.ts';
import { exitCodes } from '../terminal/exit.ts';
import { plain } from '../terminal/terminal.ts';

interface ValidateOptions {
  readonly strict?: boolean;
}

/**
 * `podsim validate`: says what runs of the files would find, without any run; a lesson is played, because its answers are computed. Studies,
 * observations and small worlds are loaded only where there is one.
 */
export const validateCommand = (paths: readonly string[], options: ValidateOptions): number | Promise<number> => {
  const names = scenarioFiles(paths, [scenarioEnding, lessonEnding, studyEnding, observationEnding, smallWorldEnding]);
  const [studies = [], observations = [], worlds = []] = endingsOnDemand.map((ending) => names.filter((file) => file.endsWith(ending)));
  if (studies.length + observations.length + worlds.length === 0)
    return validate(names, { studies: [], observations: [], worlds: [] }, options);
  return Promise.all([
    studies.length === 0 ? [] : import('../study/file.ts').then(({ studyFindings }) => studies.map(studyFindings)),
    observations.length === 0
      ? []
      : import('../fidelity/findings.ts').then(({ observationFindings }) => observations.map(observationFindings)),
    worlds.length === 0 ? [] : import('../explore/exhaustive.ts').then(({ smallWorldFindings }) => worlds.map(smallWorldFindings)),
  ]).then(([ofStudies, ofObservations, ofWorlds]) =>
    validate(names, { studies: ofStudies, observations: ofObservations, worlds: ofWorlds }, options),
  );
};

const endingsOnDemand: readonly string[] = [studyEnding, observationEnding, smallWorldEnding];

/** What is wrong with each file of a kind that is loaded on demand. */
interface FindingsOnDemand {
  readonly studies: readonly (readonly FileFinding[])[];
  readonly observations: readonly (readonly FileFinding[])[];
  readonly worlds: readonly (readonly FileFinding[])[];
}

const validate = (names: readonly string[], { studies, observations, worlds }: FindingsOnDemand, { strict }: ValidateOptions): number => {
  const lessons = names.filter((file) => file.endsWith(lessonEnding));
  const others = [lessonEnding, ...endingsOnDemand];
  const files = names.filter((file) => !others.some((ending) => file.endsWith(ending))).map((file) => parseFile(file, undefined));
  const findings = unlike([
    ...files.flatMap((file): readonly FileFinding[] => (isLeft(file) ? file.left.map(asError) : collectSharedFindings(file.right))),
    ...lessons.flatMap(lessonFindings),
    ...studies.flat(),
    ...observations.flat(),
    ...worlds.flat(),
  ]);
  for (const { isError, ...problem } of findings)
    process.stderr.write(`${plain(problemText(isError ? problem : { ...problem, message: `warning: ${problem.message}` }))}\n`);
  const errors = findings.filter(({ isError }) => isError).length;
  const counts = [...unlessNone(errors, 'error'), ...unlessNone(findings.length - errors, 'warning')];
  const runs = files.reduce((sum, file) => sum + (isLeft(file) ? 0 : file.right.length), 0);
  const read = [
    ...(runs === 0 && lessons.length + studies.length + observations.length + worlds.length > 0 ? [] : [pluralize(runs, 'run')]),
    ...unlessNone(lessons.length, 'lesson'),
    ...(studies.length === 0 ? [] : [studies.length === 1 ? '1 study' : `${studies.length} studies`]),
    ...unlessNone(observations.length, 'observation'),
    ...unlessNone(worlds.length, 'small world'),
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
