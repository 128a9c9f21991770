import { describe, expect, test } from 'vitest';
import type { WorkerCommand } from '../../../engine/cloud/worker/decide.ts';
import type { WorkerEvent } from '../../../engine/cloud/worker/events.ts';
import { workerEntity } from '../../../engine/cloud/worker/worker.ts';
import { commandMatrix, specification } from '../../support/contract/specification.ts';
import {
  commands,
  crashed,
  endedRequest,
  freed,
  freedByFailure,
  freedOfRequest,
  jobId,
  launch,
  launched,
  lostHost,
  noPlace,
  placed,
  placement,
  polled,
  pullFailed,
  pullFails,
  pullRestarted,
  ready,
  requestId,
  retuned,
  settings,
  shape,
  stopped,
  terminated,
  throttled,
  tookJob,
  tookRequest,
  triedAgain,
  unhealthy,
  workerId,
  workers,
} from './examples.ts';

const given = specification(workerEntity, settings);

test('what each command does in each status', () => {
  expect(commandMatrix(workerEntity, settings, commands, workers)).toMatchInlineSnapshot(`
    "
                  LaunchWorker  PlaceWorker  EndHold    TroublePull   RestartPull    FinishStart  CallWorker  LookForJob  WakeWorker  TakeJob  BeginWork  DoWork   JoinBatch  StepBatch  FreeWorker  TakeRequest  EndRequest  CrashWorker  LoseHost  FinishRemoval  StopWorker  TryWorkerAgain  RetuneWorker  ReportProcess  PrintLines  LoseProcess  FailCheck        PollWorker  TerminateWorker
    NEW           Launched      ·            ·          ·             ·              ·            ·           ·           ·           ·        ·          nothing  ·          nothing    ·           ·            ·           ·            ·         ·              ·           ·               ·             ·              ·           ·            ·                ·           ·
    THROTTLED     ·             Placed       HoldEnded  ·             ·              ·            ·           ·           ·           ·        ·          nothing  ·          nothing    ·           ·            ·           ·            ·         Removed        Stopped     ·               Retuned       ·              ·           ·            ·                ·           Terminated
    INITIALIZING  ·             ·            ·          PullTroubled  PullRestarted  Ready        ·           ·           ·           ·        ·          nothing  ·          nothing    ·           ·            ·           Crashed      LostHost  Removed        Stopped     ·               Retuned       Reported       Reported    Crashed      TurnedUnhealthy  Polled      Terminated
    IDLE          ·             ·            ·          ·             ·              ·            Called      Looked      ·           TookJob  ·          nothing  ·          nothing    ·           TookRequest  ·           Crashed      LostHost  Removed        Stopped     ·               Retuned       Reported       Reported    Crashed      TurnedUnhealthy  Polled      Terminated
    RUNNING       ·             ·            ·          ·             ·              ·            Called      Looked      ·           TookJob  BeganWork  nothing  BeganWork  nothing    Freed       TookRequest  Freed       Crashed      LostHost  Removed        ·           ·               Retuned       Reported       Reported    Crashed      TurnedUnhealthy  ·           Terminated
    ASLEEP        ·             ·            ·          ·             ·              ·            ·           ·           Woken       ·        ·          nothing  ·          nothing    ·           ·            ·           ·            ·         Removed        Stopped     ·               Retuned       ·              ·           ·            ·                ·           Terminated
    UNHEALTHY     ·             ·            ·          ·             ·              ·            ·           ·           ·           ·        ·          nothing  ·          nothing    ·           ·            ·           ·            LostHost  Removed        Stopped     TriedAgain      Retuned       ·              ·           ·            ·                Polled      Terminated
    STOPPED       Launched      ·            ·          ·             ·              ·            ·           ·           ·           ·        ·          nothing  ·          nothing    ·           ·            ·           ·            ·         Removed        ·           ·               Retuned       ·              ·           ·            ·                ·           Terminated
    TERMINATED    ·             ·            ·          ·             ·              ·            ·           ·           ·           ·        ·          nothing  ·          nothing    ·           ·            ·           ·            ·         ·              ·           ·               ·             ·              ·           ·            ·                ·           ·
    "
  `);
});

describe('an image whose pull a fault prevents', () => {
  const cpu = { id: 'cpu3c', vcpuCount: 4, memory: 8 };

  test('leaves its worker unhealthy, unless it is pulled again in time', () => {
    given(launched, pullFails).when({ type: 'FinishStart' }).then(pullFailed);
    given(launched, pullFails).when({ type: 'RestartPull' }).then(pullRestarted);
    given(launched, pullFails, pullRestarted).when({ type: 'FinishStart' }).then(ready);
    given(launched, pullFails)
      .when({ type: 'RestartPull', imageOnHost: true })
      .then({ type: 'WorkerPullRestarted', workerId, startingMs: 5_000, imageOnHost: true });
  });
  test('is pulled from the beginning when the worker is tried again, or has crashed before it was up', () => {
    given(launched, pullFails, pullFailed)
      .when({ type: 'TryWorkerAgain' })
      .then({ type: 'WorkerTriedAgain', workerId, startingMs: 25_000 });
    given(launched, pullFails)
      .when({ type: 'CrashWorker' })
      .then({ ...crashed(1), startingMs: 25_000 });
  });
  test('has no part in how a worker is placed, which tells its CPU configuration', () => {
    given(throttled)
      .when({ type: 'PlaceWorker', placement, startingMs: 25_000, cpu })
      .then({ type: 'WorkerPlaced', workerId, placement, startingMs: 25_000, cpu });
    given()
      .when({ type: 'LaunchWorker', shape: { ...shape, cpu }, startingMs: 25_000 })
      .then({ type: 'WorkerLaunched', workerId, startingMs: 25_000, ...shape, cpu });
  });
});

