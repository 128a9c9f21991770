import type { CountDistribution } from './distribution.ts';

/** How many tokens the jobs of an endpoint read and write. */
export interface TokenSizes {
  readonly prompt: TokenSize;
  readonly output: TokenSize;
}

/** Always as many, as many as are drawn, or as many as the input of the job says. */
export type TokenSize = number | CountDistribution | SizeInInput;

export interface SizeInInput {
  /** Where in the input: `input.max_tokens`. */
  readonly of: string;
  /** Of an input that says nothing there; absent = such a job fails. */
  readonly else?: number;
}

export const isSize = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most;
