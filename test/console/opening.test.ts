import { describe, expect, test } from 'vitest';
import { Desk } from '../../adapters/console/app/model/desk.ts';
import { findAnswer, findFailure } from '../../adapters/console/app/model/moment/opening.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { World } from '../../engine/world/world.ts';
import { endpointOf, jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';
import { FakeSource } from './support.ts';

const passed = { verdict: 'pass', failures: [], failedAssertions: [], failureSeqs: [], heldAssertions: [], fingerprint: 'f' } as const;

/** One worker, and jobs that come at these times; each runs for 1 s. */
const playJobs = (times: readonly number[], forMs: number, workers = 1) => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 0, max: workers } })] }));
  const jobs = times.map((at) => jobIdOf(world.call(runOf('ep-a', {}, at))));
  world.advance({ by: forMs });
  const log = new RunLog(world.header);
  log.append([...world.log.entries()]);
  return { world, log, jobs };
};

describe('a run that passes opens', () => {
  test('on the job that waited longest, when its wait ended', () => {
    const { log, jobs } = playJobs([0, 10, 20], 120_000);
    const opening = findAnswer(passed, log);
    // The first waits for the worker to start, and each of the others for a job longer, less its own 10 ms.
    expect(opening).toMatchObject({ id: jobs[2], waitedMs: log.at(opening?.seq ?? 0) - 20 });
    expect(log.entry(opening?.seq ?? 0)?.event.type).toBe('JobStarted');
  });

  test('at its end, on the job that still waits, if that waits longest', () => {
    const { log, jobs } = playJobs([0], 20_000, 0);
    expect(findAnswer(passed, log)).toStrictEqual({ id: jobs[0], seq: log.length, waitedMs: log.end });
  });

  test('at its end if no job waited', () => expect(findAnswer(passed, new RunLog(new World(worldOf({})).header))).toBeUndefined());
});

describe('a run that fails opens', () => {
  const failed = { ...passed, verdict: 'fail', failureSeqs: [7, undefined, 3] } as const;

  test('on its first failure, whatever waited', () => {
    const { log } = playJobs([0, 10], 120_000);
    for (const find of [findAnswer, findFailure])
      expect(find(failed, log)).toStrictEqual({ seq: 3, id: log.subject(3), waitedMs: undefined });
  });
});

describe('the desk', () => {
  const { world, jobs } = playJobs([0, 10], 120_000);
  const entries = [...world.log.entries()];
  const opened = (seq?: number) => {
    const [desk, source] = [new Desk(), new FakeSource()];
    desk.open(source, seq, findAnswer);
    source.sink?.begin(world.header, 'a');
    source.sink?.append(entries);
    return { desk, end: () => source.sink?.end(passed) };
  };

  test('stands there once the run has been read, with the job selected', () => {
    const { desk, end } = opened();
    end();
    expect(desk.seq.value).toBe(desk.opening.value?.seq);
    expect(desk.selected.value).toBe(jobs[1]);
  });

  test('stays where a reader has gone meanwhile, or where a link leads', () => {
    const gone = opened();
    gone.desk.go(2);
    gone.end();
    const led = opened(3);
    led.end();
    expect([gone.desk.seq.value, led.desk.seq.value]).toStrictEqual([2, 3]);
    expect([gone.desk.opening.value, led.desk.opening.value]).toStrictEqual([undefined, undefined]);
  });
});
