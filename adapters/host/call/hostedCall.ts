import type { Answer, Operation } from '../../../engine/api/index.ts';
import type { StateChange } from '../../../engine/cloud/index.ts';
import type { VirtualTime } from '../../../engine/kernel/index.ts';
import type { Input } from '../../../engine/world/index.ts';
import type { BodyText } from './bodyText.ts';
import type { Work } from './turns.ts';

/** A call under way. `leave` says that its client went away before the answer. */
export interface Underway {
  readonly leave: () => void;
}

/** Handles a call without a result: the work threw, or was refused. */
export interface Asking extends Pick<Work, 'fail' | 'refuse'> {
  /** It must not be dropped midway: the operation itself checks whether its result is still awaited. */
  readonly endsItself?: true | undefined;
}

/** The position of a world when it gave an answer. */
export interface Stamp {
  readonly world: string;
  /** Virtual time, in ms since 1970. */
  readonly instant: number;
  /** The newest entry of the log. */
  readonly seq: number;
  /** The newest durable entry; given only while later entries cannot be written. */
  readonly kept?: number;
}

/** Sends an answer, and returns the text of its body. `text`: the body, if it was long and is serialized already. */
export type Respond = (answer: Answer, stamp: Stamp, text?: BodyText | undefined) => BodyText | undefined;

/** Observes a world: `next` is called for every change, `onQuiescent` each time the world becomes quiescent. */
export interface Watcher {
  readonly next: (change: StateChange) => void;
  readonly onQuiescent?: () => void;
}

/** Receives each call as it arrives. Returns the call to make instead and a listener for its answer, or the reason why it gets none. */
export type Tap = (row: Operation, input: Input) => TappedCall;

interface TappedCall {
  readonly input: Input;
  /** `withheld`: the call has had its effect, and its client gets no answer. */
  readonly answered: (answer: Answer) => 'withheld' | undefined;
  readonly failed: (error: unknown) => void;
  /** The client has its answer, or has gone. */
  readonly onLeave?: () => void;
}

/** Handles a call: the rest of a hosted world's work on it. */
export type TakeCall = (input: Input, respond: Respond, fail: (error: unknown) => void) => Underway | undefined;

/** Handles a call whose answer an observer wants, too. */
export const takeTapped = (
  { input, answered, failed, onLeave }: TappedCall,
  take: TakeCall,
  respond: Respond,
  fail: (error: unknown) => void,
): Underway | undefined => {
  const tell: Respond = (answer, ...more) => (answered(answer) === 'withheld' ? undefined : respond(answer, ...more));
  const broke = (error: unknown): void => {
    failed(error);
    fail(error);
  };
  const underway = take(input, tell, broke);
  if (onLeave === undefined) return underway;
  return {
    leave: () => {
      underway?.leave();
      onLeave();
    },
  };
};

/** A call, from its arrival to its answer. */
export class HostedCall {
  readonly respond: Respond;
  /** Its id while it is pending. */
  callId: string | undefined;
  /** When the call reaches the world, if not on arrival. */
  arrivesAt: VirtualTime | undefined;
  /** Its client has disconnected. */
  isAbandoned = false;

  constructor(respond: Respond) {
    this.respond = respond;
  }
}
