import { describe, expect, test } from 'vitest';
import { Desk } from '../../adapters/console/app/model/desk.ts';
import { findAnswer, findFailure } from '../../adapters/console/app/model/moment/opening.ts';
import type { RunOutcome } from '../../adapters/console/app/model/port/source.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { playRun } from '../../adapters/console/app/source/player.ts';
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
    for (const find of [findAnswer, findFailure]) expect(find(failed, log)).toStrictEqual({ seq: 3, id: log.subject(3) });
  });
});

describe('a scenario that was played', () => {
  /** As the worker of a page plays it; where it is opened, and what the log has there. */
  const openingOf = (rest: string) => {
    const world = 'world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }] }';
    let log: RunLog | undefined;
    let outcome: RunOutcome | undefined;
    const text = `title: a\nseed: s\n${world}\n${rest}`;
    playRun({ scenario: { file: 'a.scenario.yaml', text, files: {} }, index: 0 }, (message) => {
      if (message.type === 'failed') throw new Error(message.problems.join());
      if (message.type === 'began') log = new RunLog(message.header);
      if (message.type === 'appended') log?.append(message.entries);
      if (message.type === 'ended') outcome = message.outcome;
    });
    if (log === undefined || outcome === undefined) throw new Error('it was not played');
    const opening = findAnswer(outcome, log);
    return { verdict: outcome.verdict, about: outcome.failureIds, log, opening, name: opening?.id && log.names.findName(opening.id) };
  };
  const twoJobs = `steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { first: id } }
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { second: id } }
`;

  test('opens on the failing step and its job, though the newest entry then is about another', () => {
    const failing = `  - { at: 1s, act: status, with: { endpoint: ep-a, job: $first }, expect: { body: { status: COMPLETED } } }\n`;
    const { verdict, log, opening, name } = openingOf(twoJobs + failing);
    expect([verdict, name]).toStrictEqual(['fail', 'job-1']);
    expect(log.subject(opening?.seq ?? 0)).not.toBe(opening?.id);
    expect(log.at(opening?.seq ?? 0)).toBeLessThanOrEqual(1_000);
  });

  test('opens on the job that a step waited for in vain, at the end', () => {
    const { verdict, log, opening, name } = openingOf(`${twoJobs}  - { when: job $second is FAILED, within: 1m }\n`);
    expect([verdict, name, opening?.seq]).toStrictEqual(['incomplete', 'job-2', log.length]);
  });

  test('opens on what a step has made that failed, and on what an assertion names', () => {
    const made =
      '  - { at: 9s, act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { third: id }, expect: { body: { status: COMPLETED } } }\n';
    const { about, name, opening } = openingOf(twoJobs + made);
    expect([name, about]).toStrictEqual(['job-3', [opening?.id]]);
    const asserted = `assert:\n  - { sequence: [JobQueued, JobFailed], of: $second }\n`;
    expect(openingOf(twoJobs + asserted)).toMatchObject({ verdict: 'fail', name: 'job-2' });
  });

  const load = 'load:\n  - { with: { endpoint: ep-a, body: { input: {} } }, mayBeRefused: true, constant: { every: 1s }, for: 5s }\n';
  const faults = 'faults:\n  - { fault: api-error, match: { operation: run }, window: { from: 2s, to: 4s } }\n';

  test('opens on the first refusal that no step expects', () => {
    const refusedStep = 'steps:\n  - { act: cancel, with: { endpoint: ep-a, job: nowhere }, expect: { status: 404 } }\n';
    const { verdict, log, opening, name } = openingOf(faults + refusedStep + load);
    expect([verdict, name]).toStrictEqual(['pass', 'ep-a']);
    expect(opening?.refused).toMatchObject({ at: 2_000, call: { operation: 'run' } });
    expect(log.entry(opening?.seq ?? 0)).toMatchObject({ at: 2_000, event: { type: 'InputRefused' } });
    // The expected one came before.
    expect(log.requests.rows.find(({ refusal }) => refusal !== undefined)?.call.operation).toBe('cancel');
  });

  test('opens on the first refusal of a recording that its input does not expect', () => {
    const refusedAt = (at: number, expected = '') => `  - { at: ${at}s, act: cancel, with: { endpoint: ep-a, job: nowhere }${expected} }\n`;
    const { verdict, opening } = openingOf(`inputs:\n${refusedAt(2, ', expect: { status: 404 }')}${refusedAt(3)}`);
    expect([verdict, opening?.refused?.at]).toStrictEqual(['pass', 3_000]);
  });

  test('opens on the longest wait where each refusal is expected', () => {
    const refusedStep = 'steps:\n  - { act: cancel, with: { endpoint: ep-a, job: nowhere }, expect: { status: 404 } }\n';
    const { log, opening } = openingOf(refusedStep + load);
    expect(opening?.refused).toBeUndefined();
    expect(opening?.waitedMs).toBe(log.at(opening?.seq ?? 0) - log.at(log.lives.begin(opening?.id ?? '')));
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
