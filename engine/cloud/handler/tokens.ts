import type { TokenSizes } from './tokenSizes.ts';

/**
 * How a worker makes tokens for many sequences at once (handler.tokens), as servers of language models do. Times are in whole nanoseconds,
 * memory in tokens.
 */
export interface BatchRates {
  /** How long a token of a prompt is read. */
  readonly prefillNs: number;
  /** How long a step takes in which one sequence gains a token. */
  readonly decodeNs: number;
  /** How much longer it takes for each further sequence. */
  readonly slopeNs: number;
  /** How many sequences are in memory at most. */
  readonly most: number;
  /** How many tokens of prompts and answers are in memory at most. */
  readonly memory: number;
}

/** The tokens that an endpoint's jobs read and write, and the speed of both. */
export interface TokenSpec extends BatchRates, TokenSizes {}

/** The tokens that one attempt reads and writes. */
export interface TokenCounts {
  readonly prompt: number;
  readonly output: number;
}

export const pickRates = ({ prefillNs, decodeNs, slopeNs, most, memory }: BatchRates): BatchRates => ({
  prefillNs,
  decodeNs,
  slopeNs,
  most,
  memory,
});

export const nsPerMs = 1_000_000;

/**
 * The units in a token. Every whole number up to 16 divides it, so steps of that many whole milliseconds lose nothing; with other lengths,
 * a sequence loses less than a unit a millisecond.
 */
export const unitsPerToken = 720_720_000;

/** The units that each sequence gains in a millisecond of steps, by the number of sequences: whole, and at least one. */
export const unitsGained = ({ decodeNs, slopeNs }: BatchRates, sequences: number): number =>
  sequences === 0 ? 0 : Math.floor((unitsPerToken * nsPerMs) / (decodeNs + slopeNs * (sequences - 1)));

/** The time of a lone sequence, in ms: no prompt is read meanwhile, and no other sequence shares its steps. */
export const msAlone = ({ prefillNs, decodeNs }: BatchRates, { prompt, output }: TokenCounts): number =>
  Math.ceil((prompt * prefillNs + output * decodeNs) / nsPerMs);

/** All sums of units stay exact below these: 10 million tokens in memory, a million written by one, 100 ms for one that is read, 10 s for a step. */
export const memoryMax = 10_000_000;
export const outputMax = 1_000_000;
export const prefillMaxNs = 100 * nsPerMs;
export const stepMaxNs = 10_000 * nsPerMs;
/** A step of a microsecond or more. */
export const stepMinNs = 1_000;

/** As many sequences as vLLM takes into a batch by default (`max_num_seqs`). */
export const batchMost = 256;
