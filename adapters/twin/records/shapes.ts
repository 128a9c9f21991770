import type { Field, FieldColumn } from './fields.ts';

/** Public records that are known by the columns of their header. */
export interface KnownShape {
  readonly name: string;
  /** All of these are there. */
  readonly columns: readonly string[];
  readonly fields: Partial<Readonly<Record<Field, FieldColumn>>>;
}

const column = (name: string, unit: FieldColumn['unit'] = undefined): FieldColumn => ({ column: name, unit });

/** Those with more columns first: BurstGPT has all columns of its first version in its second, too. */
// biome-ignore format: a table
const shapes: readonly KnownShape[] = [
  { name: 'BurstGPT 2',                       columns: ['Timestamp', 'Session ID', 'Elapsed time', 'Model', 'Request tokens', 'Response tokens', 'Log Type'],
    fields: { submitted: column('Timestamp', 's'), execution: column('Elapsed time', 's'), size: column('Request tokens') } },
  { name: 'BurstGPT 1',                       columns: ['Timestamp', 'Model', 'Request tokens', 'Response tokens', 'Total tokens', 'Log Type'],
    fields: { submitted: column('Timestamp', 's'), size: column('Request tokens') } },
  { name: 'Azure LLM inference 2023 or 2024', columns: ['TIMESTAMP', 'ContextTokens', 'GeneratedTokens'],
    fields: { submitted: column('TIMESTAMP'), size: column('ContextTokens') } },
  { name: 'Azure Functions 2021',             columns: ['app', 'func', 'end_timestamp', 'duration'],
    fields: { ended: column('end_timestamp', 's'), execution: column('duration', 's') } },
  { name: 'Mooncake',                         columns: ['timestamp', 'input_length', 'output_length', 'hash_ids'],
    fields: { submitted: column('timestamp', 'ms'), size: column('input_length') } },
];

/** Which public records have these columns; undefined if none has. */
export const shapeOf = (columns: readonly string[]): KnownShape | undefined => {
  const there = new Set(columns);
  return shapes.find((shape) => shape.columns.every((name) => there.has(name)));
};
