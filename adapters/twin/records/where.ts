import { BadRecords } from './badRecords.ts';

/** Rows that are wanted: a column has, or has not, one of these values. */
export interface RowCondition {
  readonly column: string;
  readonly values: ReadonlySet<string>;
  readonly isWanted: boolean;
}

/** `status=COMPLETED`, `endpoint=a|b`, `region!=EU`. */
export const readWhere = (texts: readonly string[]): readonly RowCondition[] =>
  texts.map((text) => {
    const [, column, not, values] = /^\s*([^=!]+?)\s*(!)?=\s*(.*?)\s*$/.exec(text) ?? [];
    if (column === undefined || values === undefined)
      throw new BadRecords(`--where '${text}': write COLUMN=VALUE or COLUMN!=VALUE, such as status=COMPLETED; several values as a|b`);
    return { column, values: new Set(values.split('|')), isWanted: not === undefined };
  });
