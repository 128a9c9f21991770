import { InvariantViolation } from '../../../engine/kernel/index.ts';
import { invariants } from '../../../engine/simulator/index.ts';
import { checkInvariants } from '../../../engine/world/index.ts';
import type { CheckFailure } from './finding.ts';
import { type CheckedWorld, readSubject, whereToLook, writeLines } from './subject.ts';

/** How many entries before the broken one a failure shows. */
const before = 5;

/** Every invariant holds after every entry: folds the log again, and checks each. */
export const checkHeldInvariants = (where: string, received: unknown): CheckFailure => {
  const subject = readSubject(where, received);
  const broken = violation(subject);
  return {
    pass: broken === undefined,
    message: () =>
      broken === undefined
        ? `expected an invariant to be violated, but all ${invariants.length} hold after every entry\n\n${whereToLook(subject)}`
        : ['an invariant does not hold:', `  ${broken}`, '', leadingTo(subject, broken), '', whereToLook(subject), ours].join('\n'),
  };
};

const ours = 'this is a bug in podsim, or the log was changed by hand: please report it with the seed and the log';

const violation = ({ header, log }: CheckedWorld): string | undefined => {
  try {
    checkInvariants(header, log.entries());
    return undefined;
  } catch (error) {
    if (error instanceof InvariantViolation) return error.message;
    throw error;
  }
};

const leadingTo = (subject: CheckedWorld, broken: string): string => {
  const last = Number(/\(entry (\d+)\)$/.exec(broken)?.[1] ?? Number.POSITIVE_INFINITY);
  return writeLines(subject, [...subject.log.entries()].filter(({ seq }) => seq <= last).slice(-before));
};
