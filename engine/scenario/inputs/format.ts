import { z } from 'zod';
import { duration } from '../../api/contract/handler.ts';
import { id } from '../../api/contract/id.ts';
import { actId, call, expectation } from '../callFormat.ts';
import { settingsSchema } from '../worldFormat.ts';

/** So many calls alike may stand in one line. */
const timesMax = 1_000_000;

const at = duration.describe('When it came, in virtual time');
const entry = z
  .string()
  .regex(/^\d{1,15}\/[0-9a-f]{8}$/, 'must be the number of an entry and 8 hex digits, as `podsim record` writes them')
  .optional()
  .describe('Where it stands in the log, and what the fingerprint of the log is there: looked at where the file has a fingerprint');

const caller = z
  .union([z.string(), z.strictObject({ secret: z.string() }), z.strictObject({ because: z.enum(['missing', 'malformed', 'operator']) })])
  .describe('The name of a key, or `nobody`; a secret that no key of that name has; or why there was none');

const unreadable = z
  .strictObject({ kind: z.enum(['malformed', 'too-large']), detail: z.string() })
  .optional()
  .describe('There was a body, and it could not be read');

const callInput = z
  .strictObject({
    name: id.optional().describe('What `leave` calls it'),
    at: z.union([at, z.array(duration).min(2).describe('A call alike at each of these times')]),
    times: z.int().min(2).max(timesMax).optional().describe('So many calls alike, one behind the other'),
    act: actId,
    as: caller.optional().describe('The world’s first key unless given; on the control plane its operator'),
    with: call.extend({ unreadable }).optional(),
    request: z.string().optional().describe('Instead of `with`: the whole request as JSON, where YAML cannot hold it'),
    key: z.string().min(1).optional().describe('What its ids and draws are keyed by; of several calls `load-1/1..20`'),
    save: z.record(id, z.string()).optional(),
    expect: expectation.optional(),
    entry,
  })
  .superRefine((body, { addIssue }) => {
    const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
    const several = Array.isArray(body.at) || body.times !== undefined;
    if (Array.isArray(body.at) && body.times !== undefined) issue(['times'], '`times` belongs to one time');
    if (body.request !== undefined && body.with !== undefined) issue(['request'], '`request` stands instead of `with`');
    for (const name of ['name', 'save'] as const) {
      if (several && body[name] !== undefined) issue([name], `\`${name}\` is of one call`);
    }
  });

const clockInput = z.strictObject({ clock: z.strictObject({ to: at }).describe('Somebody moved the clock'), entry });
const countedInput = z.strictObject({
  at,
  counted: z
    .array(z.strictObject({ of: z.string(), window: duration, calls: z.int().min(1) }))
    .min(1)
    .describe('So many calls that left nothing else in the log count towards these limits'),
  entry,
});
const leaveInput = z.strictObject({ leave: id.describe('The client of the call of that name went away before its answer'), entry });
const seedInput = z.strictObject({ at, seed: z.string().describe('What draws and new ids follow from then on'), entry });
const settingsInput = z.strictObject({ at, settings: settingsSchema.describe('They hold from then on, the others as before'), entry });

/** Something that came from outside, as a log has it. */
export const inputItem = z.union([callInput, clockInput, countedInput, leaveInput, seedInput, settingsInput]);

export type InputItem = z.output<typeof inputItem>;
export type CallInput = z.output<typeof callInput>;
/** An input before it is read: durations are text. */
export type InputWritten = z.input<typeof inputItem>;
export type CallWritten = z.input<typeof callInput>;
