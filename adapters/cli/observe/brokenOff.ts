import { pluralize } from '../../../engine/process/index.ts';
import type { Heard } from './asking.ts';

/** The reason why the observation ends, for its file; and for the person at the terminal, with advice. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
  readonly advice: string;

  constructor(reason: string, advice: string = reason) {
    super(reason);
    this.advice = advice;
  }
}

/** The same, with the fate of the jobs that had not ended. */
export const tellCancelled = ({ message, advice }: BrokenOff, open: number, uncancelled: number): BrokenOff => {
  if (open === 0) return new BrokenOff(message, advice);
  const words =
    uncancelled === 0
      ? `${pluralize(open, 'job')} that had not ended ${open === 1 ? 'was' : 'were'} cancelled`
      : `${uncancelled} of ${pluralize(open, 'job')} that had not ended could not be cancelled: the ttl ends what is left`;
  return new BrokenOff(`${message}; ${words}`, `${advice}. ${words.charAt(0).toUpperCase()}${words.slice(1)}`);
};

/** Problems that another try may mend. */
export type Silence = Extract<Heard, { kind: 'later' | 'nothing' }>;

export const isSilence = (heard: Heard | undefined): heard is Silence => heard?.kind === 'later' || heard?.kind === 'nothing';

/** A refusal says what to do; an answer in any other form is from another server. */
export const refuse = (heard: Heard | undefined, otherwise: string): BrokenOff =>
  heard?.kind === 'refusal'
    ? new BrokenOff(heard.reason, heard.words)
    : new BrokenOff(otherwise, `${otherwise}: give the address of its queue API, such as https://api.runpod.ai`);

/** Calls in a row that came to nothing, before the recorder ends. */
const failuresMax = 5;
/** Of an endpoint that has never answered: its address may be wrong. */
const failuresMaxAtFirst = 2;
/** The longest wait that an endpoint may ask for. */
const waitMsMax = 60_000;

interface Tries {
  /** How many calls in a row came to nothing. */
  readonly failures: number;
  readonly hasAnswered: boolean;
  readonly everyMs: number;
  readonly queue: string;
}

/** The wait before the next try, in ms. Throws if there is to be none. */
export const waitAfter = (heard: Silence, { failures, hasAnswered, everyMs, queue }: Tries): number => {
  const { words } = heard;
  if (failures >= failuresMax) throw new BrokenOff(`${words}, ${failuresMax} times in a row: try again later`);
  if (heard.kind === 'nothing' && !hasAnswered && failures >= failuresMaxAtFirst)
    throw new BrokenOff(words, `${words}: check that ${queue} is the address of its queue API, and that this machine reaches it`);
  const ms = heard.kind === 'later' ? heard.waitMs : everyMs;
  if (ms > waitMsMax) throw new BrokenOff(`${words}, and asks to wait ${Math.ceil(ms / 1_000)} s: try again after that`);
  return ms;
};
