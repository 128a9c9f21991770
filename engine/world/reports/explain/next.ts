import { type ActingKind, findProfile, type Kind, kinds, type Settings, type StateOf } from '../../../cloud/entities.ts';
import { type DryRun, listActions } from '../../../cloud/offered.ts';
import type { State } from '../../../cloud/state/state.ts';
import { findDecider } from '../../../cloud/state/tables.ts';
import { alignColumns } from '../../../kernel/text/columns.ts';
import { formatVirtualTime, type VirtualTime } from '../../../kernel/time.ts';
import type { ShortNames } from '../shortNames.ts';
import { possibleRows } from './possible.ts';
import { waitsFor } from './waiting.ts';
import { type Way, wayOn, wayWords } from './way.ts';

/** The possible actions on an entity now, and the conditions that it waits for. */
export interface Possible {
  readonly kind: Kind;
  readonly id: string;
  readonly status: string;
  /** The possible actions of a caller: a pod's actions, or operations. */
  readonly actions: readonly string[];
  /** The events that may happen to it. */
  readonly events: readonly string[];
  /** In words. */
  readonly waitsFor: readonly string[];
  /** The steps up to the status that it exists for; null if it is there, or its kind has none. */
  readonly way: Way | null;
}

/** A timer that runs. */
export interface DueTimer {
  readonly at: VirtualTime;
  readonly kind: Kind;
  readonly id: string;
  readonly timer: string;
  /** The command that it sends. */
  readonly then: string;
}

/** The order of the kinds, the most important first: there may be very many jobs. */
const rank: { readonly [K in ActingKind]: number } = { pod: 1, cluster: 2, endpoint: 3, worker: 4, job: 5 };
export const actingKinds = (Object.keys(rank) as ActingKind[]).sort((a, b) => rank[a] - rank[b]);

export const findPossible = (kind: Kind, entity: StateOf<Kind>, state: State, dryRun: DryRun): Possible => {
  const rows = possibleRows(kind, entity, state);
  return {
    kind,
    id: entity.id,
    status: entity.status,
    actions: listActions(kind, entity, dryRun) ?? [],
    events: rows.map(({ event }) => event),
    waitsFor: waitsFor(kind, entity, { state, ...dryRun }),
    way: wayOn(kind, entity.status, rows),
  };
};

/** The timers of an entity that run. */
export const listTimers = (kind: Kind, entity: StateOf<Kind>, settings: Settings): readonly DueTimer[] =>
  findDecider(kind).timers.flatMap(({ name, runs, dueAt, command }) => {
    const at = runs.includes(entity.status) ? dueAt(entity, settings[kind]) : null;
    return at === null ? [] : [{ at, kind, id: entity.id, timer: name, then: command.type }];
  });

/** The possible actions of callers now, and the timers of the platform. */
export interface Next {
  readonly now: VirtualTime;
  /** How many timers run. */
  readonly pending: number;
  /** The soonest of them, in order. */
  readonly timers: readonly DueTimer[];
  /** How many entities something could be done to, or wait. */
  readonly live: number;
  readonly possible: readonly Possible[];
}

/** Finds what can happen next to all entities, or to one of them; at most `most` of each list. */
export const findNext = (
  { state, settings, now }: { readonly state: State; readonly settings: Settings; readonly now: VirtualTime },
  most: number,
  id?: string,
): Next => {
  const isMeant = (entity: StateOf<Kind>): boolean => id === undefined || entity.id === id;
  const all = kinds.flatMap((kind) => [...state.all(kind)].filter(isMeant).flatMap((entity) => listTimers(kind, entity, settings)));
  const timers = all.sort((a, b) => a.at - b.at).slice(0, most);
  const possible: Possible[] = [];
  let live = 0;
  for (const kind of actingKinds) {
    for (const entity of state.all(kind)) {
      if (!isMeant(entity) || (id === undefined && !isActive(kind, entity, { now, settings }))) continue;
      live += 1;
      if (possible.length < most) possible.push(findPossible(kind, entity, state, { now, settings }));
    }
  }
  return { now, pending: all.length, timers, live, possible };
};

/** Whether something could be done to it, or it may wait. Most jobs of a long log have ended. */
const isActive = (kind: Kind, entity: StateOf<Kind>, dryRun: DryRun): boolean =>
  findProfile(kind).waitsIn.includes(entity.status) || listActions(kind, entity, dryRun)?.length !== 0;

/** The same for people to read. */
export const nextText = ({ now, pending, timers, live, possible }: Next, names: ShortNames): string => {
  const timerRows = timers.map(({ at, id, timer, then }) => [
    formatVirtualTime(at),
    names.findName(id),
    `its timer '${timer}' asks for ${then}`,
  ]);
  const rows = possible.map(({ id, status, actions }) => [
    names.findName(id),
    status,
    actions.length === 0 ? 'nothing' : actions.join(', '),
  ]);
  const callers = indentColumns(rows).flatMap((line, k) => [
    line,
    ...(possible[k]?.waitsFor ?? []).map((words) => `    waits: ${names.inText(words)}`),
    ...wayLines(possible[k]),
  ]);
  const lines = [
    `it is ${formatVirtualTime(now)}`,
    '',
    'what callers could do now',
    ...(callers.length === 0 ? ['  nothing'] : callers),
    ...more(live - possible.length, 'entity', 'entities'),
    '',
    'what the machine will do next',
    ...(timers.length === 0 ? ['  nothing: no timer runs'] : indentColumns(timerRows)),
    ...more(pending - timers.length, 'timer', 'timers'),
  ];
  return `${lines.join('\n')}\n`;
};

/** Describes how waiting entities continue once their condition holds. */
const wayLines = (one: Possible | undefined): readonly string[] =>
  one === undefined || one.way === null || one.waitsFor.length === 0 ? [] : [`    ${wayWords(one.way)}`];

const indentColumns = (rows: readonly (readonly string[])[]): readonly string[] => alignColumns(rows).map((line) => `  ${line}`.trimEnd());

const more = (left: number, one: string, several: string): readonly string[] =>
  left <= 0 ? [] : [`  … ${left} more ${left === 1 ? one : several} …`];
