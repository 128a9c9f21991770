import { describe, expect, test } from 'vitest';
import { podEntity } from '../../../engine/cloud/pod/pod.ts';
import { commandMatrix, specification } from '../../support/contract/specification.ts';
import {
  anotherImage,
  commands,
  config,
  configWith,
  create,
  created,
  createdWith,
  elsewhere,
  failedBy,
  placement,
  podId,
  pods,
  pullFails,
  pullRestarted,
  pullSlows,
  ranked,
  restarted,
  resumed,
  settings,
  started,
  startedAfter,
  starting,
  startingIn,
  stopped,
  terminated,
  updatedTo,
} from './examples.ts';

const given = specification(podEntity, settings);
const running = [created, starting, started] as const;

test('what each command does in each status', () => {
  expect(commandMatrix(podEntity, settings, commands, pods)).toMatchInlineSnapshot(`
    "
                  CreatePod  BeginStart  TroublePull   RestartPull    FinishStart  FinishReach      StopPod  ResumePod  RestartPod  UpdatePod  FailPod  RankPod  PrintLines  TerminatePod
    NEW           Created    ·           ·             ·              ·            ·                ·        ·          ·           ·          ·        ·        ·           ·
    PROVISIONING  ·          Starting    ·             ·              ·            ·                Stopped  ·          ·           Updated    Failed   Ranked   ·           Terminated
    STARTING      ·          ·           PullTroubled  PullRestarted  Started      ·                Stopped  ·          ·           Updated    Failed   Ranked   ·           Terminated
    RUNNING       ·          ·           ·             ·              ·            BecameReachable  Stopped  ·          Restarted   Updated    Failed   Ranked   Printed     Terminated
    EXITED        ·          ·           ·             ·              ·            ·                ·        Resumed    ·           Updated    Failed   ·        ·           Terminated
    ERROR         ·          ·           ·             ·              ·            ·                ·        Resumed    ·           Updated    Failed   ·        ·           Terminated
    TERMINATED    ·          ·           ·             ·              ·            ·                ·        ·          ·           ·          ·        ·        ·           ·
    "
  `);
});

describe('CreatePod', () => {
  test('allocates a pod on its host', () => {
    given().when(create).then(created);
  });
  test('may make it a member of a cluster', () => {
    const member = { clusterId: 'cluster-1', index: 3 };
    given()
      .when({ type: 'CreatePod', accountId: 'acc-a', config, placement, member })
      .then({ type: 'PodCreated', podId, accountId: 'acc-a', config, placement, member });
  });
  test('is refused for an id that is taken', () => {
    given(created).when(create).thenRejected('refused', 'pod.create');
  });
});

describe('BeginStart', () => {
  const begin = { type: 'BeginStart' } as const;

  test('pulls the image of a new pod, then starts its container', () => {
    given(created).when(begin).then(starting);
  });
  test('only starts it where the image is on the host already', () => {
    given(...running, stopped, resumed)
      .when(begin)
      .then(startingIn(5_000));
  });
  test('pulls again when the image is another', () => {
    given(...running, stopped, updatedTo(anotherImage), resumed)
      .when(begin)
      .then(starting);
  });
  test('pulls again on the host that took the place of one that failed', () => {
    given(...running, failedBy('host'), resumed)
      .when(begin)
      .then(starting);
  });
});

describe('RestartPull', () => {
  test('starts the pull again, and its container starts after it', () => {
    given(created, starting, pullFails).when({ type: 'RestartPull' }).then(pullRestarted);
    given(created, starting, pullFails, pullRestarted).when({ type: 'FinishStart' }).then(started);
  });
});

describe('TroublePull', () => {
  test('has an image come later', () => {
    given(created, starting).when({ type: 'TroublePull', startingMs: 32_000, pulls: true }).then(pullSlows);
  });
  test('has an image not come at all', () => {
    given(created, starting).when({ type: 'TroublePull', startingMs: 60_000, pulls: false }).then(pullFails);
  });
  test('is refused for a pod that pulls nothing', () => {
    given(...running)
      .when({ type: 'TroublePull', startingMs: 60_000, pulls: false })
      .thenRejected('refused', 'pod.error');
  });
});

describe('FinishStart', () => {
  const finish = { type: 'FinishStart' } as const;

  test('gives a running pod its address', () => {
    given(created, starting).when(finish).then(started);
    given(created, starting, pullSlows).when(finish).then(started);
  });
  test('ends in an error where the pull failed', () => {
    given(created, starting, pullFails).when(finish).then(failedBy('image'));
  });
  test('succeeds again after the pod has been started again', () => {
    const before = [created, starting, pullFails, failedBy('image'), resumed, starting] as const;
    given(...before)
      .when(finish)
      .then(startedAfter(...before));
  });
});

