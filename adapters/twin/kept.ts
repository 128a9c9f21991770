import type { TwinFit } from './fitTwin.ts';
import { BadRecords } from './records/badRecords.ts';
import type { Field, FieldColumn, Mapping } from './records/fields.ts';
import type { RowCondition } from './records/where.ts';

/** The result that an import keeps, so that newer records are read in the same way, and compared with the fit. */
export interface KeptTwin {
  readonly seed: string;
  readonly map: Mapping;
  readonly where: readonly RowCondition[];
  /** Whether the hour of the day of a time is known. */
  readonly isCalendar: boolean;
  readonly fit: TwinFit;
}

export const keptFile = 'twin.json';

const format = 2;

/** The same as text, without the models that were tried: these are only in the report. */
export const twinText = ({ map, where, fit, ...rest }: KeptTwin): string => {
  const written = {
    format,
    ...rest,
    map: Object.fromEntries(map),
    where: where.map((row) => ({ ...row, values: [...row.values] })),
    fit: { ...fit, service: { ...fit.service, tried: [] } },
  };
  return `${JSON.stringify(written, (_, value: unknown) => (typeof value === 'number' ? roundNumber(value) : value))}\n`;
};

/** Rounds to whole numbers from a thousand on, and to six digits below. */
const roundNumber = (value: number): number => (Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(6)));

/** Throws {@link BadRecords} if no import wrote the text. */
export const readKept = (file: string, text: string): KeptTwin => {
  const kept = partsIn(text);
  if (kept?.format !== format)
    throw new BadRecords(`${file}: is not what this version of \`podsim twin import\` writes: import the first records again`);
  const { seed, map, where, isCalendar, fit } = kept;
  return {
    seed,
    map: new Map(Object.entries(map) as [Field, FieldColumn][]),
    where: where.map((row) => ({ ...row, values: new Set(row.values) })),
    isCalendar,
    fit,
  };
};

interface KeptParts extends Pick<KeptTwin, 'seed' | 'isCalendar' | 'fit'> {
  readonly format: number;
  readonly map: Readonly<Record<string, FieldColumn>>;
  readonly where: readonly (Omit<RowCondition, 'values'> & { readonly values: readonly string[] })[];
}

const partsIn = (text: string): KeptParts | undefined => {
  try {
    return JSON.parse(text) as KeptParts;
  } catch {
    return undefined;
  }
};
