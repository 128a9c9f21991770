import { entities, type Kind, kinds } from '../../../cloud/entities.ts';
import { families } from './families.ts';
import { type NeverReached, neverReached } from './neverReached.ts';
import { cellText, withoutCount } from './tally.ts';

/** Transitions, refusals and calls that the runs could have had, with their kinds and operations, and did not. */
export interface Unseen {
  readonly statuses: readonly { readonly kind: Kind; readonly status: string }[];
  readonly changes: readonly NeverReached[];
  readonly refusals: readonly { readonly operation: string; readonly rule: string }[];
}

/** The entries of lifecycles and of the table of operations that no cell shows. */
export const findUnseen = (cells: readonly string[]): Unseen => {
  const met = new Set(cells.map(withoutCount));
  const called = new Set([...met].flatMap((cell) => operationIn(cell) ?? []));
  return {
    statuses: unseenStatuses(met),
    changes: neverReached(cells),
    refusals: possible('refusal')
      .filter(([operation = '', rule = '']) => called.has(operation) && !met.has(cellText('refusal', [operation, rule])))
      .map(([operation = '', rule = '']) => ({ operation, rule })),
  };
};

/** The cells of lifecycles and refusals that no run has met: the targets of the search. */
export const unmetCells = (cells: readonly string[]): readonly string[] => {
  const met = new Set(cells.map(withoutCount));
  return aimed.filter((cell) => !met.has(cell));
};

/** The operations with a refusal among these cells. */
export const refusingOperations = (cells: readonly string[]): readonly string[] => [
  ...new Set(cells.flatMap((cell) => (cell.startsWith('refusal: ') ? (operationIn(cell) ?? []) : []))),
];

const unseenStatuses = (met: ReadonlySet<string>): Unseen['statuses'] =>
  kinds.flatMap((kind) => {
    const { rows, initial } = entities[kind].lifecycle;
    const shown = rows.filter(({ from, event }) => met.has(cellText('lifecycle', [`${kind} ${from}`, event])));
    if (shown.length === 0) return [];
    const reached = new Set([initial, ...shown.map(({ to }) => to)]);
    return [...new Set(rows.map(({ to }) => to))].filter((status) => !reached.has(status)).map((status) => ({ kind, status }));
  });

/** `refusal: createPod · pods.limit` and `call: createPod · …` are about createPod. */
const operationIn = (cell: string): string | undefined => /^(?:refusal|call): (\w+)/.exec(cell)?.[1];

const possible = (name: string): readonly (readonly string[])[] => families.find((family) => family.name === name)?.possible?.() ?? [];

const aimed: readonly string[] = (['lifecycle', 'refusal'] as const).flatMap((name) =>
  possible(name).map((parts) => cellText(name, parts)),
);
