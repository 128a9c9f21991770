import { audit, InvariantViolation, invariants } from '../../../engine/index.ts';
import type { Matching } from './eventPattern.ts';
import { linesOf, type MatcherMessage, toldOf, whereToLook } from './told.ts';

/** How many entries before the broken one a failure shows. */
const before = 5;

/** `toHoldInvariants`: folds the log once more, and asks after every event whether all that must always hold does. */
export function holdInvariants(this: Matching, received: unknown) {
  const told = toldOf('toHoldInvariants', received);
  const broken = violation(told);
  return {
    pass: broken === undefined,
    message: () =>
      broken === undefined
        ? `expected an invariant to break, and all ${invariants.length} hold after every entry\n\n${whereToLook(told)}`
        : ['an invariant does not hold:', `  ${broken}`, '', leadingTo(told, broken), '', whereToLook(told), ours].join('\n'),
  };
}

const ours = 'this is a fault of podsim, or of a log that was changed by hand: please report it with the seed and the log';

const violation = ({ header, log }: MatcherMessage): string | undefined => {
  try {
    audit(header, log.entries());
    return undefined;
  } catch (error) {
    if (error instanceof InvariantViolation) return error.message;
    throw error;
  }
};

const leadingTo = (told: MatcherMessage, broken: string): string => {
  const last = Number(/\(entry (\d+)\)$/.exec(broken)?.[1] ?? Number.POSITIVE_INFINITY);
  return linesOf(told, [...told.log.entries()].filter(({ seq }) => seq <= last).slice(-before));
};
