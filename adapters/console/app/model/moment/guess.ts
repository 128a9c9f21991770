/** A time with a name, drawn across the tape. */
export interface Guess {
  readonly at: number;
  readonly name: string;
  readonly kind: 'yours' | 'happened';
}