describe('LaunchWorker', () => {
  test('begins to start where there is a place for it', () => {
    given().when(launch).then(launched);
  });
  test('waits for a GPU where there is none', () => {
    given().when({ type: 'LaunchWorker', shape: noPlace, startingMs: 0 }).then(throttled);
  });
  test('brings a stopped worker back, in its new shape', () => {
    const newer = { ...shape, version: 2, kept: true };
    given(launched, ready, stopped)
      .when({ type: 'LaunchWorker', shape: newer, startingMs: 5_000 })
      .then({ type: 'WorkerLaunched', workerId, startingMs: 5_000, ...newer });
  });
  test('has a stopped worker wait where no GPU is free any more', () => {
    given(launched, ready, stopped).when({ type: 'LaunchWorker', shape: noPlace, startingMs: 0 }).then(throttled);
  });
  test('is refused for a worker that is up, or on its way', () => {
    given(launched).when(launch).thenRejected('refused', 'worker.lifecycle');
    given(launched, ready).when(launch).thenRejected('refused', 'worker.lifecycle');
  });
});

describe('PlaceWorker', () => {
  const place = { type: 'PlaceWorker', placement, startingMs: 25_000 } as const;

  test('gives a waiting worker its GPU', () => {
    given(throttled).when(place).then(placed);
  });
  test('is refused for a worker that has one', () => {
    given(launched).when(place).thenRejected('refused', 'worker.lifecycle');
  });
});

describe('FinishStart', () => {
  test.each([
    ['launched', [launched]],
    ['placed', [throttled, placed]],
    ['crashed', [launched, ready, crashed(1)]],
    ['tried again', [launched, unhealthy(3), triedAgain]],
  ] as const)('makes a worker ready that was %s', (_, events) => {
    given(...events)
      .when({ type: 'FinishStart' })
      .then(ready);
  });
  test('is refused for one that waits for a GPU', () => {
    given(throttled).when({ type: 'FinishStart' }).thenRejected('refused', 'worker.lifecycle');
  });
});

describe('TakeJob', () => {
  test('gives an idle worker a job', () => {
    given(launched, ready).when({ type: 'TakeJob', jobId }).then(tookJob);
  });
  test('gives a worker that has one another: how many it takes is said by its handler', () => {
    given(launched, ready, tookJob).when({ type: 'TakeJob', jobId: 'job-2' }).then({ type: 'WorkerTookJob', workerId, jobId: 'job-2' });
  });
  test('is refused for a worker that is not up', () => {
    given(launched).when({ type: 'TakeJob', jobId }).thenRejected('refused', 'worker.lifecycle');
  });
});

describe('FreeWorker', () => {
  test('names the job that the worker had', () => {
    given(launched, ready, tookJob).when({ type: 'FreeWorker', succeeded: false }).then(freedByFailure);
  });
  test('is refused for a worker without a job', () => {
    given(launched, ready).when({ type: 'FreeWorker', succeeded: true }).thenRejected('refused', 'worker.lifecycle');
  });
});

describe('CrashWorker', () => {
  const crash = { type: 'CrashWorker' } as const;
  const thrice = specification(workerEntity, { ...settings, crashLoop: 3, restartAfterCrash: 2_000 });
  const once = specification(workerEntity, { ...settings, crashLoop: 1 });
  const launchedAgain = { ...launched, imageOnHost: true } as WorkerEvent;
  const twoCrashes = [launched, ready, crashed(1), ready, crashed(2), ready];

  test('starts the container again, and names the job that was on it', () => {
    thrice(launched, ready, tookJob).when(crash).then(crashed(1, jobId));
  });
  test('takes as long as the first time while the image is not on the host yet', () => {
    thrice(launched)
      .when(crash)
      .then({ ...crashed(1), startingMs: 25_000 });
    thrice(launched, ready, crashed(1)).when(crash).then(crashed(2));
    thrice(launched, ready, stopped, launched)
      .when(crash)
      .then({ ...crashed(1), startingMs: 25_000 });
    thrice(launchedAgain).when(crash).then(crashed(1));
  });
  test('gives up after so many in a row', () => {
    thrice(...twoCrashes)
      .when(crash)
      .then(unhealthy(3));
  });
  test('gives up at the first where the world says so', () => {
    once(launched, ready).when(crash).then(unhealthy(1));
  });
  test('counts from the last job that went well', () => {
    thrice(...twoCrashes, tookJob, freed)
      .when(crash)
      .then(crashed(1));
    thrice(...twoCrashes, tookJob, freedByFailure)
      .when(crash)
      .then(unhealthy(3));
  });
  test('counts from zero again for a worker that was retried or relaunched', () => {
    thrice(...twoCrashes, unhealthy(3), triedAgain)
      .when(crash)
      .then(crashed(1));
    thrice(...twoCrashes, stopped, launchedAgain)
      .when(crash)
      .then(crashed(1));
  });
  test('is refused where there is no container', () => {
    thrice(throttled).when(crash).thenRejected('refused', 'worker.lifecycle');
    thrice(launched, ready, stopped).when(crash).thenRejected('refused', 'worker.lifecycle');
  });
});

