import { ownRefusals } from '../../../api/admission/refusals.ts';
import { isRead } from '../../../api/operation.ts';
import { operations } from '../../../api/table.ts';
import { entities, type Kind, kinds } from '../../../cloud/entities.ts';

export const familyNames = [
  'lifecycle',
  'succession',
  'call',
  'around',
  'refusal',
  'refused-in',
  'cause',
  'policy',
  'fault',
  'during',
  'with',
  'beside',
  'together',
] as const;
export type FamilyName = (typeof familyNames)[number];

/** Cells of one kind. */
export interface Family {
  readonly name: FamilyName;
  readonly about: string;
  /** All cells that can be met, according to the tables of the engine; absent if no table does. */
  readonly possible?: () => readonly (readonly string[])[];
}

/** Every event in every status in which its lifecycle has it. */
const lifecycleCells = (): readonly (readonly string[])[] =>
  kinds.flatMap((kind) => entities[kind].lifecycle.rows.map(({ from, event }) => [`${kind} ${from}`, event]));

/** An event leads to a status, and another one is possible there. */
const successionCells = (): readonly (readonly string[])[] => kinds.flatMap((kind) => unique(listSuccessions(kind)));

const listSuccessions = (kind: Kind): readonly (readonly string[])[] => {
  const { initial, rows } = entities[kind].lifecycle;
  return rows.flatMap(({ from, event }) => {
    const before = from === initial ? [kind] : rows.flatMap((row) => (row.to === from ? [row.event] : []));
    return before.map((one) => [one, event]);
  });
};

/** Every write with the rules by which its row says that it may be refused. A refused read leaves no entry. */
const refusalCells = (): readonly (readonly string[])[] =>
  operations.flatMap((row) => {
    if (row.permission === null || isRead(row)) return [];
    return ownRefusals(row).map((rule) => [row.id, rule]);
  });

const unique = (cells: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(cells.map((cell) => [cell.join(), cell])).values(),
];

export const families: readonly Family[] = [
  { name: 'lifecycle', about: 'an event in a status', possible: lifecycleCells },
  { name: 'succession', about: 'two events of one entity, the second right after the first', possible: successionCells },
  { name: 'call', about: 'an operation on something in a status' },
  { name: 'around', about: 'an operation on something, and the status of what belongs to that: of one thing, or of several' },
  { name: 'refusal', about: 'an operation refused by a rule', possible: refusalCells },
  { name: 'refused-in', about: 'an operation on something in a status, refused by a rule' },
  { name: 'cause', about: 'what a rule followed from' },
  { name: 'policy', about: 'an event of one entity that led to an event of another' },
  { name: 'fault', about: 'a kind of fault, and the status of what it struck' },
  { name: 'during', about: 'an event, or the strike of a fault, while a fault of another kind lasts' },
  { name: 'with', about: 'an event of something, and a property that its configuration has' },
  { name: 'beside', about: 'something is placed on a host, and the status of something else there' },
  { name: 'together', about: 'the statuses of a job, a worker and a pod at one time' },
];
