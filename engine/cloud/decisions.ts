import type { DecisionBy, EntityState, RejectionBy, TimerBy } from '../kernel/decider.ts';
import type { RuleId } from './rulebook/rules.ts';

/** A rejection by a rule of the rulebook: a rule that does not exist does not compile. */
export type Rejection = RejectionBy<RuleId>;

/** A decision whose rejection names a rule of the rulebook. */
export type Decision<Event> = DecisionBy<RuleId, Event>;

/** A timer whose rule, if it names one, is in the rulebook. */
export type Timer<State extends EntityState<string>, Command, Settings> = TimerBy<RuleId, State, Command, Settings>;