describe('StopPod', () => {
  const stop = { type: 'StopPod' } as const;

  test.each([
    ['is allocated', [created]],
    ['starts', [created, starting]],
    ['runs', running],
  ] as const)('stops a pod that %s', (_, events) => {
    given(...events)
      .when(stop)
      .then(stopped);
  });
  test('is refused for one that is stopped, has failed or is gone', () => {
    given(...running, stopped)
      .when(stop)
      .thenRejected('refused', 'pod.action-conflict');
    given(...running, failedBy('host'))
      .when(stop)
      .thenRejected('refused', 'pod.action-conflict');
    given(created, terminated).when(stop).thenRejected('refused', 'pod.action-conflict');
  });
  test('is refused for a locked pod, until it is unlocked', () => {
    given(createdWith({ locked: true }))
      .when(stop)
      .thenRejected('refused', 'pod.locked');
    given(createdWith({ locked: true }), updatedTo(config))
      .when(stop)
      .then(stopped);
  });
  test('does not know a pod that never existed', () => {
    given().when(stop).thenRejected('unknown', 'pod.action-conflict');
  });
});

describe('ResumePod', () => {
  test('starts a stopped pod', () => {
    given(...running, stopped)
      .when({ type: 'ResumePod', placement })
      .then(resumed);
  });
  test('starts a pod that failed, where there is room', () => {
    given(...running, failedBy('host'))
      .when({ type: 'ResumePod', placement: elsewhere })
      .then({ type: 'PodResumed', podId, placement: elsewhere });
  });
  test('is refused for one that is up, or on its way', () => {
    given(created).when({ type: 'ResumePod', placement }).thenRejected('refused', 'pod.action-conflict');
    given(...running)
      .when({ type: 'ResumePod', placement })
      .thenRejected('refused', 'pod.action-conflict');
  });
});

describe('RestartPod', () => {
  const byAction = { type: 'RestartPod', reason: 'action' } as const;
  const byPatch = { type: 'RestartPod', reason: 'patch' } as const;

  test('starts the container again, in place', () => {
    given(...running)
      .when(byAction)
      .then(restarted);
  });
  test('pulls the image where a PATCH names another', () => {
    given(...running, updatedTo(anotherImage))
      .when(byPatch)
      .then({ type: 'PodRestarted', podId, reason: 'patch', startingMs: 25_000 });
  });
  test('is refused for a locked pod that is asked to, not for one that a PATCH changes', () => {
    const locked = updatedTo(configWith({ locked: true }));
    given(...running, locked)
      .when(byAction)
      .thenRejected('refused', 'pod.locked');
    given(...running, locked)
      .when(byPatch)
      .then({ type: 'PodRestarted', podId, reason: 'patch', startingMs: 5_000 });
  });
  test('is refused for a pod without a container', () => {
    given(created).when(byAction).thenRejected('refused', 'pod.action-conflict');
    given(...running, stopped)
      .when(byAction)
      .thenRejected('refused', 'pod.action-conflict');
  });
});

describe('UpdatePod', () => {
  test.each([
    ['allocated', [created]],
    ['starting', [created, starting]],
    ['running', running],
    ['stopped', [...running, stopped]],
    ['in an error', [...running, failedBy('host')]],
  ] as const)('changes a pod that is %s', (_, events) => {
    given(...events)
      .when({ type: 'UpdatePod', config: anotherImage })
      .then(updatedTo(anotherImage));
  });
});

describe('FailPod', () => {
  test('fails a pod with its host, whether or not it runs', () => {
    given(...running)
      .when({ type: 'FailPod' })
      .then(failedBy('host'));
    given(...running, stopped)
      .when({ type: 'FailPod' })
      .then(failedBy('host'));
  });
  test('fails one that failed for its image, because its data on the host is lost', () => {
    given(...running, failedBy('image'))
      .when({ type: 'FailPod' })
      .then(failedBy('host'));
  });
});

describe('RankPod', () => {
  test('gives a member its place in the cluster', () => {
    given(created, starting).when({ type: 'RankPod', rank: 0, role: 'RAY_HEAD', ip: '10.65.0.2' }).then(ranked);
  });
});

describe('TerminatePod', () => {
  const terminate = { type: 'TerminatePod' } as const;

  test('ends a pod in every status', () => {
    given(created).when(terminate).then(terminated);
    given(...running)
      .when(terminate)
      .then(terminated);
    given(...running, stopped)
      .when(terminate)
      .then(terminated);
    given(...running, failedBy('image'))
      .when(terminate)
      .then(terminated);
  });
  test('also terminates a locked pod: a lock prevents only stopping and restarting', () => {
    given(createdWith({ locked: true }))
      .when(terminate)
      .then(terminated);
  });
  test('is refused the second time', () => {
    given(created, terminated).when(terminate).thenRejected('refused', 'pod.action-conflict');
  });
});
