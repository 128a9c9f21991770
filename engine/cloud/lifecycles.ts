import { type Handling, type Lifecycle, type LifecycleTable, type RowMarks, readLifecycle, type Transition } from '../kernel/lifecycle.ts';
import type { RuleId } from './rulebook/rules.ts';

/** What an entity may know of the rulebook: how its rules are spelled. */
export type { RuleId };

/**
 * Makes the lifecycle of an entity from a table of status, event and next status: `defineLifecycle<JobEvent>()({ … })`. An event that the
 * entity does not have, a next status without a row and a rule that is not in the rulebook do not compile; the compiler names the nearest
 * one. The first call is given the events; the statuses are inferred from the second.
 */
export const defineLifecycle =
  <Event extends { readonly type: string }>() =>
  <const Status extends string, const Handled extends Event['type']>(
    table: LifecycleTable<Status, Handled, RuleId>,
  ): Lifecycle<Status> & Handling<Handled> =>
    readLifecycle(table);

/**
 * A transition of a table: the next status, the rule that says so, and what happens. Both names are checked where the transition stands in
 * a table: there the compiler says which name is nearest, and as an argument it does not.
 */
export const to = <const Target extends string, const Rule extends string>(
  target: Target,
  rule: Rule,
  description: string,
  marks: RowMarks = {},
): Transition<Target, Rule> => ({ target, meta: { rule, ...marks }, description });

/** A transition that leaves the status as it is: `drained('IN_QUEUE')`. */
export const stays =
  <const Rule extends string>(rule: Rule, description: string, marks?: RowMarks) =>
  <const Status extends string>(status: Status): Transition<Status, Rule> =>
    to(status, rule, description, marks);
