import { type Family, type FamilyName, families } from '../corpus/families.ts';
import { cellText, withoutCount } from '../corpus/tally.ts';

/** The coverage of one family. */
export interface FamilyCoverage {
  readonly name: FamilyName;
  readonly about: string;
  readonly met: number;
  /** How many cells can be met, and the cells that never were; absent if no table says. */
  readonly possible?: number;
  readonly missing?: readonly MissingCell[];
}

/** A cell that can be met, and never was. */
interface MissingCell {
  readonly cell: string;
  /** The nearest cell that was met: of the cells of its family that begin in the same way, the one met most often. */
  readonly nearest?: { readonly cell: string; readonly times: number };
}

/** All cells that can be met according to the tables, by family. */
export const possibleCells = (): ReadonlyMap<FamilyName, readonly string[]> =>
  new Map(
    families.flatMap(({ name, possible }) => (possible === undefined ? [] : [[name, possible().map((parts) => cellText(name, parts))]])),
  );

/** The coverage of each family. `times`: how many runs met a cell. */
export const reportCoverage = (cells: Iterable<string>, times: (cell: string) => number): readonly FamilyCoverage[] => {
  const met = new Map<string, number>();
  for (const cell of cells) {
    const plain = withoutCount(cell);
    met.set(plain, Math.max(met.get(plain) ?? 0, times(cell)));
  }
  const byFamily = new Map<string, (readonly [string, number])[]>();
  for (const one of met) {
    const family = one[0].slice(0, one[0].indexOf(':'));
    byFamily.set(family, [...(byFamily.get(family) ?? []), one]);
  }
  const possible = possibleCells();
  return families.map((family) => familyCoverage(family, byFamily.get(family.name) ?? [], possible.get(family.name)));
};

const familyCoverage = (
  { name, about }: Family,
  met: readonly (readonly [cell: string, times: number])[],
  possible: readonly string[] | undefined,
): FamilyCoverage => {
  if (possible === undefined) return { name, about, met: met.length };
  const known = new Set(met.map(([cell]) => cell));
  const missing = possible.filter((cell) => !known.has(cell)).map((cell) => missingCell(cell, met));
  // A cell that was met, and that no table lists, is missing there. It counts as met.
  return { name, about, met: met.length, possible: new Set([...possible, ...known]).size, missing };
};

const missingCell = (cell: string, met: readonly (readonly [cell: string, times: number])[]): MissingCell => {
  const begin = cell.slice(0, cell.lastIndexOf(' · ') + 3);
  const alike = met.filter(([other]) => other.startsWith(begin));
  if (alike.length === 0) return { cell };
  const [nearest, times] = alike.reduce((most, one) => (one[1] > most[1] ? one : most));
  return { cell, nearest: { cell: nearest, times } };
};
