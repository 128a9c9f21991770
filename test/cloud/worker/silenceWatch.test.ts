import { describe, expect, test } from 'vitest';
import { type SilenceOptions, SilenceWatch } from '../../../adapters/host/clock/silenceWatch.ts';
import { delayMax } from '../../../adapters/host/clock/wallClock.ts';
import type { StateChange } from '../../../engine/cloud/state/state.ts';
import { HandWall } from '../../support/handWall.ts';

/** The watch of one worker's process, which has pinged once, in a world with these settings. */
const watching = (settings: object = {}, options: Partial<SilenceOptions> = {}, real: object = {}) => {
  const wall = new HandWall();
  const told: string[] = [];
  const entity = {
    id: 'ep-a-w1',
    status: 'RUNNING',
    tries: 1,
    real: { pingedAt: 0, leftAt: null as number | null, isWatched: true, ...real },
  };
  const world = {
    state: { find: () => entity, all: () => [entity] },
    settings: { worker: { pingInterval: 10_000, pingsMissed: 3, pollGap: 10_000, ...settings } },
  } as unknown as SilenceOptions['world'];
  const watch = new SilenceWatch({ world, wall, tell: ({ id }) => told.push(id), ...options });
  const change = { kind: 'worker', id: entity.id, entity } as unknown as StateChange;
  const changes = () => {
    watch.note(change);
    watch.followChanges();
  };
  changes();
  return { wall, told, watch, changes, entity, note: () => watch.note(change) };
};

describe('the watch of a process', () => {
  test('reports it lost after three pings that did not come', () => {
    const { wall, told } = watching();
    wall.pass(29_999);
    expect(told).toStrictEqual([]);
    wall.pass(1);
    expect(told).toStrictEqual(['workerSilent']);
  });

  test('says which start of the container it watched: the next process has nothing to do with it', () => {
    const reports: unknown[] = [];
    const { wall } = watching({}, { tell: ({ id }, workerId, body) => reports.push([id, workerId, body]) });
    wall.pass(30_000);
    expect(reports).toStrictEqual([['workerSilent', 'ep-a-w1', { start: 1 }]]);
  });

  test('counts no silence while the world refuses every call, and begins again when it hears', () => {
    let isDeaf = true;
    const { wall, told } = watching({}, { isDeaf: () => isDeaf });
    wall.pass(599_999);
    isDeaf = false;
    wall.pass(29_000);
    expect(told).toStrictEqual([]);
    wall.pass(1_000);
    expect(told).toStrictEqual(['workerSilent']);
  });

  test('counts no silence while a call of the process waits for the turn of the world', () => {
    const { wall, told, watch } = watching();
    const heard = watch.holdBack('ep-a-w1');
    wall.pass(120_000);
    heard();
    wall.pass(29_000);
    expect(told).toStrictEqual([]);
    wall.pass(1_000);
    expect(told).toStrictEqual(['workerSilent']);
  });

  test('sets no alarm that a timer of Node cannot hold, however long a process may be silent', () => {
    const delays: number[] = [];
    const after = (ms: number) => {
      delays.push(ms);
      return () => undefined;
    };
    const wall = { now: () => 0, after };
    watching({ pingInterval: 864_000_000 }, { wall });
    expect(delays).toStrictEqual([delayMax]);
  });

  test('counts in whole seconds, as the variable of a process does that says how often to ping', () => {
    const { wall, told } = watching({ pingInterval: 200 });
    wall.pass(2_999);
    expect(told).toStrictEqual([]);
    wall.pass(1);
    expect(told).toStrictEqual(['workerSilent']);
  });

  test('begins anew where the process has asked and left again before its worker was looked at', () => {
    const { wall, told, changes, note, entity } = watching({}, {}, { pingedAt: null, leftAt: 0 });
    wall.pass(9_000);
    entity.real.leftAt = null;
    note();
    entity.real.leftAt = 9_000;
    changes();
    wall.pass(9_999);
    expect(told).toStrictEqual([]);
    wall.pass(1);
    expect(told).toStrictEqual(['workerSilent']);
  });

  test('ends with its world, whatever still changes in it', () => {
    const { wall, told, watch, changes } = watching();
    watch.stop();
    changes();
    wall.pass(600_000);
    expect(told).toStrictEqual([]);
  });
});
