import { computeMedian } from '../../statistics/sample.ts';
import type { FactReport, JudgedValue } from './fidelity.ts';

/** Several facts together. */
export interface Summary {
  /** The facts with a value that counts here. */
  readonly facts: number;
  /** The number of facts with a time or another measured value, and not only ranges or bounds. */
  readonly measured: number;
  /** The median of their errors; of a fact with several values the median of theirs. */
  readonly error?: number;
  /** The share of predictions within a quarter of the observation. */
  readonly withinQuarter?: number;
  /** The number of observed ranges and bounds, and how many of them contain the median of the plays, which is easier than meeting a value. */
  readonly bounds: number;
  readonly kept: number;
  /** For counted and named values: how many are right, and of how many. */
  readonly right: number;
  readonly named: number;
  /** The coverage: the share of the observed values that lie in the predicted middle 90 %. */
  readonly coverage?: number;
}

/**
 * Which values count. `judged`: measured values that other runs can predict. `all`: also measured values that nothing was left to predict
 * from; these are compared with the textbook. `documented`: documented constants; being right about them is free, so they count nowhere
 * else. `interpreted`: conclusions from observations; they count nowhere else, either.
 */
export type ValueChoice = 'judged' | 'all' | 'documented' | 'interpreted';

const counts: Readonly<Record<ValueChoice, (judgment: JudgedValue) => boolean>> = {
  judged: ({ kind, unseen }) => kind === 'observed' && unseen !== true,
  all: ({ kind }) => kind === 'observed',
  documented: ({ kind }) => kind === 'documented',
  interpreted: ({ kind }) => kind === 'interpreted',
};

/** The values of a fact that count: none of one that is a part of another. */
export const selectValues = ({ judgments, repeats }: FactReport, counted: ValueChoice): readonly JudgedValue[] =>
  repeats === undefined ? judgments.filter(counts[counted]) : [];

/** Whether the observation is a range or a bound, and no value. */
const isBound = ({ as, error }: JudgedValue): boolean => error !== undefined && (as === 'range' || as === 'at least' || as === 'at most');

/** The median absolute error of the measured values; undefined if there are none. */
export const computeError = (report: FactReport, counted: ValueChoice = 'judged'): number | undefined => {
  const errors = selectValues(report, counted).flatMap((one) => (one.error === undefined || isBound(one) ? [] : [Math.abs(one.error)]));
  return errors.length === 0 ? undefined : computeMedian(errors);
};

/** The facts that were compared with podsim before any time was measured: the median of their errors then, and of the same facts now. */
export interface SinceFirst {
  readonly facts: number;
  readonly then: number;
  readonly now: number;
}

/** Over all their values, documented constants included, when they were first compared. Undefined if no fact was. */
export const compareWithFirst = (reports: readonly FactReport[]): SinceFirst | undefined => {
  const both = reports.flatMap(({ atFirst, judgments }) => {
    const errors = judgments.flatMap(({ error }) => (error === undefined ? [] : [Math.abs(error)]));
    return atFirst === undefined || errors.length === 0 ? [] : [{ then: Math.abs(atFirst), now: computeMedian(errors) }];
  });
  if (both.length === 0) return undefined;
  return { facts: both.length, then: computeMedian(both.map(({ then }) => then)), now: computeMedian(both.map(({ now }) => now)) };
};

/** Facts for which nothing was left to predict from: no other run, or no other author, has observed their quantities. */
export const unseenIn = (reports: readonly FactReport[]): readonly FactReport[] =>
  reports.filter((report) => selectValues(report, 'all').length > 0 && selectValues(report, 'judged').length === 0);

/** Facts together. */
export const summarize = (reports: readonly FactReport[], counted: ValueChoice = 'judged'): Summary => {
  const errors = reports.flatMap((report) => computeError(report, counted) ?? []);
  const judgments = reports.flatMap((report) => selectValues(report, counted));
  const named = judgments.filter(({ right }) => right !== undefined);
  const among = addUp(judgments.map((one) => one.among));
  const bounds = judgments.filter(isBound);
  return {
    facts: reports.filter((report) => selectValues(report, counted).length > 0).length,
    measured: errors.length,
    ...(errors.length === 0
      ? {}
      : { error: computeMedian(errors), withinQuarter: errors.filter((error) => error <= 0.25).length / errors.length }),
    bounds: bounds.length,
    kept: bounds.filter(({ error }) => error === 0).length,
    right: named.filter(({ right }) => right).length,
    named: named.length,
    ...(among === 0 ? {} : { coverage: addUp(judgments.map(({ within }) => within)) / among }),
  };
};

const addUp = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** A share as text: `20 %`; of nothing `none`. */
export const errorText = (share: number | undefined): string => (share === undefined ? 'none' : `${Math.round(share * 100)} %`);
