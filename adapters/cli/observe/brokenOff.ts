import type { Heard } from './asking.ts';

/** Why nothing more is observed, as an observation has it; and for the person who asked, with what to do. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
  readonly advice: string;

  constructor(reason: string, advice: string = reason) {
    super(reason);
    this.advice = advice;
  }
}

/** What another try may mend. */
export type Silence = Extract<Heard, { kind: 'later' | 'nothing' }>;

export const isSilence = (heard: Heard | undefined): heard is Silence => heard?.kind === 'later' || heard?.kind === 'nothing';

/** A refusal says what to do; an answer that is of something else comes from another server. */
export const refuse = (heard: Heard | undefined, otherwise: string): BrokenOff =>
  heard?.kind === 'refusal'
    ? new BrokenOff(heard.reason, heard.words)
    : new BrokenOff(otherwise, `${otherwise}: give the address of its queue API, such as https://api.runpod.ai`);
