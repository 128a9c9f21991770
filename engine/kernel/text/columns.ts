/**
 * Rows of cells as lines, each cell below the others of its column, two spaces apart. No line ends with spaces. `isRight`: whether the cells of a
 * column, counted from 0, are aligned to the right, as numbers are.
 */
export const alignColumns = (
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean = () => false,
): readonly string[] => {
  const count = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const widths = Array.from({ length: count }, (_, column) => rows.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), 0));
  return rows.map((cells) =>
    cells
      .map((cell, column) => (isRight(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
};

/** All columns but the first: of a table of numbers with a name in each row. */
export const afterFirst = (column: number): boolean => column > 0;
