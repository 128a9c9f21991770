import { describe, expect, test } from 'vitest';
import { listCharts } from '../../adapters/console/app/model/charts/charts.ts';
import { listLaneRows } from '../../adapters/console/app/model/charts/laneRows.ts';
import { makeTimeScale } from '../../adapters/console/app/model/charts/timeScale.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { fleetIn } from '../../adapters/console/app/model/scope/fleetIn.ts';
import { choicesIn, countStatuses, readTapeLines } from '../../adapters/console/app/model/scope/scope.ts';
import { busyEntries, busyHeader, busyLog } from './support.ts';

const log = busyLog();
const { endpoint: endpoints, host: hosts, status: statuses } = choicesIn(log);
const times = [...new Set(busyEntries.map(({ at }) => at))];
/** Some of them: a state at each takes its time. */
const instants = times.filter((_, k) => k % 16 === 0);
/** The last entry of an instant. */
const seqAt = (at: number) => log.lastUpTo(at);

const valueAt = ({ times, counts }: { readonly times: readonly number[]; readonly counts: readonly number[] }, at: number): number =>
  counts[times.findLastIndex((time) => time <= at)] ?? 0;

describe('a part of the world', () => {
  test('is chosen from what the log has', () => {
    expect(endpoints).toContain('ep-a');
    expect(hosts.length).toBeGreaterThan(1);
    expect(statuses).toEqual(expect.arrayContaining(['IN_QUEUE', 'RUNNING']));
    expect(statuses).not.toContain('REMOVED');
  });

  test('has its own line on the tape: those of the endpoints together are the whole one', () => {
    const each = endpoints.map((endpoint) => readTapeLines(log, { endpoint }).depth);
    for (const at of instants)
      expect(each.reduce((sum, depth) => sum + valueAt(depth, at), 0)).toBe(valueAt(readTapeLines(log, {}).depth, at));
  });

  test.each(['IN_QUEUE', 'RUNNING', 'COMPLETED'])('of status %s counts what the state has', (status) => {
    const { depth, counted } = readTapeLines(log, { status });
    expect(counted).toBe(status);
    for (const at of instants) {
      const state = log.stateAt(seqAt(at));
      const all = (['job', 'request', 'worker', 'pod'] as const).flatMap((kind) => [...state.all(kind)]);
      expect(valueAt(depth, at)).toBe(all.filter((one) => one.status === status).length);
    }
  });

  test('is counted rightly where the log has forgotten its beginning', () => {
    const short = new RunLog(busyHeader, 100);
    for (let k = 0; k < busyEntries.length; k += 50) short.append(busyEntries.slice(k, k + 50));
    expect(short.first).toBeGreaterThan(0);
    for (const scope of [{ status: 'RUNNING' }, { endpoint: 'ep-a' }])
      for (const at of instants.filter((time) => time > short.begin))
        expect(valueAt(readTapeLines(short, scope).depth, at)).toBe(valueAt(readTapeLines(log, scope).depth, at));
  });

  test('of a host counts the workers that are there', () => {
    const running = new Map(hosts.map((host) => [host, countStatuses(log, { host }, 'worker').get('RUNNING')]));
    for (const at of instants) {
      const there = [...log.stateAt(seqAt(at)).all('worker')].filter((one) => one.status === 'RUNNING');
      for (const [host, trace] of running)
        expect(trace?.values[trace.times.findLastIndex((time) => time <= at)] ?? 0).toBe(
          there.filter(({ placement }) => placement?.hostId === host).length,
        );
    }
  });

  test('has the failures of its own, and refused calls of its endpoint', () => {
    const each = endpoints.map((endpoint) => readTapeLines(log, { endpoint }).landmarks.seqs);
    const rest = readTapeLines(log, { endpoint: '' }).landmarks.seqs;
    expect([...each.flat(), ...rest].sort((a, b) => a - b)).toStrictEqual(
      log.landmarks.seqs.filter((seq) => [...each.flat(), ...rest].includes(seq)),
    );
    expect(each.flat().length).toBeGreaterThan(0);
    expect(readTapeLines(log, { host: 'no-such-host' }).landmarks.seqs).toStrictEqual([]);
  });

  test('has its lanes, and no name of a host without one', () => {
    const whole = listLaneRows(log.lanes.groups);
    const [host = ''] = hosts;
    expect(listLaneRows(log.lanes.groups, { host }).every((row) => row.host === host)).toBe(true);
    const own = listLaneRows(log.lanes.groups, { endpoint: 'ep-a' });
    expect(own.length).toBeLessThan(whole.length);
    expect(own.every(({ lane }) => lane === undefined || lane.owner === 'ep-a')).toBe(true);
    const busy = listLaneRows(log.lanes.groups, { status: 'RUNNING' }, { from: 0, to: 0 });
    expect(busy).toStrictEqual([]);
  });

  test('has the charts that are known of it', () => {
    const idsOf = (scope: object) => listCharts(log, { scale: makeTimeScale(instants), width: 300, scope }).map(({ id }) => id);
    expect(idsOf({ endpoint: 'ep-a' })).toContain('spend');
    expect(idsOf({ host: hosts[0] }).filter((id) => id.includes('wait') || id.includes('spen'))).toStrictEqual([]);
    expect(idsOf({ status: 'RUNNING' })).toContain('workers');
  });

  test('has its fleet at the moment', () => {
    const state = log.stateAt(log.length);
    expect(fleetIn(state, {}).endpoints.length).toBe([...state.all('endpoint')].length);
    for (const { entity } of fleetIn(state, { host: hosts[0] }).holders) expect(entity.placement?.hostId).toBe(hosts[0]);
    expect(fleetIn(state, { endpoint: 'ep-a' }).endpoints.map(({ id }) => id)).toStrictEqual(['ep-a']);
  });
});
