import { z } from 'zod';
import { delays, needsDelay, strikesAt } from '../../cloud/fault/delays.ts';
import { type FaultAnswer, type FaultSpec, faultKinds } from '../../cloud/fault/events.ts';
import { matchable } from '../../cloud/fault/match.ts';
import { later, type VirtualTime } from '../../kernel/time.ts';
import { answerHeaders, answerStatus, duration } from './handler/handler.ts';
import { json } from './parts/json.ts';
import { strictObject } from './parts/objects.ts';
import { ratio } from './parts/share.ts';

const place = {
  endpoint: z.string().optional(),
  worker: z.string().optional(),
  pod: z.string().optional(),
  image: z.string().optional(),
  host: z.string().optional(),
  dataCenter: z.string().optional(),
  gpu: z.string().optional(),
};

/** An answer that a fault gives instead of the platform's, as a caller writes it. */
const answerWritten = strictObject(() => ({
  status: answerStatus.optional().describe('200 unless given'),
  headers: answerHeaders.optional().describe('Beside those of each answer; a content type fits the body unless given'),
  body: json.optional().describe('A text is sent as it is, any other value as JSON; empty unless given'),
  effect: z.boolean().optional().describe('false: the call is not carried out; it is, unless given'),
}));

/** A fault as scenarios and the control plane write it. `operation` reads the ids of operations that a fault may strike. */
export const faultWritten = (operation: z.ZodType<string>) =>
  strictObject(() => ({
    fault: z.enum(faultKinds),
    match: z
      .strictObject({ ...place, operation: operation.optional() })
      .optional()
      .describe(
        `What it may strike; everything unless given. ${Object.entries(matchable)
          .map(([kind, parts]) => `${kind}: by ${parts.join(', ')}`)
          .join('. ')}`,
      ),
    at: duration.optional().describe(`${strikesAt.join(', ')}: strike once, at this time`),
    window: z.strictObject({ from: duration.optional(), to: duration.optional() }).optional(),
    chance: ratio.optional().describe('The chance that each trial is struck; always unless given'),
    limit: z.int().min(1).optional().describe('The most strikes it may make'),
    delay: duration.optional().describe(
      Object.entries(delays)
        .map(([kind, { about }]) => `${kind}: ${about}`)
        .join('. '),
    ),
    status: z.int().min(400).max(599).optional().describe('api-error: the status it answers; 503 unless given'),
    answer: answerWritten.optional().describe('answer-is: what the calls that it strikes are answered'),
  })).superRefine((body, { addIssue }) => {
    const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
    if (body.delay === undefined && needsDelay(body.fault)) issue([], `${body.fault} needs \`delay\``);
    if (body.delay !== undefined && delays[body.fault] === undefined)
      issue(['delay'], `\`delay\` belongs to ${Object.keys(delays).join(', ')}`);
    if (body.status !== undefined && body.fault !== 'api-error') issue(['status'], '`status` belongs to api-error');
    if (body.answer !== undefined && body.fault !== 'answer-is') issue(['answer'], '`answer` belongs to answer-is');
    if (body.answer === undefined && body.fault === 'answer-is') issue([], 'answer-is needs `answer`: a status, headers and a body');
    if (body.answer?.body !== undefined && bodiless.includes(body.answer.status ?? 200))
      issue(['answer', 'body'], `an answer ${body.answer.status} has no body`);
    if (body.at !== undefined && (!strikesAt.includes(body.fault) || body.window !== undefined))
      issue(['at'], `\`at\` belongs to ${strikesAt.join(', ')}, and stands instead of a window`);
    if (body.fault === 'quota-cut' && body.at === undefined) issue([], 'quota-cut needs `at`: when the platform looks for idle endpoints');
    if (body.window?.to !== undefined && body.window.to < (body.window.from ?? 0)) issue(['window', 'to'], 'must not be before `from`');
    if (body.at === undefined && body.window?.to === undefined && body.limit === undefined)
      issue([], 'would never end: give `window.to`, `limit`, or `at`');
  });

/** The statuses whose answers end with their head. */
const bodiless: readonly number[] = [204, 205, 304];

export type FaultWritten = z.output<ReturnType<typeof faultWritten>>;

/** The fault that was written, as a world takes it. Its times count from its injection; for a scenario's own faults, from the start. */
export const readFaultSpec = (
  { fault, match, at, window, chance, limit, delay, status, answer }: FaultWritten,
  injectedAt: VirtualTime,
): FaultSpec => ({
  fault,
  match: Object.fromEntries(Object.entries(match ?? {}).filter(([, value]) => value !== undefined)),
  from: later(injectedAt, at ?? window?.from ?? 0),
  atOnce: at !== undefined || fault === 'host-failure',
  until: window?.to === undefined ? null : later(injectedAt, window.to),
  chance: chance ?? null,
  limit: limit ?? (at === undefined || fault === 'quota-cut' ? null : 1),
  delayMs: delay ?? 0,
  status: status ?? 503,
  ...(answer === undefined ? {} : { answer: readAnswer(answer) }),
});

const readAnswer = ({ status = 200, headers = {}, body, effect = true }: z.output<typeof answerWritten>): FaultAnswer => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text])),
  ...(body === undefined ? {} : { body }),
  effect,
});

/** An answer that a fault gives, as the log stores it. */
export const faultAnswer = strictObject(() => ({
  status: answerStatus,
  headers: answerHeaders,
  body: json.optional(),
  effect: z.boolean(),
}));

/** A fault as the control plane shows it. */
export const faultResource = strictObject(() => ({
  id: z.string(),
  status: z.enum(['WAITING', 'ACTIVE', 'ENDED']),
  strikes: z.int().min(0).describe('How many times it has struck'),
  fault: z.enum(faultKinds),
  match: z.strictObject({ ...place, operation: z.string().optional() }),
  from: z.iso.datetime(),
  until: z.iso.datetime().nullable().describe('null: until its limit is reached'),
  chance: z.string().nullable().describe('null: it strikes every time'),
  limit: z.int().nullable().describe('null: it strikes as often as its window allows'),
  delay: z.string().optional(),
  answers: z.int().optional().describe('api-error, answer-is: the status it answers'),
  answer: faultAnswer.optional().describe('answer-is: what it answers'),
}));
