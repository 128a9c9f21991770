/** One value that was seen of a quantity, times in milliseconds, and the run that it is of. */
export interface Seen {
  readonly value: unknown;
  readonly run: string;
  /** The image that it is of; the values of one run are of one image unless its observation says otherwise. */
  readonly image: string;
  /** The total of a count. */
  readonly of?: number;
  /** It was given up before it ended. */
  readonly isOpen?: true;
  /** After how long without use. */
  readonly after?: number;
  /** The standard deviation of the logarithms of the sample that it is the median of, and the size of the sample. */
  readonly scatter?: { readonly deviation: number; readonly count: number };
}
