import { count, duration, notZero, ofMechanism, type SettingsOf } from '../../kernel/settings.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { usualDisk } from '../container/config.ts';

/** The settings of an endpoint. */
// biome-ignore format: a table
export const endpointSettings = {
  timeout:           duration(minutes(5), 'endpoint.defaults', 'execution timeout of a job unless the endpoint or the job says otherwise'),
  workersMin:        count(0, 'endpoint.defaults', 'workers.min unless given'),
  workersMax:        count(3, 'endpoint.defaults', 'workers.max unless given'),
  workersQuota:      count(1_000, 'endpoint.worker-quota', 'the most that workers.max of an endpoint may be'),
  diskDefault:       notZero(count(usualDisk, 'container.disk', 'GB of container disk unless given')),
  idleTimeout:       duration(seconds(10), 'endpoint.idle-timeout', 'workers.idleTimeout unless given; always, for QUEUE with REQUEST_COUNT'),
  prepares:          ofMechanism('sleep', count(0, 'worker.prepared', 'how many workers a new endpoint launches without a job, up to workers.max')),
  scalerEvery:       notZero(duration(seconds(1), 'scaling.queue-delay', 'how often the scaler looks again while a job waits too long')),
  queuePerWorkerMax: count(500, 'limits.queue', 'the queue is full at workers.max times this'),
};

export type EndpointSettings = SettingsOf<typeof endpointSettings>;
