import { type Field, fieldNames, type Mapping } from './fields.ts';

/** More columns that are left out than this are counted. */
const leftOutShown = 12;

/** Lists the field of each column, and the unused columns: a person checks this first. */
export const describeColumns = (columns: readonly string[], sources: Mapping, given: Mapping): string => {
  const read = fieldNames.filter((field) => field !== unread && sources.has(field));
  const taken = new Set(read.map((field) => sources.get(field)?.column));
  const parts = [
    read.map((field) => `${field}=${sources.get(field)?.column}`).join(', '),
    describeLeftOut(columns.filter((column) => !taken.has(column))),
    ...doubtStarts(sources, given),
  ];
  return parts.filter((part) => part !== '').join('; ');
};

/** A row's own name says nothing about an endpoint. */
const unread: Field = 'id';

const describeLeftOut = (columns: readonly string[]): string => {
  const shown = columns.slice(0, leftOutShown).join(', ');
  const more = columns.length - leftOutShown;
  return columns.length === 0 ? '' : `left out: ${shown}${more > 0 ? `, … and ${more} more` : ''}`;
};

/** A start may be that of the job's life. A column that is taken for the start only by its name shifts all arrivals if that is wrong. */
const doubtStarts = (sources: Mapping, given: Mapping): readonly string[] => {
  const column = sources.get('started')?.column;
  return column === undefined || given.has('started') || sources.has('submitted')
    ? []
    : [`${column} is taken as started; if it is when the job came: --map submitted=${column}`];
};
