import { describe, expect, test } from 'vitest';
import { podLogLines } from '../../../engine/api/management/logs/podLines.ts';
import type { PodEvent } from '../../../engine/cloud/pod/events.ts';
import { newPod, type Pod } from '../../../engine/cloud/pod/evolve.ts';
import {
  anotherImage,
  config,
  created,
  createdWith,
  events,
  failedBy,
  podId,
  pods,
  pullFails,
  pullSlows,
  restarted,
  resumed,
  started,
  starting,
  stopped,
  terminated,
  updatedTo,
} from '../../cloud/pod/examples.ts';
import { told } from '../../support/house/lines.ts';

const lines = (happened: readonly PodEvent[], begun: Pod = newPod(podId)) => told(podLogLines(begun), happened);

describe('the log lines of a pod', () => {
  test('describe the start of its container, and the output of its start script', () => {
    expect(lines([created, starting, started])).toStrictEqual([
      'system: create container an-image',
      'system: pull image an-image',
      'system: start container for an-image: begin',
      'container: Pod Started',
      'container: Volume /workspace: empty',
      'container: Start script(s) finished, pod is ready to use.',
    ]);
  });

  test('describe the services that the start script starts', () => {
    const env = { PUBLIC_KEY: 'ssh-ed25519 AAAA', JUPYTER_PASSWORD: 'secret' };
    const both = createdWith({ mounts: {}, container: { ...config.container, env } });
    expect(lines([both, starting, started]).slice(3)).toStrictEqual([
      'container: Pod Started',
      'container: Setting up SSH...',
      'container: Starting Jupyter Lab...',
      'container: Start script(s) finished, pod is ready to use.',
    ]);
  });

  test.each([
    ['before there is a container', [created], []],
    ['while it starts', [created, starting], ['system: remove container']],
    ['while it runs', [created, starting, started], ['system: stop container', 'system: remove container']],
    ['when it was stopped already', [created, starting, started, stopped], []],
  ] as const)('that is terminated %s, tells what there is to remove', (_, before, removed) => {
    expect(lines([...before, terminated]).slice(lines(before).length)).toStrictEqual(removed);
  });

  test.each([
    ['is not there', [starting], ['system: create container an-image', 'system: pull image an-image']],
    ['is there', [starting, started, stopped, resumed, starting], ['system: create container an-image']],
    [
      'was on a host that failed',
      [starting, started, failedBy('host'), resumed, starting],
      ['system: create container an-image', 'system: pull image an-image'],
    ],
    [
      'is another now',
      [starting, started, updatedTo(anotherImage), restarted],
      ['system: create container another-image', 'system: pull image another-image'],
    ],
  ] as const)('pulls an image that %s, or does not', (_, happened, made) => {
    expect(lines([created, ...happened]).slice(-made.length)).toStrictEqual(made);
  });

  test('describe a slow pull, a failed pull, and the end of a pull', () => {
    expect(lines([created, starting, pullSlows]).at(-1)).toBe('system: pull image an-image: slow');
    expect(lines([created, starting, pullFails, failedBy('image')]).slice(-3)).toStrictEqual([
      'system: pull image an-image: failed, trying again',
      'system: pull image an-image: failed',
      'system: remove container',
    ]);
  });

  test('say whether a mount has its earlier data, and when it is lost', () => {
    const volume = (...happened: readonly PodEvent[]) => lines([created, ...happened]).filter((line) => line.includes('Volume'));
    const lost = (...happened: readonly PodEvent[]) =>
      lines([created, ...happened, failedBy('host')]).filter((line) => line.includes('host failed'));
    const [container, data] = ['system: host failed: the container is lost', 'system: host failed: the data in /workspace is lost'];
    const kept = 'container: Volume /workspace: data kept';
    expect(volume(starting, started, restarted, started).at(-1)).toBe(kept);
    expect(volume(starting, started, stopped, resumed, starting, started).at(-1)).toBe(kept);
    expect(volume(starting, started, failedBy('image'), resumed, starting, started).at(-1)).toBe(kept);
    expect(volume(starting, started, failedBy('host'), resumed, starting, started).at(-1)).toBe('container: Volume /workspace: empty');
    expect(lost(starting, started)).toStrictEqual([container, data]);
    expect(lost(starting)).toStrictEqual([container]);
    expect(lost(starting, started, stopped)).toStrictEqual([data]);
    expect(lost(starting, started, failedBy('image'))).toStrictEqual([data]);
    expect(lost()).toStrictEqual(['system: host failed']);
  });

  test('describe a restart as a stop and a start', () => {
    expect(lines([created, starting, started, restarted]).slice(-3)).toStrictEqual([
      'system: stop container',
      'system: remove container',
      'system: create container an-image',
    ]);
  });

  test('exclude other pods, and events that only name the pod', () => {
    const others = events.map((event) => ({ ...event, podId: 'pod-2' }));
    expect(told(podLogLines(newPod(podId)), others)).toStrictEqual([]);
    const degraded = { type: 'ClusterDegraded', clusterId: 'cluster-1', podId, because: 'failed' } as const;
    expect(told(podLogLines(newPod(podId)), [degraded])).toStrictEqual([]);
  });

  test('can begin in the middle, with the current state of the pod', () => {
    const [, , coming, running, exited] = pods as readonly Pod[];
    expect(lines([stopped], running)).toStrictEqual(['system: stop container', 'system: remove container']);
    expect(lines([stopped], coming)).toStrictEqual(['system: remove container']);
    expect(lines([resumed, starting], exited)).toStrictEqual(['system: create container an-image']);
    expect(lines([resumed, starting, started], exited)).toContain('container: Volume /workspace: data kept');
  });
});
