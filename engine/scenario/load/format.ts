import { z } from 'zod';
import { duration } from '../../api/contract/handler/handler.ts';
import { distribution } from '../../api/contract/parts/distribution.ts';
import { id } from '../../api/contract/parts/id.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { findOperation } from '../../api/operations.ts';
import { memoryMax, outputMax } from '../../cloud/handler/tokens.ts';
import { formatDuration } from '../../kernel/time.ts';
import { actId, call } from '../format/callFormat.ts';
import { longerThanNothing, rate } from '../format/words.ts';
import { bursts, checkRates, pieces, resample, scale } from './rateFormat.ts';

const attemptsMax = 1_000;

/** How often a client tries, and how long it waits before each retry. */
const retryFields = {
  attempts: z
    .int('must be a whole number: how many attempts are made at most, the first included')
    .min(2, 'counts the first attempt too: give 2 or more')
    .max(attemptsMax, `must be ${attemptsMax} attempts or fewer`)
    .default(3)
    .describe('How many attempts are made at most, the first included; 3 unless given'),
  backoff: z.enum(['constant', 'exponential']).optional().describe('How delays grow; without it every retry comes at once'),
  delay: longerThanNothing.optional().describe('Before the first retry; 1s unless given'),
  factor: z
    .number('must be a number such as 2: each delay is the previous one times this')
    .min(1, 'must be 1 or more: delays never shrink')
    .max(100, 'must be 100 or less')
    .optional()
    .describe('Of an exponential backoff: each delay is the previous one times this; 2 unless given'),
  max: longerThanNothing.optional().describe('Of an exponential backoff: the longest delay; 1m unless given'),
  jitter: z
    .enum(['full', 'equal'])
    .optional()
    .describe('`full`: each delay is drawn from nothing to its whole length; `equal`: from half of it to all of it'),
};

interface Retries {
  readonly backoff?: 'constant' | 'exponential' | undefined;
  readonly delay?: number | undefined;
  readonly factor?: number | undefined;
  readonly max?: number | undefined;
  readonly jitter?: string | undefined;
}

const checkRetries = (retries: Retries, { addIssue }: z.RefinementCtx): void => {
  const { backoff, delay, max } = retries;
  const issue = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message });
  for (const name of ['delay', 'factor', 'max', 'jitter'] as const) {
    if (retries[name] === undefined) continue;
    if (backoff === undefined) issue(name, `\`${name}\` belongs to a \`backoff\`: give \`backoff: constant\` or \`exponential\``);
    else if (backoff === 'constant' && (name === 'factor' || name === 'max'))
      issue(name, `\`${name}\` belongs to \`backoff: exponential\`; constant delays never grow`);
  }
  if (delay !== undefined && max !== undefined && max < delay)
    issue('max', `the longest delay, ${formatDuration(max)}, is shorter than the first, ${formatDuration(delay)}`);
};

const onFailure = strictObject(() => ({
  retry: z
    .enum(['client', 'job'], 'must be `client` (submits a new job) or `job` (the platform’s retry of the same job)')
    .describe('`client` submits a new job; `job` asks the platform to retry the same one'),
  ...retryFields,
})).superRefine(checkRetries);

const onRefusal = strictObject(() => ({
  obeyRetryAfter: z.boolean().optional().describe('Waits as long as the `Retry-After` of the answer says, if it has one'),
  ...retryFields,
})).superRefine(checkRetries);

/** A call of a user of a load. */
const loadStep = strictObject(() => ({
  delay: duration.optional().describe('This long after the call before was answered and its job ended'),
  act: actId,
  with: call.optional(),
  save: z.record(id, z.string()).optional().describe('Variables of this user from the answer’s body: { pod: id }'),
}));

/** In a file, both may also be a column of another one (`tables/`). */
export const arrivalTimes = z.array(duration).min(1);
export const jobDurations = z.array(duration).min(1);
const tokenCount = (most: number) => z.int().min(1).max(most);
export const jobTokens = z.array(strictObject(() => ({ prompt: tokenCount(memoryMax), output: tokenCount(outputMax) }))).min(1);

const models = ['constant', 'poisson', 'renewal', 'ramp', 'piecewise', 'burst', 'trace', 'closed'] as const;