describe('LoseHost', () => {
  const lose = { type: 'LoseHost' } as const;

  test('has a worker wait for another host, and names the job that was on it', () => {
    given(launched, ready, tookJob).when(lose).then(lostHost(jobId));
    given(launched).when(lose).then(lostHost());
    given(launched, unhealthy(3)).when(lose).then(lostHost());
  });
  test('is refused for a worker without a host', () => {
    given(throttled).when(lose).thenRejected('refused', 'worker.lifecycle');
    given(launched, ready, stopped).when(lose).thenRejected('refused', 'worker.lifecycle');
  });
});

describe('PollWorker', () => {
  const poll = { type: 'PollWorker', port: '80', path: '/ping', answer: 204 } as const;

  test('notes what the health check said', () => {
    given(launched).when(poll).then(polled);
    given(launched, ready)
      .when({ ...poll, answer: 200 })
      .then({ ...polled, answer: 200 } as WorkerEvent);
  });
  test('is refused where no call is pending', () => {
    given(throttled).when(poll).thenRejected('refused', 'worker.lifecycle');
  });
});

describe('StopWorker', () => {
  test.each(['idle', 'surplus', 'stale'] as const)('says why: %s', (reason) => {
    given(launched, ready).when({ type: 'StopWorker', reason }).then({ type: 'WorkerStopped', workerId, reason });
  });
  test('never takes a worker from its job', () => {
    given(launched, ready, tookJob).when({ type: 'StopWorker', reason: 'stale' }).thenRejected('refused', 'worker.lifecycle');
  });
});

describe('TryWorkerAgain', () => {
  test('starts an unhealthy worker once more', () => {
    given(launched, ready, unhealthy(3)).when({ type: 'TryWorkerAgain' }).then(triedAgain);
  });
  test('starts one that never came up from the beginning, its image not being there yet', () => {
    given(launched, unhealthy(3)).when({ type: 'TryWorkerAgain' }).then({ type: 'WorkerTriedAgain', workerId, startingMs: 25_000 });
  });
  test('is refused for a worker that is well', () => {
    given(launched, ready).when({ type: 'TryWorkerAgain' }).thenRejected('refused', 'worker.lifecycle');
  });
});

describe('RetuneWorker', () => {
  test('changes whether it is an active worker, and how long it may be idle', () => {
    given(launched, ready, tookJob).when({ type: 'RetuneWorker', kept: true, idleTimeoutMs: 5_000 }).then(retuned);
  });
});

describe('TerminateWorker', () => {
  test('ends a worker in every status', () => {
    given(launched, ready, tookJob).when({ type: 'TerminateWorker' }).then(terminated);
    given(throttled).when({ type: 'TerminateWorker' }).then(terminated);
  });
  test('does not know a worker that never was', () => {
    given().when({ type: 'TerminateWorker' }).thenRejected('unknown', 'worker.lifecycle');
  });
});

describe('the requests of a worker', () => {
  const take = (id: string): WorkerCommand => ({ type: 'TakeRequest', requestId: id });
  const end: WorkerCommand = { type: 'EndRequest', requestId, succeeded: true };

  test('are taken one after the other, as long as it is up', () => {
    given(launched, ready).when(take(requestId)).then(tookRequest);
    given(launched, ready, tookRequest).when(take('request-2')).then({ type: 'WorkerTookRequest', workerId, requestId: 'request-2' });
    given(launched).when(take(requestId)).thenRejected('refused', 'worker.lifecycle');
  });
  test('free it when the last of them has ended', () => {
    given(launched, ready, tookRequest, tookRequest).when(end).then(endedRequest);
    given(launched, ready, tookRequest).when(end).then(freedOfRequest);
    given(launched, ready, tookRequest, tookRequest, endedRequest).when(end).then(freedOfRequest);
  });
  test('are none any more after a crash', () => {
    given(launched, ready, tookRequest, tookRequest, crashed(1), ready, tookRequest).when(end).then(freedOfRequest);
  });
  test('that one answers well end its row of crashes', () => {
    given(launched, ready, crashed(1), ready, tookRequest, tookRequest, endedRequest).when({ type: 'CrashWorker' }).then(crashed(1));
  });
});
