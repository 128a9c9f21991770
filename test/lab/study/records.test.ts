import { expect, test } from 'vitest';
import { widenForRecords } from '../../../engine/lab/study/report/quoted.ts';
import { read, studyOf } from './reading.ts';

const lines = (more: string) => `vary: { workers.max: [6, 8] }\n${more}`;

test('an interval holds what records leave open: of those as long as a play, as much as one play more', () => {
  // A play lasts two minutes.
  const found = { mean: 100, low: 97, high: null };
  const wide = (records: string, plays = 3) => widenForRecords('cost', found, plays, studyOf(lines(`records: ${records}`)));
  expect(wide('2m')).toStrictEqual({ mean: 100, low: 94, high: null });
  expect(wide('6m', 24)).toStrictEqual({ mean: 100, low: 91, high: null });
  expect(wide('100ms').low).toBe(0);
  expect(widenForRecords('cost', found, 3, studyOf(lines('seeds: 3')))).toBe(found);
});

test('records of no time are refused', () => {
  expect(read(lines('records: 0s'))).toStrictEqual(['s/a.study.yaml:4:10: records: must be longer than nothing']);
});
