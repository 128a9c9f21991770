/**
 * When a recount has to look whether what must have happened has. Most instants change little, so most recounts need not look at them:
 * to compare two numbers costs less than to ask each.
 */
export class DueWatch {
  /** It looks as soon as time has passed this moment, in ms. */
  after = never;

  /** It looks once this instant is over. */
  set(): void {
    this.after = thisInstant;
  }

  /** It has looked, and need not until it is set again. */
  clear(): void {
    this.after = never;
  }
}

const never = Number.POSITIVE_INFINITY;

/** Before all times: whatever the time is, it passes that. */
const thisInstant = -1;
