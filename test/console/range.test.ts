import { describe, expect, test } from 'vitest';
import { numbersIn, showNumbers } from '../../adapters/console/app/model/charts/numbers.ts';
import { type ChosenRange, rangeBefore, rangeMeant, rangeOfText, rangeText } from '../../adapters/console/app/model/charts/range.ts';
import { Desk } from '../../adapters/console/app/model/desk.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { recordEndpoint } from '../../engine/world/reports/record/recordLog.ts';
import { percentile } from '../../engine/world/reports/record/samples.ts';
import { World } from '../../engine/world/world.ts';
import { endpointOf, runOf, worldOf } from '../support/worlds/worlds.ts';
import { FakeSource } from './support.ts';

/** One worker, always up; every 10 s a job of 4 s, in the second minute two at once; a call of nothing after 90 s. */
const world = new World(
  worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'fixed', ms: 4_000 } })] }),
);
for (let at = 0; at < 120_000; at += 10_000) for (let k = 0; k < (at < 60_000 ? 1 : 2); k++) world.call(runOf('ep-a', { at }, at));
world.advance({ by: 30_000 });
const log = new RunLog(world.header);
log.append([...world.log.entries()]);
const whole = { from: 0, to: world.now };

describe('the numbers of a range', () => {
  test('of the whole run are those of its report', () => {
    const { jobs, utilization } = recordEndpoint(world.log.entries(), world.now);
    const numbers = numbersIn(log, whole);
    expect([numbers.p50, numbers.p95, numbers.p99]).toStrictEqual([50, 95, 99].map((percent) => percentile(jobs.waits.ms, percent, 100)));
    expect(numbers.utilization).toBeCloseTo(utilization, 6);
  });

  test('of two ranges that meet add up, and nothing is in both', () => {
    const [first, second, both] = [{ from: 0, to: 60_000 }, { from: 60_000, to: whole.to }, whole].map((range) => numbersIn(log, range));
    expect((first?.spend ?? 0) + (second?.spend ?? 0)).toBeCloseTo(both?.spend ?? 0, 9);
    for (const count of ['failures', 'refusals'] as const) expect((first?.[count] ?? 0) + (second?.[count] ?? 0)).toBe(both?.[count]);
  });

  test('say how they differ from as long a time before', () => {
    const now = { from: 60_000, to: 110_000 };
    const before = rangeBefore(now, whole);
    expect(before).toStrictEqual({ from: 10_000, to: 60_000 });
    const rows = new Map(showNumbers(numbersIn(log, now), numbersIn(log, before ?? now)).map((row) => [row.name, row]));
    // Of two jobs at once one waits for the other.
    expect(rows.get('p95')).toMatchObject({ value: '4 s', change: 'new', isWorse: true });
    expect(rows.get('utilization')).toMatchObject({ value: '80 %', isWorse: false });
    expect(rows.get('failures')).toMatchObject({ value: '0', change: '' });
  });

  test('are compared with nothing where the log does not reach back so far', () => {
    expect(rangeBefore({ from: 10_000, to: 60_000 }, whole)).toBeUndefined();
    expect(rangeBefore(whole, whole)).toBeUndefined();
    expect(showNumbers(numbersIn(log, whole), undefined).every(({ change }) => change === '')).toBe(true);
  });
});

describe('a range', () => {
  // biome-ignore format: a table
  test.each([
    ['nothing chosen', undefined,                    { from: 0, to: 100 }],
    ['the last',       { last: 30 },                 { from: 70, to: 100 }],
    ['more than all',  { last: 500 },                { from: 0, to: 100 }],
    ['two times',      { from: 20, to: 40 },         { from: 20, to: 40 }],
    ['beyond the end', { from: 90, to: 400 },        { from: 90, to: 100 }],
  ] as const)('of %s', (_, chosen: ChosenRange, meant) => expect(rangeMeant(chosen, { from: 0, to: 100 })).toStrictEqual(meant));

  test('stands in an address, and what is none is not read', () => {
    for (const chosen of [undefined, { last: 60_000 }, { from: 5, to: 900 }])
      expect(rangeOfText(rangeText(chosen) ?? '')).toStrictEqual(chosen);
    for (const text of ['', '0', '9-3', '5-5', '-5', '1e3', '5m', 'x'.repeat(50)]) expect(rangeOfText(text)).toBeUndefined();
  });

  test('is what all views show: the scale begins and ends with it, and the last of a log moves with its end', () => {
    const desk = new Desk();
    const source = new FakeSource();
    desk.open(source);
    source.sink?.begin(world.header, 'a run');
    const entries = [...world.log.entries()];
    const half = Math.floor(entries.length / 2);
    source.sink?.append(entries.slice(0, half));
    desk.chosenRange.value = { last: 20_000 };
    const end = () => desk.log?.end ?? 0;
    const first = end();
    expect([desk.scale.value.begin, desk.scale.value.end]).toStrictEqual([first - 20_000, first]);
    source.sink?.append(entries.slice(half));
    expect(end()).toBeGreaterThan(first);
    expect([desk.scale.value.begin, desk.scale.value.end]).toStrictEqual([end() - 20_000, end()]);
    expect(desk.scale.value.holds(first)).toBe(false);
    desk.chosenRange.value = undefined;
    expect(desk.scale.value.holds(first)).toBe(true);
  });
});
