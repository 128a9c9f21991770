import type { Operation } from '../../../../engine/api/index.ts';
import { sayDuration } from '../../../../engine/kernel/index.ts';
import { type BrokenProperty, Choice } from '../../../../engine/lab/explorer/index.ts';

/** The property that a client waits for no answer for ever. */
export const callsTimeOut = 'calls-time-out';

/** One of so many calls is it whose answer is withheld: a client that makes fewer meets it less often. */
const callsUpTo = 4;

/**
 * Withholds one answer in half of the runs: the call has had its effect, and its connection stays open. No timer of a command can be seen,
 * so one that still waits after this time is taken to have no timeout.
 */
export class Withholding {
  /** What is wrong with the client, once it has waited for too long. */
  broken: BrokenProperty | undefined;
  readonly #ms: number;
  readonly #call: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(seed: string, ms: number) {
    const choice = new Choice(seed, 'withheld');
    this.#ms = ms;
    this.#call = choice.happens(1, 2) ? choice.of(Array.from({ length: callsUpTo }, (_, k) => k + 1)) : undefined;
  }

  /** Whether the answer to the call with that number is withheld, from now on. */
  withholds(number: number, { id }: Operation): boolean {
    if (number !== this.#call) return false;
    this.#timer = setTimeout(() => {
      const words =
        `call ${number} (${id}) got no answer, and the client waited for all of the ${sayDuration(this.#ms)} for ` +
        'which it was withheld. Give each call a timeout; if it has one, and longer, withhold answers for longer: --withhold 45s';
      this.broken = { property: callsTimeOut, words, shape: id };
    }, this.#ms);
    return true;
  }

  /** The client of that call has gone. */
  endFor(number: number): void {
    if (number === this.#call) this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
