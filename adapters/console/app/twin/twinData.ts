/** What the page of a twin is made with: each fit as numbers beside the data. Times in ms. */
export interface TwinPageData {
  readonly engine: string;
  readonly title: string;
  /** What import prints: what was understood, tried and chosen. */
  readonly report: readonly string[];
  readonly arrivals: ArrivalPicture | null;
  readonly service: QuantilePicture | null;
  readonly starts: StartPicture | null;
  readonly backtest: readonly BacktestPicture[];
  /** Why there is no backtest; null where there is one. */
  readonly noBacktest: string | null;
}

export interface ArrivalPicture {
  readonly words: string;
  /** What the first hour is called, and how many there are in a day or a week. */
  readonly period: 'day' | 'week';
  /** Jobs an hour that were seen in each hour of the period; null where the records do not have it. */
  readonly seen: readonly (number | null)[];
  /** And the rate that was fitted. */
  readonly fitted: readonly number[];
}

/** Quantiles of the data, each beside that of the distribution: on the line, both are the same. */
export interface QuantilePicture {
  readonly words: string;
  readonly pairs: readonly (readonly [fitted: number, seen: number])[];
}

export interface StartPicture {
  readonly words: string;
  /** Equally likely, ascending. */
  readonly values: readonly number[];
  readonly modes: readonly { readonly medianMs: number; readonly words: string }[];
}

export interface BacktestPicture {
  readonly measure: string;
  readonly words: string;
  /** Relative to what was seen: 0 is right, and −0.1 is 10 % too low. */
  readonly predicted: number;
  readonly low: number;
  readonly high: number;
}

/** The element that holds the data. */
export const twinDataId = 'podsim-twin';
