import { expect, test } from 'vitest';
import { LogCoverage } from '../../adapters/console/app/model/logCoverage.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { CoverageReader } from '../../engine/world/reports/coverage/coverage.ts';
import { busyEntries, busyHeader } from './support.ts';

const whole = new CoverageReader().readLog(busyEntries).coverage();

test('a log that grows is read once, and meets what it does as a whole', () => {
  const [log, met] = [new RunLog(busyHeader), new LogCoverage()];
  log.append(busyEntries.slice(0, 100));
  const before = met.upTo(log);
  expect(before).toStrictEqual(new CoverageReader().readLog(busyEntries.slice(0, 100)).coverage());
  log.append(busyEntries.slice(100));
  expect(met.upTo(log)).toStrictEqual(whole);
  expect(met.upTo(log)).toStrictEqual(whole);
});
