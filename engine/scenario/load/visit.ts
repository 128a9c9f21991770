import type { CalendarEntry } from '../../kernel/calendar.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { Variables } from '../format/variables.ts';

/**
 * The acts of one user from its first call to its last: the calls, their retries, and the jobs it waits for. While it is in the agenda,
 * `due` is the time of its next call; while it waits, it is the time at which it gives up. If two are due at the same time, the one with
 * fewer attempts comes first; if these are equal, the one with the lower number.
 */
export interface Visit extends CalendarEntry {
  /** Of its calls' ids and draws. */
  readonly key: string;
  /** Of the arrival, or of the user. */
  readonly number: number;
  readonly user: User | undefined;
  /** How many visits of the load had begun when it began, itself included. */
  turn: number;
  phase: 'arriving' | 'calling' | 'waiting';
  /** Which of the load's calls it makes. */
  step: number;
  /** Attempts of that call so far, each retry of its job included. */
  attempts: number;
  /** Failed jobs of that call so far. */
  failures: number;
  /** Refusals in a row. */
  refusals: number;
  /** When it gives up that call; undefined before its first attempt, and if it never does. */
  deadline: VirtualTime | undefined;
  /** The call whose answer it waits for. */
  heldId: string | undefined;
  /** The job it waits for, or whose retry it asks for. */
  jobId: string | undefined;
  /** The values that it saved from answers. */
  saved: Map<string, Json> | undefined;
}

/** One user of a closed load. */
export interface User {
  readonly number: number;
  visits: number;
}

export const newVisit = (key: string, due: VirtualTime, number: number, user?: User): Visit => ({
  key,
  number,
  user,
  turn: 0,
  due,
  order: number,
  place: -1,
  phase: 'arriving',
  step: 0,
  attempts: 0,
  failures: 0,
  refusals: 0,
  deadline: undefined,
  heldId: undefined,
  jobId: undefined,
  saved: undefined,
});

/** Plans the next call of a visit. */
export const planCall = (visit: Visit, due: VirtualTime): void => {
  visit.phase = 'calling';
  visit.due = due;
  visit.order = visit.number + visit.attempts * visitsMax;
};

/** Above the number of every visit. */
const visitsMax = 100_000_000;

/** The key of its next call. Of the first attempt of the first call it is the visit's own. */
export const callKey = ({ key, step, attempts }: Visit): string =>
  `${key}${step === 0 ? '' : `/s${step + 1}`}${attempts === 0 ? '' : `/${attempts + 1}`}`;

/** Begins the next call of a visit. */
export const nextStep = (visit: Visit): void => {
  visit.step += 1;
  visit.attempts = 0;
  visit.failures = 0;
  visit.refusals = 0;
  visit.deadline = undefined;
  visit.jobId = undefined;
};

/** The variables that its calls can use. */
export const listVariables = ({ saved }: Visit, shared: Variables): Variables =>
  saved === undefined ? shared : new Map([...shared, ...saved]);
