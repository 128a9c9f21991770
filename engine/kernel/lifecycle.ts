import { InvariantViolation, invariant } from './invariant.ts';

/** One transition: status, event, next status. */
export interface Row {
  readonly from: string;
  readonly event: string;
  readonly to: string;
  /** The rule behind it. */
  readonly rule: string;
  readonly description: string;
  /** The action that a caller asks for with it, as a participle: `cancelled`. A refusal names it. */
  readonly asked?: string;
  /** A call has this effect. Absent if the platform does it by itself. */
  readonly byCaller?: true;
  /** Its meaning to a reader, if the statuses do not tell. */
  readonly tone?: Tone;
}

/** The meaning of an event to a reader, which gives timelines their colors. */
export type Tone = 'input' | 'created' | 'progress' | 'success' | 'warning' | 'failure' | 'ended';

interface StatusRow {
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
  /** The table that the rows were read from: XState makes a machine of it (`machine.ts`), and `podsim spec rules --xstate` prints it. */
  readonly table: object;
  allows(from: string, event: string): boolean;
  /** The next status. Throws on a missing cell: a recorded event that cannot have happened means that the log is corrupt. */
  to(from: string, event: string): Status;
  isFinal(status: string): boolean;
  /** The statuses that have any of these tags, in the machine's order. */
  statusesWith(...tags: readonly string[]): readonly Status[];
}

/** The compiler's view of a lifecycle: each of these events can happen in some status of it. */
export interface Handling<Event extends string> {
  readonly handling?: (event: Event) => void;
}

/** The other marks of a row, as in `Row`. */
export type RowMarks = Pick<Row, 'asked' | 'byCaller' | 'tone'>;

/** The statuses of a lifecycle, as a type. */
export type StatusOf<L extends Lifecycle> = L['initial'];

/**
 * A table of status, event and next status, in the form in which XState's `createMachine` takes it. It has nothing else: no context,
 * guards, actions, delays, invoked actors or nested states. So the next status depends only on the status and the event, and a whole life
 * can be listed.
 */
export interface LifecycleTable<Status extends string, Event extends string, Rule extends string> {
  readonly id: string;
  readonly initial: NoInfer<Status>;
  readonly states: { readonly [S in Status]: StatusTable<NoInfer<Status>, Event, Rule> };
}

/** A transition that is not listed cannot happen. */
interface StatusTable<Status extends string, Event extends string, Rule extends string> {
  /** Nothing can happen any more. */
  readonly type?: 'final';
  readonly description: string;
  readonly tags: readonly string[];
  readonly meta: { readonly rule: Rule };
  readonly on?: { readonly [E in Event]?: Transition<Status, Rule> };
}

export interface Transition<Target extends string, Rule extends string> {
  readonly target: Target;
  readonly meta: RowMarks & { readonly rule: Rule };
  readonly description: string;
}

/**
 * Reads a table as rows, once, when its module loads. XState's own `transition()` gives the same cells, 1,000 times slower.
 */
export const readLifecycle = <Status extends string, Event extends string>(
  table: LifecycleTable<Status, Event, string>,
): Lifecycle<Status> => {
  const { id: name, initial } = table;
  const rows = readRows(table);
  const statuses = readStatuses(table);
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
    table,
    allows: (from, event) => cell(from, event) !== undefined,
    to(from, event) {
      const next = cell(from, event);
      // Without a closure: this is asked for every event.
      if (next === undefined) throw new InvariantViolation(`${name}: ${event} was recorded, but cannot happen in ${from}`);
      return next;
    },
    isFinal: (status) => finals.has(status),
    statusesWith(...tags) {
      for (const tag of tags)
        invariant(
          statuses.some((row) => row.tags.includes(tag)),
          `${name}: no status has the tag '${tag}'`,
        );
      return statuses.filter((row) => tags.some((tag) => row.tags.includes(tag))).map(({ status }) => status as Status);
    },
  };
};

const readStatuses = ({ states }: AnyTable): readonly StatusRow[] =>
  Object.entries(states).map(([status, { description, tags, meta, type }]) => ({
    status,
    description,
    tags,
    rule: meta.rule,
    final: type === 'final',
  }));

type AnyTable = LifecycleTable<string, string, string>;

/** Refuses anything that is more than a table: the compiler does not check objects that are spread into one. */
const readRows = (table: AnyTable): readonly Row[] => {
  const { id, initial, states } = table;
  refuseExtras(id, table, ['id', 'initial', 'states']);
  invariant(Object.hasOwn(states, initial), () => `${id}: a lifecycle begins in one of its statuses, not in ${String(initial)}`);
  return Object.entries(states).flatMap(([from, status]) => {
    refuseExtras(`${id}.${from}`, status, ['type', 'description', 'tags', 'meta', 'on']);
    const { type, on = {} } = status;
    invariant(type === undefined || type === 'final', () => `${id}.${from}: a status is final or it is not: its type is ${type}`);
    const transitions = Object.entries(on);
    invariant(type !== 'final' || transitions.length === 0, () => `${id}.${from}: nothing happens after the end`);
    return transitions.flatMap(([event, transition]) => (transition === undefined ? [] : readRow(table, from, event, transition)));
  });
};

const readRow = ({ id, states }: AnyTable, from: string, event: string, transition: Transition<string, string>): Row => {
  const place = `${id}.${from}: ${event}`;
  invariant(/^[A-Z][A-Za-z]+$/.test(event), () => `${place} is not an event's name`);
  refuseExtras(place, transition, ['target', 'meta', 'description']);
  const { target, meta, description } = transition;
  invariant(Object.hasOwn(states, target), () => `${place} must name exactly one target, a status of the table`);
  const { rule, ...marks } = meta;
  return { from, event, to: target, rule, description, ...marks };
};

const refuseExtras = (place: string, of: object, fields: readonly string[]): void => {
  for (const field of Object.keys(of))
    invariant(fields.includes(field), () => `${place}: a lifecycle holds statuses and transitions and nothing else: it has ${field}`);
};
