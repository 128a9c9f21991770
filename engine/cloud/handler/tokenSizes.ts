import type { CountDistribution } from './distribution.ts';

/** How many tokens the jobs of an endpoint read and write. */
export interface TokenSizes {
  readonly prompt: TokenSize;
  readonly output: TokenSize;
}

/** The number of tokens: constant, drawn, or read from the job's input. */
export type TokenSize = number | CountDistribution | SizeInInput;

export interface SizeInInput {
  /** The path in the input: `input.max_tokens`. */
  readonly of: string;
  /** The number for inputs without that field; if absent, such a job fails. */
  readonly else?: number;
}

export const isSize = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most;
