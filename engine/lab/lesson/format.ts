import { z } from 'zod';
import { duration } from '../../api/contract/handler/handler.ts';
import { json } from '../../api/contract/parts/json.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { timingNames } from '../../cloud/timing/timings.ts';
import { assertion } from '../../scenario/format/assertionFormat.ts';
import { eventType, where } from '../../scenario/format/eventFormat.ts';
import { ruleId } from '../../scenario/format/words.ts';
import { conditionWords } from '../../scenario/step/condition.ts';
import { step as scenarioStep } from '../../scenario/step/stepFormat.ts';
import { metricNames, percentileNames } from '../../world/reports/record/namedMeasures.ts';
import { chartNames } from './chart.ts';

const text = z.string().min(1);

/** `lesson.ts` checks that it can be read, with the rest of the file. Here, a variable in it would pass for one of a matrix. */
const condition = z.string().meta(conditionWords());

const chosen = { of: z.string().optional().describe('Of this entity only'), where };

/** One event of the log. */
const oneEvent = z.union([z.strictObject({ first: eventType, ...chosen }), z.strictObject({ last: eventType, ...chosen })]);

const measures = {
  event: {
    ...chosen,
    field: z.string().optional().describe('A field of the event, such as workerId; unless given: its time, or the entity it is about'),
    since: oneEvent.optional().describe('The time from this event on; from the world’s start unless given'),
  },
  metric: {
    metric: z.enum(metricNames),
    of: z.string().optional(),
    which: z.enum(percentileNames).optional().describe('For durations, which have many values'),
  },
  most: { most: z.enum(chartNames).describe('The largest value of a chart'), of: z.string().optional().describe('An endpoint') },
  value: { value: z.string().regex(/^\$/, 'must be a variable such as $wait').describe('What a step of the scenario saved') },
};

/** A value that the engine reads off the log. */
const measure = z.union([
  z.strictObject({ count: eventType, ...chosen }),
  z.strictObject({ first: eventType, ...measures.event }),
  z.strictObject({ last: eventType, ...measures.event }),
  z.strictObject(measures.metric),
  z.strictObject(measures.most),
  z.strictObject(measures.value),
]);

const is = json.describe('The value, or operators such as { gte: 3 }; durations as text');

/** A claim about a log, which is true or false: an assertion, a condition, or a measure with its value. */
const claim = z.union([
  assertion,
  strictObject(() => ({ holds: condition.describe('This holds when the answer is given') })),
  z.strictObject({ first: eventType, ...measures.event, is }),
  z.strictObject({ last: eventType, ...measures.event, is }),
  z.strictObject({ ...measures.most, is }),
  z.strictObject({ ...measures.value, is }),
]);
const claims = z.union([claim, z.array(claim).min(1)]).describe('In the words of the scenario language; of a list, all must be true');

const choice = z.union([
  z.strictObject({ right: text, claim: claims }),
  strictObject(() => ({
    wrong: text,
    claim: claims.describe('What would be true if this were right; the log must contradict it'),
    but: text.optional().describe('What to say to a learner who chose it'),
  })),
]);

const line = z.union([
  strictObject(() => ({ chart: z.enum(chartNames), of: z.string().optional(), height: measure.describe('A horizontal line: a value') })),
  strictObject(() => ({ chart: z.enum(chartNames), of: z.string().optional(), time: measure.describe('A vertical line: a virtual time') })),
]);

const questionTypes = ['choice', 'number', 'duration', 'entity', 'line'] as const;
export type QuestionType = (typeof questionTypes)[number];

