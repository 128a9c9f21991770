import { expect, test } from 'vitest';
import { selectFrom } from '../../adapters/twin/records/from.ts';
import { JobTable } from '../../adapters/twin/records/jobTable.ts';
import type { JobRecords } from '../../adapters/twin/records/readJobs.ts';

const begun = Date.UTC(2026, 9, 5);

/** A job at the beginning of each of ten days. */
const recordsFrom = (first: number, isCalendar: boolean): JobRecords => {
  const jobs = new JobTable();
  for (let day = 0; day < 10; day++)
    jobs.add({
      ...{ line: 0, submitted: first + day * 86_400_000, delay: 0, execution: 1, size: 0, retries: 0 },
      status: undefined,
      worker: undefined,
    });
  return { jobs, isCalendar, understood: [] } as unknown as JobRecords;
};
const dated = recordsFrom(begun, true);

// biome-ignore format: a table
test.each([
  ['a date-time',                      dated,                  '2026-10-11T00:00',     4],
  ['a date-time with a zone',          dated,                  '2026-10-11T01:00:00+02:00', 4],
  ['how long after the first',         dated,                  '7d',                   3],
  ['the same, where there are no dates', recordsFrom(0, false), '7d',                  3],
])('records from a time on: %s', (_, records, from, count) => {
  const { jobs, understood } = selectFrom(records, from);
  expect(jobs.length).toBe(count);
  expect(understood).toStrictEqual([`${10 - count} jobs before ${from} left out by --from`]);
});

test('all of them, unless a time is given', () => {
  expect(selectFrom(dated, undefined)).toBe(dated);
});

// biome-ignore format: a table
test.each([
  [dated,                 'soon',             "--from 'soon': give a time of the records such as 2026-01-31T10:00, or how long after the first job, such as 6d"],
  [recordsFrom(0, false), '2026-10-11T00:00', "--from '2026-10-11T00:00': give a time of the records, or how long after the first job, such as 6d"],
  [dated,                 '11d',              "--from '11d': no job came from then on: the last one came at 2026-10-14T00:00:00.000Z"],
])('what is none is refused: %#', (records, from, words) => {
  expect(() => selectFrom(records, from)).toThrow(words);
});
