import type { AnyStateMachine } from 'xstate';
import { invariant } from './invariant.ts';

/** One transition: status, event, next status. */
export interface Row {
  readonly from: string;
  readonly event: string;
  readonly to: string;
  /** The rule that says so. */
  readonly rule: string;
  readonly description: string;
  /** The action that a caller asks for with it, as a participle: `cancelled`. A refusal says it. */
  readonly asked?: string;
  /** A call has this effect. Absent where the platform does it by itself. */
  readonly byCaller?: true;
  /** What it means to a reader, where the statuses do not say it. */
  readonly tone?: Tone;
}

/** What an event means to a reader. Timelines are colored by it. */
export type Tone = 'input' | 'created' | 'progress' | 'success' | 'warning' | 'failure' | 'ended';

export interface StatusRow {
  readonly status: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly rule: string;
  /** Nothing can happen any more; the world releases the entity. */
  readonly final: boolean;
}

export interface Lifecycle<Status extends string = string> {
  readonly name: string;
  readonly initial: Status;
  readonly statuses: readonly StatusRow[];
  readonly rows: readonly Row[];
  /** What all of it is read from. */
  readonly machine: AnyStateMachine;
  allows(from: string, event: string): boolean;
  /** The next status. Throws on a missing cell: a recorded event that cannot have happened means that the log is corrupt. */
  to(from: string, event: string): Status;
  isFinal(status: string): boolean;
  /** The statuses that have any of these tags, in the machine's order. */
  tagged(...tags: readonly string[]): readonly Status[];
}

/** What else a row says, as in `Row`. */
export type RowMarks = Pick<Row, 'asked' | 'byCaller' | 'tone'>;

/** The statuses of a lifecycle, as a type. */
export type StatusOf<L extends Lifecycle> = L['initial'];

/**
 * Reads a lifecycle machine as rows, once, when its module loads. A machine here is only a table: no context, guards, actions, delays,
 * invoked actors or nested states. So the next status depends on the status and the event alone, and a whole life can be listed. XState's
 * own `transition()` gives the same cells, 1,000 times slower.
 */
export const lifecycleOf = <Status extends string>(machine: AnyStateMachine): Lifecycle<Status> => {
  const name = machine.id;
  const initial = initialStatusOf(machine) as Status;
  const rows = rowsOf(machine);
  const statuses = statusesOf(machine);
  const cells = new Map(statuses.map(({ status }) => [status, new Map<string, Status>()]));
  for (const { from, event, to } of rows) cells.get(from)?.set(event, to as Status);
  // `allows` is called for a decision and `to` right after it for the fold, so the last cell is remembered.
  let [lastFrom, lastEvent, lastTo] = ['', '', undefined as Status | undefined];
  const cell = (from: string, event: string): Status | undefined => {
    if (from === lastFrom && event === lastEvent) return lastTo;
    lastFrom = from;
    lastEvent = event;
    lastTo = cells.get(from)?.get(event);
    return lastTo;
  };
  const finals = new Set(statuses.filter((row) => row.final).map((row) => row.status));
  return {
    name,
    initial,
    statuses,
    rows,
    machine,
    allows: (from, event) => cell(from, event) !== undefined,
    to(from, event) {
      const next = cell(from, event);
      invariant(next !== undefined, () => `${name}: ${event} was recorded, but cannot happen in ${from}`);
      return next;
    },
    isFinal: (status) => finals.has(status),
    tagged(...tags) {
      for (const tag of tags)
        invariant(
          statuses.some((row) => row.tags.includes(tag)),
          `${name}: no status has the tag '${tag}'`,
        );
      return statuses.filter((row) => tags.some((tag) => row.tags.includes(tag))).map(({ status }) => status as Status);
    },
  };
};

const initialStatusOf = (machine: AnyStateMachine): string => {
  const target = machine.root.initial.target[0];
  invariant(
    target !== undefined && machine.root.initial.actions.length === 0,
    `${machine.id}: a lifecycle begins somewhere, and does nothing as it begins`,
  );
  return target.key;
};

const statusesOf = (machine: AnyStateMachine): readonly StatusRow[] =>
  Object.values(machine.states).map((state) => ({
    status: state.key,
    description: state.description ?? '',
    tags: state.tags,
    rule: ruleOf(state.meta),
    final: state.type === 'final',
  }));

/** Refuses a machine that is more than a table. */
const rowsOf = (machine: AnyStateMachine): readonly Row[] => {
  refuseExtras(machine.root, machine.id);
  invariant(machine.config.context === undefined, `${machine.id}: a lifecycle has no context`);
  invariant(Object.keys(machine.root.on).length === 0, `${machine.id}: transitions belong to a status, not to the machine`);
  return Object.values(machine.states).flatMap((state) => {
    refuseExtras(state, state.id);
    const isFinal = state.type === 'final';
    invariant(isFinal || state.type === 'atomic', `${state.id}: a lifecycle status holds no nested states`);
    invariant(!isFinal || state.transitions.size === 0, `${state.id}: nothing happens after the end`);
    return [...state.transitions.values()].map(([transition, ...others]): Row => {
      invariant(transition !== undefined, `${state.id}: a transition goes somewhere`);
      const { eventType } = transition;
      invariant(/^[A-Z][A-Za-z]+$/.test(eventType), `${state.id}: ${eventType} is not an event's name`);
      invariant(transition.guard === undefined && transition.actions.length === 0, `${state.id}: ${eventType} has a guard or an action`);
      invariant(others.length === 0, `${state.id}: ${eventType} has more than one way`);
      const target = transition.target?.length === 1 ? transition.target[0] : undefined;
      invariant(target !== undefined, `${state.id}: ${eventType} must name exactly one target`);
      return {
        from: state.key,
        event: eventType,
        to: target.key,
        rule: ruleOf(transition.meta),
        description: transition.description ?? '',
        ...marksOf(transition.meta),
      };
    });
  });
};

const refuseExtras = (state: AnyStateMachine['root'], id: string): void => {
  const extras = [...state.entry, ...state.exit, ...state.after, ...state.invoke, ...(state.always ?? [])];
  invariant(extras.length === 0, `${id}: a lifecycle holds transitions and nothing else`);
};

const marksOf = (meta: unknown): RowMarks => {
  const { rule: _rule, ...marks } = (meta ?? {}) as RowMarks & { readonly rule?: unknown };
  return marks;
};

const ruleOf = (meta: unknown): string => {
  const rule = (meta as { rule?: unknown } | undefined)?.rule;
  return typeof rule === 'string' ? rule : '';
};
