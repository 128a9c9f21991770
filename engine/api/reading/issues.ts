import type { z } from 'zod';
import { fitsNone, issueWords } from './issueWords.ts';

/** One problem with a value, and its path. */
export interface FlatIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Set if the object at the path has unknown properties. */
  readonly unknownKeys?: readonly string[];
  /** Set if the value is none of these. */
  readonly choices?: readonly unknown[];
  /** Set if the value is of another type than any that fits. */
  readonly isOtherType?: true;
  /**
   * Set if one of several alternatives that fit equally badly requires a property: an unknown key next to it tells which alternative was
   * meant.
   */
  readonly isGuessed?: true;
}

/** zod's issues as a flat list. Of a union's alternatives, the issues of the closest one are reported. */
export const flatIssues = (issues: readonly z.core.$ZodIssue[], base: readonly (string | number)[] = []): FlatIssue[] =>
  issues.flatMap((issue): FlatIssue[] => {
    const path = [...base, ...(issue.path as (string | number)[])];
    if (issue.code === 'unrecognized_keys') return [{ path, message: wordsWithHint(issue), unknownKeys: issue.keys }];
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const alternatives = issue.errors.map((alternative) => flatIssues(alternative, path));
      const best = markGuesses(closest(alternatives, path.length), alternatives, path.length);
      // If the value fits no alternative at all, the union's own message names the possible ones.
      const isNone = best.every((each) => each.path.length === path.length && each.unknownKeys === undefined);
      return isNone && issue.message !== fitsNone ? [{ path, message: issue.message, ...choicesIn(issue) }] : best;
    }
    const name = path.at(-1);
    if (name !== undefined && isMissing(issue)) {
      return [{ path: path.slice(0, -1), message: `missing property '${name}'${hint(issue)}` }];
    }
    return [
      {
        path,
        message: issue.message,
        ...(issue.code === 'invalid_value' ? { choices: issue.values } : choicesIn(issue)),
        ...(issue.code === 'invalid_type' ? { isOtherType: true } : {}),
      },
    ];
  });

/** Of a union whose alternatives are told apart by a word: its words. */
const choicesIn = (issue: z.core.$ZodIssue): Pick<FlatIssue, 'choices'> =>
  'options' in issue && Array.isArray(issue.options) ? { choices: issue.options } : {};

/** The schema's own message, if it has one. */
const hint = (issue: z.core.$ZodIssue): string => (issue.message === issueWords(issue as z.core.$ZodRawIssue) ? '' : `; ${issue.message}`);

/** An issue's own message may name the expected form, which needs the schema; here the schema is no longer known. */
const wordsWithHint = (issue: z.core.$ZodIssue): string =>
  issue.message.startsWith(issueWords(issue as z.core.$ZodRawIssue))
    ? issue.message
    : `${issueWords(issue as z.core.$ZodRawIssue)}${hint(issue)}`;

/** Whether the property is absent. */
export const isMissing = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value') && 'input' in issue && issue.input === undefined;

/** The alternative that fits best: one for this type of value, then fewest issues about the value itself, then fewest issues overall. */
const closest = (alternatives: readonly FlatIssue[][], depth: number): FlatIssue[] => {
  const isOther = (issues: readonly FlatIssue[]): number =>
    issues.some(({ path, isOtherType }) => path.length === depth && isOtherType === true) ? 1 : 0;
  const [best = []] = [...alternatives].sort(
    (a, b) => isOther(a) - isOther(b) || misfit(a, depth) - misfit(b, depth) || a.length - b.length,
  );
  return best;
};

const misfit = (issues: readonly FlatIssue[], depth: number): number => issues.filter((issue) => issue.path.length === depth).length;

/** If an alternative knows none of the keys, its missing properties say nothing. */
const markGuesses = (best: FlatIssue[], alternatives: readonly FlatIssue[][], depth: number): FlatIssue[] => {
  const isAtDepth = ({ path }: FlatIssue): boolean => path.length === depth;
  const fitAsBadly = alternatives.filter((one) => misfit(one, depth) === misfit(best, depth)).length;
  if (fitAsBadly < 2 || !best.some((one) => isAtDepth(one) && one.unknownKeys !== undefined)) return best;
  return best.map((one) => (isAtDepth(one) && one.unknownKeys === undefined ? { ...one, isGuessed: true } : one));
};
