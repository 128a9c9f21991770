import { suggestion } from '../../../engine/kernel/index.ts';
import { BadRecords } from './badRecords.ts';
import { type TimeUnitName, unitNames } from './times.ts';

/** The fields that a row may have of a job. */
export type Field = 'id' | 'submitted' | 'started' | 'ended' | 'delay' | 'execution' | 'status' | 'worker' | 'retries' | 'size';

/** The known names of columns, without `_`, `-`, blanks and capitals; the names in the platform's own API come first. */
// biome-ignore format: a table
const names: Readonly<Record<Field, readonly string[]>> = {
  id:        ['id', 'jobid', 'requestid'],
  submitted: ['submitted', 'submittedat', 'createdat', 'created', 'arrival', 'arrived', 'arrivedat', 'arrivaltime', 'queuedat', 'timestamp', 'ts', 'time', 'at'],
  started:   ['started', 'startedat', 'starttime', 'start'],
  ended:     ['ended', 'endedat', 'completed', 'completedat', 'finished', 'finishedat', 'endtime', 'endtimestamp', 'end'],
  delay:     ['delaytime', 'delay', 'delayms', 'queuetime', 'queuems', 'wait', 'waitms', 'waits'],
  execution: ['executiontime', 'execution', 'executionms', 'duration', 'durationms', 'durations', 'took', 'runtime'],
  status:    ['status', 'state', 'outcome'],
  worker:    ['workerid', 'worker', 'workername'],
  retries:   ['retries', 'retrycount'],
  size:      ['size', 'inputsize', 'tokens', 'prompttokens', 'contexttokens', 'requesttokens', 'inputlength'],
};
export const fieldNames = Object.keys(names) as Field[];

/** A column that a field is read from. */
export interface FieldColumn {
  readonly column: string;
  /** Of its numbers; undefined if unknown. */
  readonly unit: TimeUnitName | undefined;
}
export type Mapping = ReadonlyMap<Field, FieldColumn>;

/** `submitted=ts,execution=took:s`: which columns the fields are in. */
export const readMap = (texts: readonly string[]): Mapping => {
  const map = new Map<Field, FieldColumn>();
  for (const part of texts.flatMap((text) => text.split(','))) {
    const [, field = '', column = '', unit] = /^\s*([^=\s]+)\s*=\s*(.+?)(?::(ns|us|ms|s|m|h))?\s*$/.exec(part) ?? [];
    if (column === '') throw new BadRecords(`--map '${part}': write FIELD=COLUMN, such as submitted=ts, or execution=took:s with a unit`);
    if (!fieldNames.includes(field as Field))
      throw new BadRecords(
        `--map '${part}': '${field}' is no field${suggestion(field, fieldNames, 'podsim twin import --help', 'the fields')}`,
      );
    map.set(field as Field, { column, unit: unitNames.find((one) => one === unit) });
  }
  return map;
};

/** The columns of the fields: as the map names them, or known by their names. */
export const findColumns = (columns: readonly string[], given: Mapping, place: string): Mapping => {
  const found = new Map<Field, FieldColumn>();
  for (const [field, source] of given) {
    const [, named = '', unit = ''] = /^(.+):([^:]*)$/.exec(source.column) ?? [];
    if (!columns.includes(source.column) && columns.includes(named))
      throw new BadRecords(`${place}: '${unit}' is no unit of ${named}; the units are ${unitNames.join(', ')}, where m is a minute`);
    if (!columns.includes(source.column))
      throw new BadRecords(
        `${place}: there is no column '${source.column}'${suggestion(source.column, columns, 'the first line', 'the columns')}`,
      );
    found.set(field, { ...source, unit: source.unit ?? unitIn(source.column) });
  }
  const taken = new Set([...found.values()].map(({ column }) => column));
  for (const field of fieldNames) {
    if (found.has(field)) continue;
    const fitting = columns.filter((column) => !taken.has(column) && names[field].includes(plain(column)));
    if (fitting.length > 1)
      throw new BadRecords(
        `${place}: ${fitting.map((one) => `'${one}'`).join(' and ')} may both be ${field}: say which with --map ${field}=${fitting[0]}`,
      );
    const [column] = fitting;
    if (column !== undefined) found.set(field, { column, unit: unitIn(column) });
  }
  return found;
};

const plain = (column: string): string => column.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A unit at the end of a name: `wait_ms`, `took (s)`. */
const unitIn = (column: string): TimeUnitName | undefined => {
  const [, end = ''] = /[^A-Za-z0-9](ns|us|ms|s|sec|secs|seconds|m|h)\)?$/i.exec(column) ?? /(Ms)$/.exec(column) ?? [];
  const unit = end.toLowerCase();
  return unit.startsWith('sec') ? 's' : unitNames.find((one) => one === unit);
};
