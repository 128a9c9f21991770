import { count, duration, notZero, type SettingsOf } from '../../kernel/settings.ts';
import { minutes, seconds } from '../../kernel/time.ts';

/** The settings of a worker. */
// biome-ignore format: a table
export const workerSettings = {
  imagePull:         duration(seconds(20), 'worker.cold-start', 'how long a new worker pulls its image'),
  start:             duration(seconds(5), 'worker.cold-start', 'how long a container takes to start'),
  pullFails:         duration(seconds(60), 'worker.lifecycle', 'how long an image that cannot be pulled is tried, before the worker is unhealthy'),
  flashbootStart:    duration(seconds(1), 'worker.cold-start', 'the same for a worker seen before, with FLASHBOOT'),
  priorityFlashbootStart: duration(200, 'worker.cold-start', 'the same for a worker seen before, with PRIORITY_FLASHBOOT'),
  restartAfterCrash: duration(seconds(2), 'worker.lifecycle', 'how long a crashed container takes to be up again'),
  crashLoop:         count(3, 'worker.lifecycle', 'how many crashes in a row make a worker unhealthy'),
  pingInterval:      notZero(duration(seconds(10), 'worker-api.ping', 'how often the process of a worker of an external handler pings')),
  pingsMissed:       notZero(count(3, 'worker-api.ping', 'after how many of these intervals without a ping the process counts as lost')),
  pollGap:           notZero(duration(seconds(10), 'worker-api.stop', 'after how long without another poll for jobs to stop the process counts as lost')),
  unhealthyRetry:    duration(minutes(10), 'worker.lifecycle', 'when an unhealthy worker is tried again'),
};

export type WorkerSettings = SettingsOf<typeof workerSettings>;
