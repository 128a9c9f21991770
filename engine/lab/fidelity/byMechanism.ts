import type { MechanismError } from '../../cloud/timing/timingValue.ts';
import type { FactReport, JudgedValue } from './fidelity.ts';
import { type Mechanism, mechanisms } from './mechanisms.ts';
import { selectValues, summarize } from './summary.ts';

/** The facts of each mechanism that has some; a fact is of the first that it names. */
export const groupByMechanism = (
  reports: readonly FactReport[],
): readonly { readonly mechanism: Mechanism; readonly reports: readonly FactReport[] }[] =>
  mechanisms.flatMap((mechanism) => {
    const own = reports.filter((report) => report.mechanisms[0] === mechanism);
    return own.length === 0 ? [] : [{ mechanism, reports: own }];
  });

/**
 * The error of each mechanism, for facts judged without their authors. A fact that no other author has observed is compared with the
 * textbook; if this is true of all facts of a mechanism, its error is not known.
 */
export const listErrors = (reports: readonly FactReport[]): readonly MechanismError[] =>
  groupByMechanism(reports).map(({ mechanism, reports: own }) => {
    const { measured, error, withinQuarter = 0, bounds, kept } = summarize(own, 'all');
    const isKnown = error !== undefined && summarize(own).measured > 0;
    const near = Math.round(withinQuarter * measured);
    return { mechanism, facts: measured, percent: isKnown ? Math.round(100 * error) : null, near, bounds, kept };
  });

/**
 * How wrong a fact is, from 0 to 1: the mean over its values. A measured value counts as much as its error, but 1 at most; one
 * that is counted or named 0 or 1. Undefined if no value counts.
 */
const computeLoss = (report: FactReport): number | undefined => computeMean(selectValues(report, 'all').map(lossOfValue));

const lossOfValue = ({ error, right }: JudgedValue): number => (right === undefined ? Math.min(1, Math.abs(error ?? 1)) : right ? 0 : 1);

const computeMean = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** How much more wrong the facts of a mechanism are than they were, from -1 to 1. */
export interface MechanismChange {
  readonly mechanism: Mechanism;
  readonly before: number;
  readonly after: number;
}

/**
 * The mechanisms whose facts are more wrong than before, in the mean over all facts that name them; the largest regression is first. It is
 * the one to examine if times or rules are wrong.
 */
export const findWorse = (before: readonly FactReport[], after: readonly FactReport[]): readonly MechanismChange[] =>
  mechanisms
    .flatMap((mechanism) => {
      const meanLoss = (reports: readonly FactReport[]) =>
        computeMean(reports.filter((one) => one.mechanisms.includes(mechanism)).flatMap((one) => computeLoss(one) ?? []));
      const [was, is] = [meanLoss(before), meanLoss(after)];
      return was === undefined || is === undefined || is <= was ? [] : [{ mechanism, before: was, after: is }];
    })
    .sort((a, b) => b.after - b.before - (a.after - a.before));
