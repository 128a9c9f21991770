import { describe, expect, test } from 'vitest';
import { workerLogLines } from '../../../engine/api/management/logs/workerLines.ts';
import { type Endpoint, newEndpoint } from '../../../engine/cloud/endpoint/evolve.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import { newWorker, type Worker } from '../../../engine/cloud/worker/state.ts';
import { worldStart } from '../../../engine/kernel/time.ts';
import * as job from '../../cloud/job/examples.ts';
import {
  crashed,
  events,
  freed,
  jobId,
  launched,
  lostHost,
  placed,
  ready,
  shape,
  stopped,
  terminated,
  throttled,
  tookJob,
  triedAgain,
  unhealthy,
  workerId,
  workers,
} from '../../cloud/worker/examples.ts';
import { told } from '../../support/house/lines.ts';
import { endpointConfig } from '../../support/worlds/worlds.ts';

const endpoint: Endpoint = { ...newEndpoint('ep-a'), releases: [{ version: 1, at: worldStart, config: endpointConfig() }] };
const lines = (happened: readonly DomainEvent[], begun: Worker = newWorker(workerId)) => told(workerLogLines(begun, endpoint), happened);
/** The lines after a job has started. */
const afterStart = (...happened: readonly DomainEvent[]) => lines([launched, ready, tookJob, job.started, ...happened]).slice(5);
const relaunched: DomainEvent = { type: 'WorkerLaunched', workerId, startingMs: 25_000, ...shape, version: 2 };
const whereItIs: DomainEvent = { type: 'WorkerLaunched', workerId, startingMs: 5_000, ...shape, imageOnHost: true };

describe('the log lines of a worker', () => {
  test('describe the start of its container', () => {
    expect(lines([launched, ready])).toStrictEqual([
      'system: create container an-image',
      'system: pull image an-image',
      'system: start container for an-image: begin',
      'container: worker started',
    ]);
  });

  test('are none for a worker that waits for a host', () => {
    expect(lines([throttled])).toStrictEqual([]);
    expect(lines([throttled, placed])).toStrictEqual(['system: create container an-image', 'system: pull image an-image']);
  });

  test('have no second pull where the host has the image, but one for another release or another host', () => {
    const image = (...happened: readonly DomainEvent[]) => lines([launched, ready, ...happened]).slice(-1);
    expect(image(stopped, whereItIs)).toStrictEqual(['system: create container an-image']);
    expect(image(lostHost(), placed)).toStrictEqual(['system: pull image an-image']);
    const update = {
      type: 'EndpointUpdated',
      endpointId: 'ep-a',
      version: 2,
      config: endpointConfig({ container: { image: 'another' } }),
    } as const;
    expect(image(update, stopped, relaunched)).toStrictEqual(['system: pull image another']);
    expect(image({ ...update, endpointId: 'ep-b' }, update, stopped, relaunched)).toStrictEqual(['system: pull image another']);
  });

  test('describe a crash, and a crash loop as one start after the other', () => {
    expect(lines([launched, ready, crashed(1), ready]).slice(4)).toStrictEqual([
      'system: container exited with an error',
      'system: start container for an-image: begin',
      'container: worker started',
    ]);
    expect(lines([launched, crashed(1), crashed(2), unhealthy(3), triedAgain, ready]).slice(2)).toStrictEqual([
      ...[1, 2, 3].flatMap(() => ['system: start container for an-image: begin', 'system: container exited with an error']),
      'system: worker unhealthy: 3 crashes in a row',
      'system: start container for an-image: begin',
      'container: worker started',
    ]);
  });

  // biome-ignore format: a table
  test.each<[string, DomainEvent, string]>([
    ['completes',        { ...job.completed, executionTime: 2_000 }, 'finished in 2s'],
    ['fails',            { ...job.failed, error: 'boom' },           'failed: boom'],
    ['runs too long',    { ...job.timedOut, executionTime: 5_000 },  'stopped after 5s: it ran longer than it may'],
    ['is cancelled',     job.cancelled,                              'stopped: it was cancelled'],
    ['outlives its ttl', job.expired,                                'stopped: its time to live is over'],
  ])('describe a job that %s', (_, end, words) => {
    expect(afterStart(job.streamedOf('a'), end, freed, end)).toStrictEqual([
      `container: job ${jobId} yielded a chunk`,
      `container: job ${jobId} ${words}`,
    ]);
  });

  test('end for a job when its container has died', () => {
    expect(afterStart(crashed(1, jobId), job.missedWorker, job.failed)).toStrictEqual(['system: container exited with an error']);
    expect(afterStart(lostHost(jobId), job.failed)).toStrictEqual(['system: host failed: the container is lost']);
  });

  test('describe what is removed in the end', () => {
    const removed = (...before: readonly DomainEvent[]) => lines([...before, terminated]).slice(lines(before).length);
    expect(removed(throttled)).toStrictEqual([]);
    expect(removed(launched)).toStrictEqual(['system: remove container']);
    expect(removed(launched, ready)).toStrictEqual(['system: stop container', 'system: remove container']);
    expect(removed(launched, ready, stopped)).toStrictEqual([]);
  });

  test('exclude other workers, and their jobs', () => {
    const others = [...events, ...job.events].map((event) => ({ ...event, workerId: 'worker-2' }) as DomainEvent);
    expect(lines(others)).toStrictEqual([]);
  });

  test('can begin in the middle, with the current state of the worker', () => {
    const [, , , , running] = workers as readonly Worker[];
    expect(lines([job.failed], running)).toStrictEqual([`container: job ${jobId} failed: handler failed`]);
    expect(lines([terminated], running)).toStrictEqual(['system: stop container', 'system: remove container']);
  });
});
