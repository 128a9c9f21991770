import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readLog } from '../../../adapters/store/file/logFile.ts';
import { Readings, readViews } from './readViews.ts';

/** `views.long.test.ts` reads all kept logs, at many entries. */
test('each answer to a read fits its own schema in the middle and at the end of a kept log', () => {
  const log = readLog(fileURLToPath(new URL('kept/busy.ndjson', import.meta.url)));
  const readings = new Readings();
  readViews({ name: 'busy.ndjson', ...log }, Math.ceil(log.entries.length / 2), readings);
  expect(readings.problems.slice(0, 20)).toStrictEqual([]);
  expect(readings.successes.size).toBeGreaterThan(20);
});