export const load = strictObject(() => ({
  name: id.optional().describe('The key of its calls and draws; by default its target, such as run/ep-a#1'),
  act: actId.optional().describe('Any operation; run unless given'),
  as: z.string().optional(),
  with: call.optional(),
  steps: z.array(loadStep).min(1).optional().describe('Instead of `act` and `with`: the calls that each user makes, in order'),
  mayBeRefused: z.boolean().optional().describe('Refusals do not fail the run'),
  onFailure: onFailure.optional().describe('What a client does when its job has failed, timed out, or is gone before it ended'),
  onRefusal: onRefusal.optional().describe('What a client does when an answer is 429 or 5xx'),
  giveUpAfter: longerThanNothing
    .optional()
    .describe('How long after its first attempt a client waits for the answer and the job, retries included; the job itself goes on'),
  start: duration.optional().describe('When the load begins; at once unless given'),
  for: duration.optional().describe('How long the load lasts'),
  exactly: z.int().min(1).max(10_000_000).optional().describe('How many calls it makes in total, retries not counted'),
  constant: z.strictObject({ every: longerThanNothing }).optional(),
  poisson: z.strictObject({ rate }).optional(),
  renewal: z
    .strictObject({ interarrival: distribution.describe('From one call to the next, and from the start to the first') })
    .optional()
    .describe('Calls after times that are drawn, each from the same distribution; a Poisson process is one with exponential times'),
  ramp: z
    .strictObject({ from: rate, to: rate, over: longerThanNothing })
    .optional()
    .describe('A rate that changes from one to another; it holds the last one if `for` or `exactly` goes on for longer'),
  piecewise: pieces.optional().describe('Calls at random, at a rate that changes in steps: a Poisson process, piece by piece'),
  every: longerThanNothing.optional().describe('Of `piecewise`: how long its pieces take until they begin again, such as 1d'),
  bursts: bursts.optional().describe('Of `poisson` and `piecewise`: for random times the rate is so many times as high, or as low'),
  scale: scale.optional().describe('Times the rate of `poisson` and `piecewise`; of a `trace` the share that is kept, drawn call by call'),
  resample: resample
    .optional()
    .describe('Of a `trace`: each play has other blocks of it, drawn with its seed; `none`: it is played as it is, in a study, too'),
  burst: z
    .strictObject({
      size: z.int().min(1).max(1_000_000),
      every: longerThanNothing.optional(),
    })
    .optional(),
  trace: arrivalTimes.optional().describe('Arrival times after the load’s start: a list, or a column of a file'),
  durations: jobDurations
    .optional()
    .describe('How long jobs take: those of the n-th client as long as the n-th value; a list, or a column of a file'),
  tokens: jobTokens
    .optional()
    .describe('How many tokens jobs read and write: those of the n-th client as many as the n-th row; a list, or two columns of a file'),
  closed: z
    .strictObject({ users: z.int().min(1).max(100_000), thinkTime: distribution })
    .optional()
    .describe('Users who wait for the answer and the job, think, and call again'),
})).superRefine((body, { addIssue }) => {
  const issue = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
  if (models.filter((name) => body[name] !== undefined).length !== 1) issue([], `a load has exactly one of ${models.join(', ')}`);
  const endless =
    (body.constant ?? body.poisson ?? body.renewal ?? body.piecewise ?? body.closed) !== undefined || body.burst?.every !== undefined;
  if (endless && body.exactly === undefined && body.for === undefined) issue([], 'the load would never end: give `exactly` or `for`');
  for (const name of ['act', 'with'] as const) {
    if (body.steps !== undefined && body[name] !== undefined) issue([name], `\`steps\` replace \`act\` and \`with\`: remove \`${name}\``);
  }
  if (body.steps === undefined && body.with === undefined) issue([], "missing property 'with' (or steps)");
  const possible =
    (isByChance(body) ? undefined : body.trace?.length) ??
    (body.burst !== undefined && body.burst.every === undefined ? body.burst.size : undefined);
  if (body.exactly !== undefined && possible !== undefined && possible < body.exactly)
    issue(
      ['exactly'],
      `the load makes only ${possible} calls: ${body.trace === undefined ? 'give `burst.every`' : 'give more times in `trace`'}`,
    );
  checkRates(body, issue);
  checkDurations(body, issue);
  if (body.onFailure !== undefined && !listLoadCalls(body).some(submitsJob))
    issue(['onFailure'], 'is about jobs: use it with run or runsync; for refused calls there is `onRefusal`');
});

const checkDurations = (
  body: Pick<LoadSpec, 'act' | 'with' | 'steps' | 'durations' | 'tokens'>,
  issue: (path: string[], message: string) => void,
): void => {
  for (const [name, given, says] of [
    ['durations', 'duration', 'how long each job takes'],
    ['tokens', 'tokens', 'how many tokens each job reads and writes'],
  ] as const) {
    if (body[name] === undefined) continue;
    const works = listLoadCalls(body).filter(runsHandler);
    if (works.length === 0) issue([name], 'is about jobs and requests: use it with run, runsync or requestEndpoint');
    for (const { with: { handler } = {} } of works) {
      if (handler !== undefined && (typeof handler === 'string' || Object.hasOwn(handler as object, given)))
        issue([name], `says ${says}: remove the \`${given}\` of the call’s \`handler\``);
    }
  }
  if (body.durations !== undefined && body.tokens !== undefined) issue(['tokens'], 'say how long each job takes: remove `durations`');
};

export type LoadSpec = z.output<typeof load>;
/** How a client retries. */
export type RetrySpec = Omit<z.output<typeof onFailure>, 'retry'>;
/** One of the calls that each user of a load makes. */
export type LoadCall = z.output<typeof loadStep>;

/** The calls that each user of a load makes, in order. */
export const listLoadCalls = ({ act = 'run', with: written, steps }: Pick<LoadSpec, 'act' | 'with' | 'steps'>): readonly LoadCall[] =>
  steps ?? [{ act, with: written }];

/** Whether only a run can tell how many calls it makes. */
export const isByChance = ({ poisson, renewal, piecewise, closed, trace, scale, resample = 'none' }: LoadSpec): boolean =>
  (poisson ?? renewal ?? piecewise ?? closed) !== undefined || (trace !== undefined && (scale !== undefined || resample !== 'none'));

/** Whether a call submits a job, so that its client can wait for one. */
export const submitsJob = ({ act }: Pick<LoadCall, 'act'>): boolean => act === 'run' || act === 'runsync';

/** Whether a handler runs for a call, which the call may change. */
export const runsHandler = ({ act }: Pick<LoadCall, 'act'>): boolean =>
  act !== undefined && (submitsJob({ act }) || findOperation(act)?.passesOn === true);

/** Describes the problem of an `exactly` that a load does not reach. */
export const tooFewCalls = (made: number, { exactly, for: lasts }: LoadSpec): string =>
  `the load makes only ${made} of ${exactly} calls${lasts === undefined ? '' : ` in its \`for: ${formatDuration(lasts)}\`; give a longer one, or leave it out`}`;
