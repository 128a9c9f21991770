import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { readPlaces, startCoverage, takeCoverage } from './coverage.mjs';

// Set up before each test file, in each process of tests: says which of the drawn places the file runs, and how long it works.
const folder = process.env['PODSIM_SAMPLE'] ?? '';
const places = readPlaces(join(folder, 'places.json'));
const shared = globalThis as { podsimSampleStarted?: boolean };

if (shared.podsimSampleStarted === undefined) startCoverage();
else takeCoverage(places);
shared.podsimSampleStarted = true;
const before = process.cpuUsage();

afterAll(() => {
  const { user, system } = process.cpuUsage(before);
  const line = { name: expect.getState().testPath, seconds: (user + system) / 1e6, ...takeCoverage(places) };
  appendFileSync(join(folder, `tests-${process.pid}.ndjson`), `${JSON.stringify(line)}\n`);
});
