import { z } from 'zod';
import { duration } from '../../api/contract/handler/handler.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { shareText } from '../../api/contract/parts/share.ts';
import { formatDuration } from '../../kernel/time.ts';
import { longerThanNothing, rateOrNone } from '../format/words.ts';
import { countBlocks } from './resample.ts';

/** The most pieces: a quarter of an hour each, for four weeks. */
const piecesMax = 2_688;

export const pieces = z
  .array(strictObject(() => ({ at: duration.describe('From when on, after the load’s start'), rate: rateOrNone })))
  .min(1, 'must have one piece or more')
  .max(piecesMax, `must have ${piecesMax} pieces or fewer`);

const timesWords = 'must be a number such as 4 or 0.5';
export const bursts = strictObject(() => ({
  states: z
    .array(
      z.strictObject({
        times: z.number(timesWords).min(0, timesWords).max(10_000, 'must be 10000 or less').describe('So many times the rate'),
        for: duration
          .refine((ms) => ms >= 1_000, 'must be a second or longer')
          .describe('How long it lasts on average, exponentially distributed'),
      }),
    )
    .min(2, 'must have two states or more')
    .max(8, 'must have eight states or fewer'),
}));
export const scale = z
  .union([z.number(), shareText], { error: 'must be a number such as 1.2, or a percentage such as 80%' })
  .refine((value) => value >= 0.001, 'must be 0.001 or more')
  .refine((value) => value <= 1_000, 'must be 1000 or less');
export const resample = z.union([
  z.literal('none'),
  strictObject(() => ({ block: longerThanNothing.describe('How long each block is, such as 1d: what happens within it stays as it was') })),
]);

/** The rate of a load, as written. */
interface LoadRates {
  readonly poisson?: object | undefined;
  readonly piecewise?: z.output<typeof pieces> | undefined;
  readonly every?: number | undefined;
  readonly trace?: readonly number[] | undefined;
  readonly bursts?: z.output<typeof bursts> | undefined;
  readonly scale?: number | undefined;
  readonly resample?: z.output<typeof resample> | undefined;
}

type TellIssue = (path: string[], message: string) => void;

/** Describes contradictions between the pieces, bursts and scale of a load. */
export const checkRates = (body: LoadRates, issue: TellIssue): void => {
  checkPieces(body, issue);
  checkModulation(body, issue);
  checkResampling(body, issue);
};

const checkPieces = ({ piecewise, every }: LoadRates, issue: TellIssue): void => {
  if (piecewise === undefined) {
    if (every !== undefined) issue(['every'], '`every` belongs to `piecewise`; a burst has its own `burst.every`');
    return;
  }
  const place = (k: number) => ['piecewise', String(k), 'at'];
  for (const [k, { at }] of piecewise.entries()) {
    const before = piecewise[k - 1]?.at;
    if (k === 0 && at !== 0) issue(place(k), 'the first piece begins at 0s: give it a rate from there, which may be 0/s');
    else if (before !== undefined && at <= before)
      issue(place(k), `must be later than the piece before, which begins at ${formatDuration(before)}`);
    else if (every !== undefined && at >= every)
      issue(place(k), `never begins: the pieces begin again after \`every: ${formatDuration(every)}\``);
  }
  if (piecewise.every(({ rate }) => rate.count === 0)) issue(['piecewise'], 'no call would ever come: one rate must be more than nothing');
};

const checkModulation = ({ poisson, piecewise, trace, bursts, scale }: LoadRates, issue: TellIssue): void => {
  const hasRate = (poisson ?? piecewise) !== undefined;
  if (bursts !== undefined && !hasRate) issue(['bursts'], 'change the rate of `poisson` or `piecewise`: give one of them');
  if (bursts?.states.every(({ times }) => times === 0) === true)
    issue(['bursts', 'states'], 'no call would ever come: one state must have `times` above 0');
  if (scale === undefined) return;
  if (!hasRate && trace === undefined)
    issue(['scale'], 'scales the rate of `poisson` or `piecewise`, or thins a `trace`: give one of them');
  else if (trace !== undefined && scale > 1) issue(['scale'], 'of a `trace` is the share of calls that is kept: 1 or less');
};

const checkResampling = ({ trace, resample = 'none' }: LoadRates, issue: TellIssue): void => {
  if (trace === undefined && resample !== 'none')
    issue(['resample'], 'draws blocks of a `trace`: give one, or say how calls come by chance');
  if (trace === undefined || resample === 'none') return;
  const last = trace.reduce((most, at) => Math.max(most, at), 0);
  if (countBlocks(last, resample.block) >= 2) return;
  issue(['resample', 'block'], `the trace, of ${formatDuration(last)}, has less than two such blocks: give a shorter one`);
};
