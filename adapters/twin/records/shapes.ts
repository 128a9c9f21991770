import { BadRecords } from './badRecords.ts';
import { type CountReader, minutesOfDay, readMinutes, readPolls } from './counts.ts';
import type { Field, FieldColumn, Mapping } from './fields.ts';

/** Public records that are known by the columns of their header. */
export interface KnownShape {
  readonly name: string;
  /** All of these are there, and none of the others. */
  readonly columns: readonly string[];
  readonly without?: readonly string[];
  readonly fields: Partial<Readonly<Record<Field, FieldColumn>>>;
  /** Set if a row is not a job, but counts jobs. The argument is the number of files of this shape before. */
  readonly counts?: (fileNumber: number) => CountReader;
}

const column = (name: string, unit: FieldColumn['unit'] = undefined): FieldColumn => ({ column: name, unit });

/** The second version of BurstGPT has all columns of the first, too. */
// biome-ignore format: a table
const shapes: readonly KnownShape[] = [
  { name: 'BurstGPT 2',                       columns: ['Timestamp', 'Session ID', 'Elapsed time', 'Model', 'Request tokens', 'Response tokens', 'Log Type'],
    fields: { submitted: column('Timestamp', 's'), execution: column('Elapsed time', 's'), size: column('Request tokens') } },
  { name: 'BurstGPT 1',                       columns: ['Timestamp', 'Model', 'Request tokens', 'Response tokens', 'Total tokens', 'Log Type'], without: ['Elapsed time'],
    fields: { submitted: column('Timestamp', 's'), size: column('Request tokens') } },
  { name: 'Azure LLM inference 2023 or 2024', columns: ['TIMESTAMP', 'ContextTokens', 'GeneratedTokens'],
    fields: { submitted: column('TIMESTAMP'), size: column('ContextTokens') } },
  { name: 'Azure Functions 2021',             columns: ['app', 'func', 'end_timestamp', 'duration'],
    fields: { ended: column('end_timestamp', 's'), execution: column('duration', 's') } },
  { name: 'Azure Functions 2019',             columns: ['HashOwner', 'HashApp', 'HashFunction', 'Trigger', ...minutesOfDay],
    fields: {}, counts: readMinutes },
  { name: 'polls of health',                  columns: ['jobs', 'workers'],
    fields: {}, counts: readPolls },
  { name: 'polls of health',                  columns: ['completed', 'inProgress', 'inQueue'],
    fields: {}, counts: readPolls },
  { name: 'Mooncake',                         columns: ['timestamp', 'input_length', 'output_length', 'hash_ids'],
    fields: { submitted: column('timestamp', 'ms'), size: column('input_length') } },
];

/** Which public records have these columns; undefined if none has. Throws {@link BadRecords} if two have, and the user maps no columns. */
export const findShape = (columns: readonly string[], given: Mapping, file: string): KnownShape | undefined => {
  const there = new Set(columns);
  const [shape, other] = shapes.filter(
    ({ columns: all, without = [] }) => all.every((name) => there.has(name)) && !without.some((name) => there.has(name)),
  );
  if (shape === undefined || other === undefined) return shape;
  if (given.has('submitted') || given.has('ended')) return undefined;
  throw new BadRecords(
    `${file}: its columns are those of ${shape.name} and of ${other.name}: say what is meant, such as --map submitted=${timeColumn(shape)} or --map submitted=${timeColumn(other)}`,
  );
};

const timeColumn = ({ fields: { submitted, ended } }: KnownShape): string => (submitted ?? ended)?.column ?? 'COLUMN';
