import { isLeft } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';
import { parseDuration } from '../../kernel/time.ts';
import type { AssertionSpec } from '../../scenario/format/assertionFormat.ts';
import { substitute } from '../../scenario/format/variables.ts';
import { checkAssertion, entriesWith } from '../../scenario/step/assertion.ts';
import { holds, parseCondition } from '../../scenario/step/condition.ts';
import { mismatches, mismatchText } from '../../scenario/step/expectation.ts';
import type { ChoiceSpec, ClaimSpec, MeasureSpec } from './format.ts';
import { explainUnsaved, type LogPart, read } from './measure.ts';

/** Whether the log confirms the claim of a choice. */
export interface ClaimVerdict {
  /** The reason if it does not; empty if it does. */
  readonly against: readonly string[];
  /** The newest entry that decides it; undefined if no entry does. */
  readonly seq: number | undefined;
}

/** Judges the claims of a choice by a log: all of them must be true. */
export const judgeChoice = ({ claim }: ChoiceSpec, part: LogPart): ClaimVerdict => {
  const verdicts = (Array.isArray(claim) ? claim : [claim]).map((one) => judgeClaim(one, part));
  const seqs = verdicts.flatMap(({ seq }) => seq ?? []);
  return { against: verdicts.flatMap(({ against }) => against), seq: seqs.length === 0 ? undefined : Math.max(...seqs) };
};

const judgeClaim = (written: ClaimSpec, part: LogPart): ClaimVerdict => {
  const filled = substitute(written as Json, part.variables);
  if (isLeft(filled)) return { against: [explainUnsaved(filled.left, part.variables)], seq: undefined };
  const claim = filled.right as ClaimSpec;
  if ('holds' in claim) {
    const condition = parseCondition(claim.holds);
    if (isLeft(condition)) return { against: [condition.left], seq: undefined };
    return { against: holds(condition.right, part.view) ? [] : [`'${claim.holds}' does not hold`], seq: undefined };
  }
  if (isAssertion(claim))
    return { against: checkAssertion(claim, part.view, part.variables).map(({ message }) => message), seq: restsOn(claim, part) };
  const { is, ...measure } = claim;
  const found = read(measure as MeasureSpec, isName(is as Json) ? 'entity' : 'duration', part);
  if (isLeft(found)) return { against: [found.left], seq: undefined };
  const { value, seq } = found.right;
  return { against: mismatches(is as Json, value, 'it').map(mismatchText), seq };
};

/** Whether an event is compared as the entity it is about; otherwise it is compared by its time. */
const isName = (is: Json): boolean => typeof is === 'string' && parseDuration(is) === undefined;

const isAssertion = (claim: ClaimSpec): claim is AssertionSpec =>
  'sequence' in claim || 'never' in claim || 'metric' in claim || 'count' in claim;

/** The newest event that an assertion looked at. */
const restsOn = (assertion: AssertionSpec, { view }: LogPart): number | undefined => {
  if ('metric' in assertion || 'never' in assertion) return undefined;
  if ('count' in assertion) return entriesWith(view, assertion.count, assertion).at(-1)?.seq;
  return entriesWith(view, assertion.sequence.at(-1) ?? '', { of: assertion.of }).at(-1)?.seq;
};
