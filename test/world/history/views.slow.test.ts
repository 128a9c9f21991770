import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readLog } from '../../../adapters/store/file/logFile.ts';
import { Readings, readViews } from './readViews.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The oldest format, which every upcaster has a part in, and the newest. `views.long.test.ts` reads all, at many entries. */
const formats = readdirSync(here)
  .flatMap((name) => /^format-(\d+)\.ndjson$/.exec(name)?.[1] ?? [])
  .map(Number);

test.each([Math.min(...formats), Math.max(...formats)])(
  'each answer to a read fits its own schema in the middle and at the end of a log of format %d',
  (format) => {
    const name = `format-${format}.ndjson`;
    const log = readLog(`${here}${name}`);
    const readings = new Readings();
    readViews({ name, ...log }, Math.ceil(log.entries.length / 2), readings);
    expect(readings.problems.slice(0, 20)).toStrictEqual([]);
    expect(readings.successes.size).toBeGreaterThan(20);
  },
);
