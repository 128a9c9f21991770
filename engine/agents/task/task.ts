import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { formatDuration } from '../../kernel/time.ts';
import { checkPart } from '../../scenario/file/checkPart.ts';
import { type FileProblem, limitProblems, type PathProblem, problemAt } from '../../scenario/format/problem.ts';
import type { Variables } from '../../scenario/format/variables.ts';
import { partOfFile, readYaml } from '../../scenario/format/yamlFile.ts';
import { type Reader, type Scenario, scenariosFrom } from '../../scenario/scenario.ts';
import { findBrokenPatterns } from '../../scenario/step/expectation.ts';
import { type TaskSpec, taskSchema } from './format.ts';
import { taskNodes } from './schema.ts';

/** A task file that has been read, with its scenario under each seed. */
export interface AgentTask {
  readonly file: string;
  readonly spec: TaskSpec;
  readonly scenarios: readonly Scenario[];
}

/** Reads a task file; left has everything that is wrong with it. `seeds` replace that of its scenario. */
export const parseTask = (
  file: string,
  text: string,
  read: Reader,
  seeds?: readonly string[],
): Either<readonly FileProblem[], AgentTask> => {
  const yaml = readYaml(file, text);
  if (isLeft(yaml)) return yaml;
  const spec = checkPart(yaml.right, taskSchema, yaml.right.data, [], { nodesFor: taskNodes, what: 'a task', page: 'tasks' });
  if (isLeft(spec)) return spec;
  const problems = findProblems(spec.right);
  if (problems.length > 0) return left(limitProblems(problems, ({ path, message }) => ({ file, ...yaml.right.placeOf(path), message })));
  const { title, scenario } = spec.right;
  const written = { title, ...(scenario as Readonly<Record<string, Json>>) };
  const scenarios = scenariosFrom(partOfFile(yaml.right, ['scenario'], written), read, seeds);
  if (isLeft(scenarios)) return scenarios;
  const errors = scenarios.right.flatMap(({ findings }) => findings.filter(({ isError }) => isError));
  return errors.length > 0 ? left(errors) : right({ file, spec: spec.right, scenarios: scenarios.right });
};

/** What a schema cannot see. */
const findProblems = ({ goal = [], keeps = [], diagnosis, budget }: TaskSpec): readonly PathProblem[] => {
  const judged = [goal.length > 0, diagnosis !== undefined, budget.dollars !== undefined, budget.orphans !== undefined];
  return [
    ...findBrokenPatterns(goal as unknown as Json).map((words) => problemAt(['goal'], words)),
    ...findBrokenPatterns(keeps as unknown as Json).map((words) => problemAt(['keeps'], words)),
    ...(judged.includes(true)
      ? []
      : [problemAt(['goal'], 'is missing, and nothing else is judged: give it, `diagnosis`, `budget.dollars` or `budget.orphans`')]),
    ...(diagnosis === undefined || diagnosis.among.includes(diagnosis.is)
      ? []
      : [
          problemAt(
            ['diagnosis', 'is'],
            `'${diagnosis.is}' is not \`among\` the causes${suggestion(diagnosis.is, diagnosis.among, 'the list', 'the causes')}`,
          ),
        ]),
  ];
};

/** About as long as one waits between two looks. */
export const pollMsDefault = 30_000;

const formatValue = (value: Json | undefined): string | undefined =>
  value === undefined || typeof value === 'string' ? value : JSON.stringify(value);

/** What the agent is told, in full: the words of the task with what its scenario saved (`variables`), and what its budget is. */
export const formatBrief = (
  { tells, budget, diagnosis, tools = [], poll = pollMsDefault }: TaskSpec,
  variables: Variables = new Map(),
): string => {
  const limits = [
    `at most ${budget.calls} calls`,
    ...(budget.dollars === undefined ? [] : [`at most $${budget.dollars} for all that is billed`]),
    ...(budget.refusals === undefined ? [] : [`at most ${budget.refusals} refused calls`]),
    ...(budget.orphans === undefined ? [] : [`at most ${budget.orphans} things of yours that are left running at the end`]),
  ];
  return [
    tells.trim().replaceAll(/\$(\w+)/g, (name, variable: string) => formatValue(variables.get(variable)) ?? name),
    '',
    `Budget: ${limits.join('; ')}. Time is virtual: it passes while a call waits, and after a look at something that goes on (up to ${formatDuration(poll)}).`,
    ...(tools.length === 0
      ? []
      : [`Beside calls, you have these tools by the Model Context Protocol at $PODSIM_MCP, with the key as bearer: ${tools.join(', ')}.`]),
    ...(diagnosis === undefined
      ? []
      : [`The last line that you print is \`diagnosis: CAUSE\`, with one of: ${diagnosis.among.join(', ')}.`]),
    '',
  ].join('\n');
};
