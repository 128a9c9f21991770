/** One value that was seen of a quantity, times in milliseconds, and the run that it is of. */
export interface Seen {
  readonly value: unknown;
  readonly run: string;
  /** The total of a count. */
  readonly of?: number;
  /** After how long without use. */
  readonly after?: number;
}