const question = strictObject(() => ({
  ask: text.describe('The question'),
  rules: z.array(ruleId).min(1).describe('Shown with the answer'),
  until: z.string().optional().describe('When the answer is known: a virtual time or a condition; unless given, when its event happens'),
  under: z
    .enum(timingNames)
    .optional()
    .describe('The same scenario under these times instead, from its start: nothing of that is shown, and the moment stays as it is'),
  choice: z.array(choice).min(2).max(6).optional(),
  number: measure.optional(),
  duration: measure.optional(),
  entity: measure.optional(),
  line: line.optional().describe('A line that the learner drags on a chart'),
  answer: json.optional().describe('The stated answer; it must be what the engine computes'),
  unit: text.optional().describe('What a number counts'),
  tolerance: z
    .union([z.number().min(0), duration])
    .optional()
    .describe('How far off an answer may be'),
  because: text.describe('Shown after the answer: why it is so'),
})).superRefine((body, { addIssue }) => {
  const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
  const types = questionTypes.filter((type) => body[type] !== undefined);
  if (types.length !== 1) return issue([], `give one of ${questionTypes.join(', ')}${types.length > 1 ? ', and only one' : ''}`);
  if (body.choice !== undefined) {
    const right = body.choice.filter((one) => 'right' in one).length;
    if (right !== 1) issue(['choice'], `one choice must be right, and ${right === 0 ? 'none' : right} is`);
    const texts = body.choice.map((one) => ('right' in one ? one.right : one.wrong));
    texts.forEach((one, k) => {
      if (texts.indexOf(one) < k) issue(['choice', String(k)], 'another choice says the same');
    });
  }
  for (const name of ['answer', 'tolerance'] as const)
    if (body.choice !== undefined && body[name] !== undefined) issue([name], `a choice has no \`${name}\`: its claims say what is right`);
  if (body.choice === undefined && body.answer === undefined) issue([], 'give the `answer` that the log must have');
  if (body.entity !== undefined && body.tolerance !== undefined) issue(['tolerance'], 'an entity is not nearly another');
  if (body.under !== undefined && (body.line ?? body.entity) !== undefined)
    issue(['under'], 'nothing of these times is shown: ask for a number, a duration or a choice');
  if (body.unit !== undefined && body.number === undefined && body.line === undefined) issue(['unit'], 'only a number has a unit');
});

const step = strictObject(() => ({
  text: text.describe('Short: what to look at, and what is new'),
  at: duration.optional().describe('The moment: this virtual time'),
  when: condition.optional().describe('The moment: as soon as this holds. Unless given, the moment is the one before, after its answer'),
  question: question.optional().describe('Asked at the moment, before anything moves'),
})).superRefine(({ at, when }, { addIssue }) => {
  if (at !== undefined && when !== undefined) addIssue({ code: 'custom', path: [], message: 'a moment is `at` or `when`, not both' });
});

/** A scenario of its own, checked as one; or the path of a file. */
const scenario = z.union([z.string(), z.record(z.string(), json)]);

const task = strictObject(() => ({
  text,
  scenario: scenario.optional().describe('The sandbox: a scenario, or the path of one; the lesson’s own unless given'),
  goal: z.array(assertion).min(1).describe('Assertions that the log of the sandbox must meet at its end'),
  solution: z.array(scenarioStep).min(1).describe('Steps that, added to those of the sandbox, meet the goal: the task can be solved'),
}));

/** A lesson file. */
export const lessonSchema = strictObject(() => ({
  $schema: z.string().optional(),
  title: text,
  goal: text.describe('What a learner can say at the end'),
  rules: z.array(ruleId).min(1).describe('The rules that it teaches; a question shows each'),
  sources: z
    .array(
      z.strictObject({
        thread: z.string().regex(/^[\w.-]+\/[\w.-]+#\d+$/, 'must be a public thread such as owner/repository#12'),
        says: text,
      }),
    )
    .optional()
    .describe('Where people met this'),
  scenario: scenario.describe('What happens: a scenario, or the path of one'),
  steps: z.array(step).min(1),
  task: task.describe('The end: a goal in numbers, to be met in a sandbox'),
}));

export type LessonSpec = z.output<typeof lessonSchema>;
export type LessonStepSpec = z.output<typeof step>;
export type QuestionSpec = z.output<typeof question>;
export type MeasureSpec = z.output<typeof measure>;
export type ClaimSpec = z.output<typeof claim>;
export type ChoiceSpec = z.output<typeof choice>;
