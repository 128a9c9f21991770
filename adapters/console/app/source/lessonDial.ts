import { settingRows } from '../../../../engine/cloud/index.ts';
import { type Json, parseDuration, sayDuration } from '../../../../engine/kernel/index.ts';
import { answerAgain, type Lesson, type QuestionSpec } from '../../../../engine/lab/lesson/index.ts';
import { play, type Run, type Scenario } from '../../../../engine/scenario/index.ts';
import { readSettings } from '../../../../engine/simulator/index.ts';
import { namesIn } from '../../../../engine/world/index.ts';

/** The story of a lesson with one input changed, and the answer that its question has there. */
interface TurnedRun {
  readonly text: string;
  readonly run: Run;
  readonly answer: NonNullable<ReturnType<typeof answerAgain>>;
}

export interface FoundDial {
  readonly name: string;
  /** Which of the values the lesson itself has. */
  readonly own: number;
  readonly turned: readonly TurnedRun[];
}

/** An input of a scenario: where it stands, and the values that are tried. */
interface TurnableInput {
  readonly name: string;
  readonly rule: string;
  readonly path: readonly (string | number)[];
  readonly values: readonly InputValue[];
  readonly own: InputValue;
}

interface InputValue {
  readonly text: string;
  readonly written: Json;
}

/** A search plays runs of no more entries than this in all: a learner waits for it. */
const entriesSearched = 50_000;

/**
 * The input that the answer to a question turns on: of those that its rules are about, the first that changes the answer; or else how long
 * a job takes. Values under which the question has no answer are left out. Undefined if no input changes it.
 */
export const findDial = ({ scenario }: Lesson, question: QuestionSpec): FoundDial | undefined => {
  if (question.under !== undefined) return undefined;
  const inputs = listInputs(scenario);
  let entries = 0;
  for (const { name, path, values, own } of [
    ...inputs.filter(({ rule }) => question.rules.includes(rule as never)),
    ...inputs.filter(({ rule }) => rule === ''),
  ]) {
    const turned: TurnedRun[] = [];
    for (const { text, written } of values) {
      const changed = changeAt(scenario, path, written);
      if (changed.definition.endpoints.some(({ config: { workers } }) => workers.min > workers.max)) continue;
      const run = play(changed);
      const answer = answerAgain(question, run);
      if (answer !== undefined) turned.push({ text, run, answer });
      entries += run.world.log.length;
    }
    const place = turned.findIndex(({ text }) => text === own.text);
    const lessonRun = turned[place]?.run;
    if (lessonRun !== undefined && new Set(turned.map(({ run, answer }) => describeAnswer(run, answer.computed))).size > 1)
      return { name: nameVariable(name, lessonRun), own: place, turned };
    if (entries > entriesSearched) return undefined;
  }
  return undefined;
};

/** A name with the job that its variable stands for. */
const nameVariable = (name: string, { world, variables }: Run): string =>
  name.replace(/\$(\w+)/, (_, key: string) => namesIn(world.log.entries()).findName(String(variables.get(key) ?? key)));

/** Ids differ from run to run, names do not. */
const describeAnswer = ({ world }: Run, value: Json): string =>
  namesIn(world.log.entries()).findName(JSON.stringify(value).replaceAll('"', ''));

const listInputs = (scenario: Scenario): readonly TurnableInput[] => [
  ...listPolicies(scenario),
  ...listEndpointInputs(scenario),
  ...listSettings(scenario),
];

/** What a call says of its own job. */
const listPolicies = ({ spec: { steps = [] } }: Scenario): readonly TurnableInput[] =>
  steps.flatMap(({ save = {} }, k) =>
    Object.entries(policyRules).flatMap(([key, rule]) => {
      const path = ['spec', 'steps', k, 'with', 'body', 'policy', key];
      const written = readAt({ spec: { steps } }, path);
      const own = typeof written === 'string' ? parseDuration(written) : written;
      return typeof own === 'number' ? [makeInput({ name: `policy.${key} of $${Object.keys(save)[0] ?? ''}`, rule, path }, 'ms', own)] : [];
    }),
  );

const policyRules = { ttl: 'job.ttl', executionTimeout: 'job.timeout' };

const listEndpointInputs = ({ definition: { endpoints } }: Scenario): readonly TurnableInput[] =>
  endpoints.flatMap((endpoint, k) =>
    endpointInputs.flatMap(([inner, unit, rule, name]) => {
      const own = readAt(endpoint, inner.split('.'));
      const path = ['definition', 'endpoints', k, ...inner.split('.')];
      return typeof own === 'number' || unit === 'flashboot'
        ? [makeInput({ name: name.replace('$', () => endpoint.id), rule, path }, unit, own)]
        : [];
    }),
  );

type InputUnit = 'ms' | 's' | 'count' | 'flashboot';

// biome-ignore format: a table
const endpointInputs: readonly (readonly [path: string, unit: InputUnit, rule: string, name: string])[] = [
  ['handler.concurrency',         'count',     'worker.concurrency',    'jobs at once on a worker of $'],
  ['config.workers.max',          'count',     'scaling.request-count', 'workers.max of $'],
  ['config.workers.min',          'count',     'worker.min',            'workers.min of $'],
  ['config.flashboot',            'flashboot', 'worker.cold-start',     'flashboot of $'],
  ['config.scaling.queueDelay',   's',         'scaling.queue-delay',   'queueDelay of $'],
  ['config.scaling.requestCount', 'count',     'scaling.request-count', 'requestCount of $'],
  ['config.idleTimeoutMs',        'ms',        'worker.idle',           'idleTimeout of $'],
  ['config.timeout',              'ms',        'job.timeout',           'timeout of $'],
  ['handler.duration.ms',         'ms',        '',                      'how long a job of $ runs'],
];

/** The numbers of the world, each of which belongs to a rule. */
const listSettings = ({ definition }: Scenario): readonly TurnableInput[] =>
  settingRows().flatMap(({ name, about, rule, isDuration }) => {
    const own = readAt(readSettings(definition), name.split('.'));
    const path = ['definition', 'settings', ...name.split('.')];
    return typeof own === 'number' ? [makeInput({ name: about, rule, path }, isDuration ? 'ms' : 'count', own)] : [];
  });

const makeInput = (input: Pick<TurnableInput, 'name' | 'rule' | 'path'>, unit: InputUnit, own: Json): TurnableInput => {
  const numbers =
    unit === 'count'
      ? [1, 2, 3, 4, 6, 8, 12]
      : own === 0
        ? [1_000, 5_000, 20_000, 60_000]
        : [0.25, 0.5, 2, 4].map((by) => by * Number(own));
  const written =
    unit === 'flashboot' ? ['OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT'] : [...new Set([Number(own), ...numbers])].sort((a, b) => a - b);
  const show = (value: Json): InputValue => ({
    text: unit === 'ms' ? sayDuration(Number(value)) : unit === 's' ? sayDuration(Number(value) * 1_000) : String(value),
    written: value,
  });
  return { ...input, values: written.map(show), own: show(own) };
};

const readAt = (value: unknown, path: readonly (string | number)[]): Json =>
  path.reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key], value) as Json;

/** A copy with one part replaced. */
const changeAt = <T>(value: T, [key, ...rest]: readonly (string | number)[], to: Json): T => {
  if (key === undefined) return to as T;
  const part = (value ?? {}) as Readonly<Record<string, unknown>>;
  const changed = changeAt(part[key], rest, to);
  return (Array.isArray(value) ? value.map((one, k) => (k === key ? changed : one)) : { ...part, [key]: changed }) as T;
};
