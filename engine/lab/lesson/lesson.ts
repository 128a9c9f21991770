import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { parseDuration } from '../../kernel/time.ts';
import { checkPart } from '../../scenario/file/checkPart.ts';
import type { ScenarioSpec } from '../../scenario/file/format.ts';
import { type FileProblem, limitProblems, type PathProblem, problemAt } from '../../scenario/format/problem.ts';
import { partOfFile, readYaml, type YamlFile } from '../../scenario/format/yamlFile.ts';
import { parseScenario, type Reader, type Scenario, scenariosFrom } from '../../scenario/scenario.ts';
import { conditionProblem } from '../../scenario/step/condition.ts';
import { findBrokenPatterns } from '../../scenario/step/expectation.ts';
import { type LessonSpec, type LessonStepSpec, lessonSchema } from './format.ts';
import { lessonNodes } from './schema.ts';

/** A lesson file that has been read. */
export interface Lesson {
  readonly file: string;
  readonly spec: LessonSpec;
  readonly scenario: Scenario;
  /** The scenario of its task. */
  readonly sandbox: Scenario;
  readonly source: YamlFile;
}

export const lessonEnding = '.lesson.yaml';

/** The number of a lesson in the course, which its file's name begins with; the name itself if it has none. */
export const lessonNumber = (file: string): string => {
  const name = file.split(/[\\/]/).at(-1) ?? file;
  return /^0*(\d+)-/.exec(name)?.[1] ?? name;
};

/** Reads a lesson file, and the scenario files that it names: their paths are as seen from the lesson's folder. */
export const parseLesson = (file: string, text: string, read: Reader): Either<readonly FileProblem[], Lesson> => {
  const yaml = readYaml(file, text);
  if (isLeft(yaml)) return yaml;
  const source = yaml.right;
  const spec = checkPart(source, lessonSchema, source.data, [], { nodesFor: lessonNodes, what: 'a lesson', page: 'lessons' });
  if (isLeft(spec)) return spec;
  const { scenario, task, title } = spec.right;
  const problems = fileProblems(spec.right);
  if (problems.length > 0) return left(limitProblems(problems, (problem) => problemIn(source, problem)));
  const own = scenarioFrom(source, ['scenario'], scenario, title, read);
  if (isLeft(own)) return own;
  const sandbox = task.scenario === undefined ? own : scenarioFrom(source, ['task', 'scenario'], task.scenario, title, read);
  if (isLeft(sandbox)) return sandbox;
  return right({ file, spec: spec.right, scenario: own.right, sandbox: sandbox.right, source });
};

/** A problem at its place in the file. */
export const problemIn = ({ file, placeOf }: YamlFile, { path, message }: PathProblem): FileProblem => ({
  file,
  ...placeOf(path),
  message,
});

/** The one run of a scenario that is written in the lesson, or that it names. */
const scenarioFrom = (
  source: YamlFile,
  path: readonly string[],
  written: LessonSpec['scenario'],
  title: string,
  read: Reader,
): Either<readonly FileProblem[], Scenario> => {
  const no = (message: string): Either<readonly FileProblem[], never> => left([problemIn(source, problemAt(path, message))]);
  const at = typeof written === 'string' ? pathFrom(source.file, written) : undefined;
  const text = at === undefined ? undefined : read(at);
  if (typeof written === 'string' && (at === undefined || text === undefined)) return no(`there is no scenario file '${written}'`);
  const found =
    at === undefined || text === undefined
      ? scenariosFrom(partOfFile(source, path, { title, ...(written as Readonly<Record<string, Json>>) }), read)
      : parseScenario(at, text, read);
  if (isLeft(found)) return found;
  const [scenario, ...others] = found.right;
  if (scenario === undefined || others.length > 0) return no('a lesson has one run: its scenario may have no matrix');
  const errors = scenario.findings.filter(({ isError }) => isError);
  return errors.length === 0 ? right(scenario) : left(errors);
};

/** A path as seen from the folder of a file; undefined if it is no relative one. Which files may be read is up to the reader. */
const pathFrom = (file: string, path: string): string | undefined => {
  const parts = file.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return path.startsWith('/') || path.includes('\\') ? undefined : parts.join('/');
};

/** Checks beyond the schema: that questions show the rules that the lesson names, and no others, and that patterns can be parsed. */
const fileProblems = ({ rules, steps, task }: LessonSpec): readonly PathProblem[] => {
  const shown = new Set(steps.flatMap(({ question }) => question?.rules ?? []));
  return [
    ...rules.flatMap((rule, k) => (shown.has(rule) ? [] : [problemAt(['rules', k], `no question shows ${rule}`)])),
    ...steps.flatMap(({ question }, k) =>
      (question?.rules ?? []).flatMap((rule, n) =>
        rules.includes(rule) ? [] : [problemAt(['steps', k, 'question', 'rules', n], `${rule} is not among the \`rules\` of the lesson`)],
      ),
    ),
    ...steps.flatMap(({ question }, k) =>
      findBrokenPatterns((question ?? {}) as Json).map((words) => problemAt(['steps', k, 'question'], words)),
    ),
    ...steps.flatMap((step, k) => conditionProblems(step).map(([path, words]) => problemAt(['steps', k, ...path], words))),
    ...findBrokenPatterns(task.goal as unknown as Json).map((words) => problemAt(['task', 'goal'], words)),
  ];
};

type Located = readonly [path: readonly (string | number)[], words: string];

/** Conditions that cannot be read: of the moment, of the end of the question, and of its claims. */
const conditionProblems = ({ when, question }: LessonStepSpec): readonly Located[] => {
  const { until, choice = [] } = question ?? {};
  const wrong = (path: Located[0], words: string | undefined): readonly Located[] => (words === undefined ? [] : [[path, words]]);
  return [
    ...(when === undefined ? [] : wrong(['when'], conditionProblem(when))),
    ...(until === undefined || parseDuration(until) !== undefined
      ? []
      : wrong(['question', 'until'], conditionProblem(until)).map(
          ([path, words]): Located => [path, `${words}; or give a virtual time such as 30s`],
        )),
    ...choice.flatMap(({ claim }, k) =>
      [claim].flat().flatMap((one) => ('holds' in one ? wrong(['question', 'choice', k, 'claim'], conditionProblem(one.holds)) : [])),
    ),
  ];
};

/** The rules that the scenarios of a lesson say they teach. */
export const rulesTaughtBy = ({ scenario, sandbox }: Lesson): readonly string[] => [
  ...new Set([scenario.spec, sandbox.spec].flatMap(({ teaches = [] }: ScenarioSpec) => teaches)),
];
