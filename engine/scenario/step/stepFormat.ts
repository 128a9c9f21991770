import { z } from 'zod';
import { duration } from '../../api/contract/handler/handler.ts';
import { id, idPattern, idWords } from '../../api/contract/parts/id.ts';
import { noKeyName } from '../../api/contract/parts/noKey.ts';
import { type DurationMs, parseDuration } from '../../kernel/time.ts';
import { actId, call, expectation } from '../format/callFormat.ts';
import { longerThanNothing } from '../format/words.ts';
import { settingsSchema } from '../format/worldFormat.ts';
import { conditionProblem, conditionWords } from './condition.ts';

const timesMax = 100_000;
const untilHelp = 'or give a virtual time such as 30d';

/** How often a step or a group of steps is taken. Its trigger is waited for once, before the first time. */
const repeat = z
  .strictObject({
    every: longerThanNothing
      .optional()
      .describe('From the beginning of one time to that of the next, which never begins before the last has ended; at once unless given'),
    times: z
      .int('must be a whole number of times')
      .min(1, 'must be 1 or more')
      .max(timesMax, `must be ${timesMax} times or fewer`)
      .optional()
      .describe('How often'),
    until: z
      .string(`must be a condition such as \`job $job is COMPLETED\`, ${untilHelp}`)
      .optional()
      .describe('Not again once this holds, e.g. `job $job is COMPLETED`; or not again from this virtual time on, e.g. `30d`'),
  })
  .superRefine(({ every, times, until }, { addIssue }) => {
    const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
    if (times === undefined && until === undefined) issue([], 'would never end: give `times` or `until`');
    if (until === undefined || untilTime(until) !== undefined) {
      if (times === undefined && until !== undefined && every === undefined)
        issue([], '`until` a time needs `every` or `times`: without them, no time may pass');
      return;
    }
    const problem = conditionProblem(until);
    if (problem !== undefined) issue(['until'], `${problem}; ${untilHelp}`);
    if (times === undefined) issue([], '`until` a condition needs `times`, after how many the condition must hold');
  });

/** The virtual time in an `until`; undefined if it is a condition. */
export const untilTime = (until: string): DurationMs | undefined => parseDuration(until);

/** The name of a step. A time is the commonest mistake. */
const followed = z.string('must be the name of a step before this one; for a time, use `delay: 8h`').regex(idPattern, {
  error: ({ input }) =>
    parseDuration(String(input)) === undefined
      ? idWords
      : `is the name of a step before this one: for a time after the previous step, write \`delay: ${String(input)}\``,
});

const stepFields = {
  name: id
    .optional()
    .describe('The name for `after`, and the key of the call’s ids and draws; derived from the step’s contents unless given'),
  at: duration.optional().describe('At this virtual time'),
  after: followed.optional().describe('Once the step with that name has its answer'),
  delay: duration.optional().describe('This long after that, or after the previous step'),
  when: z
    .string()
    .meta({
      description: 'As soon as this holds, e.g. `job $job is FAILED`',
      ...conditionWords(),
    })
    .optional(),
  within: duration.optional().describe('The longest time to wait for `when`'),
  act: actId.optional(),
  digest: z
    .string()
    .regex(/^[0-9a-f]{8}$/, 'must be 8 hex digits, as a page writes them')
    .optional()
    .describe('Of what the step said before its secrets were hidden: its key follows from that'),
  settings: settingsSchema.optional().describe('Instead of an `act`: these settings apply from then on; the others stay'),
  with: call.optional(),
  as: z.string().optional().describe(`The name of a key; \`${noKeyName}\` sends none`),
  save: z.record(id, z.string()).optional().describe('Variables from the answer’s body: { job: id }'),
  expect: expectation.optional(),
  repeat: repeat.optional().describe('How often the step is taken; once unless given'),
};

type StepFields = { readonly [Name in keyof typeof stepFields]?: unknown };

const checkStep = (body: StepFields, { addIssue }: z.RefinementCtx): void => {
  const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
  const triggers = (['at', 'after', 'when'] as const).filter((name) => body[name] !== undefined);
  if (triggers.length > 1) issue([], `has the triggers ${triggers.join(' and ')}: a step has only one`);
  if (body.when !== undefined && body.within === undefined) issue([], '`when` needs `within`, the longest time to wait');
  if (body.within !== undefined && body.when === undefined) issue(['within'], '`within` belongs to `when`');
  if (body.delay !== undefined && (body.at !== undefined || body.when !== undefined))
    issue(['delay'], '`delay` goes with `after`, or alone');
  if (body.act !== undefined && body.settings !== undefined) issue(['settings'], 'give `settings` or `act`, not both');
  for (const name of ['with', 'as', 'save', 'expect', 'digest'] as const) {
    if (body.act === undefined && body[name] !== undefined) issue([name], `\`${name}\` needs an \`act\``);
  }
};

const stepInGroup = z.strictObject(stepFields).superRefine((body, context) => {
  checkStep(body, context);
  if (body.at !== undefined)
    context.addIssue({ code: 'custom', path: ['at'], message: 'a repeated step cannot come at one virtual time: use `delay` or `when`' });
});

export const step = z
  .strictObject({
    ...stepFields,
    steps: z.array(stepInGroup).min(1).optional().describe('Instead of an `act`: a group of steps that are repeated together'),
  })
  .superRefine((body, context) => {
    checkStep(body, context);
    const issue = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (body.steps === undefined) return;
    if (body.repeat === undefined) issue([], 'a group of steps needs `repeat`: without it, write the steps one after another');
    for (const name of ['act', 'settings'] as const) {
      if (body[name] !== undefined) issue([name], `a group of steps has no \`${name}\` of its own: make it one of its steps`);
    }
  });

export type StepSpec = z.output<typeof step>;

/** A step that is taken by itself, with its path in the file. */
type Leaf = readonly [path: readonly (string | number)[], step: StepSpec];

/** Lists every single step: the steps of groups instead of the groups. */
export const listLeaves = (steps: readonly StepSpec[], at: Leaf[0] = []): readonly Leaf[] =>
  steps.flatMap((one, k): readonly Leaf[] => {
    const path = [...at, 'steps', k];
    return one.steps === undefined ? [[path, one]] : listLeaves(one.steps, path);
  });
