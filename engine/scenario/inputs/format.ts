import { z } from 'zod';
import { clockPolicy } from '../../api/contract/clockPolicy.ts';
import { duration } from '../../api/contract/handler/handler.ts';
import { digest, id } from '../../api/contract/parts/id.ts';
import { noKeyName } from '../../api/contract/parts/noKey.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { actId, call, expectation } from '../format/callFormat.ts';
import { settingsSchema } from '../format/worldFormat.ts';

/** The most calls that one line may expand to. */
const timesMax = 1_000_000;

const at = duration.describe('When the input came, in virtual time');
const entry = z
  .string()
  .regex(/^\d{1,15}\/[0-9a-f]{8}$/, 'must be the number of an entry and 8 hex digits, as `podsim log record` writes them')
  .optional()
  .describe('Its entry in the log, and the fingerprint of the log up to there: checked if the file has a fingerprint');

const caller = z
  .union([
    z.string(),
    strictObject(() => ({ secret: z.string() })),
    z.strictObject({ digest }),
    strictObject(() => ({ because: z.enum(['missing', 'malformed', 'operator']) })),
  ])
  .describe(`The name of a key, or \`${noKeyName}\`; a secret, if no named key has it; or why there was no key`);

const unreadable = z
  .strictObject({ kind: z.enum(['malformed', 'too-large']), detail: z.string() })
  .optional()
  .describe('The call had a body that could not be read');

const callInput = strictObject(() => ({
  name: id.optional().describe('The name for `leave`'),
  at: z.union([at, z.array(duration).min(2).describe('An equal call at each of these times')]),
  times: z.int().min(2).max(timesMax).optional().describe('This many equal calls in a row'),
  act: actId,
  as: caller.optional().describe('The world’s first key unless given; the operator on the control plane'),
  with: call.extend({ unreadable }).optional(),
  request: z.string().optional().describe('Instead of `with`: the whole request as JSON, where YAML cannot hold it'),
  key: z.string().min(1).optional().describe('The key of its ids and draws; for several calls a range such as `load-1/1..20`'),
  save: z.record(id, z.string()).optional(),
  expect: expectation.optional(),
  entry,
})).superRefine((body, { addIssue }) => {
  const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
  const several = Array.isArray(body.at) || body.times !== undefined;
  if (Array.isArray(body.at) && body.times !== undefined) issue(['times'], '`times` needs a single time in `at`');
  if (body.request !== undefined && body.with !== undefined) issue(['request'], 'give `request` or `with`, not both');
  for (const name of ['name', 'save'] as const) {
    if (several && body[name] !== undefined) issue([name], `\`${name}\` is of one call`);
  }
});

const clockInput = strictObject(() => ({ clock: z.strictObject({ to: at }).describe('The clock was advanced'), entry }));
const countedInput = strictObject(() => ({
  at,
  counted: z
    .array(z.strictObject({ of: z.string(), window: duration, calls: z.int().min(1) }))
    .min(1)
    .describe('Calls that left no entry of their own, counted by the limits they count towards'),
  entry,
}));
const leaveInput = strictObject(() => ({
  at: at.optional(),
  leave: id.describe('The client of the call with that name disconnected before the answer'),
  entry,
}));
const seedInput = strictObject(() => ({ at, seed: z.string().describe('The seed of draws and new ids from then on'), entry }));
const settingsInput = strictObject(() => ({ at, settings: settingsSchema.describe('They apply from then on; the others stay'), entry }));
const policyInput = strictObject(() => ({ at, clockPolicy: clockPolicy.describe('How a server let time pass from then on'), entry }));

/** An external input, as a log has it. */
export const inputItem = z.union([callInput, clockInput, countedInput, leaveInput, seedInput, settingsInput, policyInput]);

export type InputItem = z.output<typeof inputItem>;
export type CallInput = z.output<typeof callInput>;
/** An input before it is read: durations are strings. */
export type InputWritten = z.input<typeof inputItem>;
export type CallWritten = z.input<typeof callInput>;
