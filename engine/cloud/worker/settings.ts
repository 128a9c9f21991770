import { choice, count, duration, notZero, ofMechanism, percent, type SettingsOf } from '../../kernel/settings.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { byImage, varyIn } from '../handler/drawnSetting.ts';

/** The settings of a worker. */
// biome-ignore format: a table
export const workerSettings = {
  imagePull:         varyIn('pull', seconds(20), 'worker.cold-start', 'how long a new worker pulls its image, whatever its size'),
  pullPerGigabyte:   varyIn('pull', 0, 'image.size', 'how much longer for each GB of the image'),
  pullRate:          ofMechanism('pull', choice(['pull', 'pool'], 'image.size', 'what has a rate of its own: each pull, or a pool of hosts, which are those of a data center with the same GPU, for all pulls of workers there')),
  hostOrder:         ofMechanism('pull', choice(['listed', 'drawn'], 'worker.host-order', 'which host with room a worker gets: the first of the list; or the one it was last up on, and else a drawn one, without workers of its endpoint if there is one')),
  imageMegabytes:    ofMechanism('pull', notZero(count(1_000, 'image.size', 'the size of an image that the world does not name under `images`, in MB'))),
  start:             byImage(varyIn('start', seconds(5), 'worker.cold-start', 'how long a container takes to start')),
  shortHours:        ofMechanism('capacity', percent(0, 'worker.capacity', 'in how many hours a pool of hosts, which are those of a data center with the same GPU, is short of room')),
  heldShare:         ofMechanism('capacity', percent(50, 'worker.capacity', 'how many launches are held in an hour in which their pool is short')),
  held:              varyIn('capacity', minutes(5), 'worker.capacity', 'for how long a held launch gets no room'),
  pullFails:         duration(seconds(60), 'worker.lifecycle', 'how long an image that cannot be pulled is tried, before the worker is unhealthy'),
  flashbootStart:    byImage(varyIn('sleep', seconds(1), 'worker.cold-start', 'the same for a worker seen before, with FLASHBOOT')),
  priorityFlashbootStart: varyIn('sleep', 200, 'worker.cold-start', 'the same for a worker seen before, with PRIORITY_FLASHBOOT'),
  restartAfterCrash: varyIn('start', seconds(2), 'worker.lifecycle', 'how long a crashed container takes to be up again'),
  sleep:             ofMechanism('sleep', choice(['off', 'on'], 'worker.sleep', 'whether a worker sleeps at its idle timeout; off: it stops')),
  awakeShown:        ofMechanism('hand-over', choice(['idle', 'running'], 'queue.health', 'as what health counts a worker that is up without a job')),
  snapshotHit:       ofMechanism('sleep', percent(100, 'worker.wake', 'how likely a wake is a restore right after the image was last used on the host, with flashboot')),
  snapshotSpread:    ofMechanism('sleep', percent(0, 'worker.wake', 'how far endpoints lie apart in that, which each of them draws once: a standard deviation; 0 = all are alike')),
  snapshotLife:      ofMechanism('sleep', duration(0, 'worker.wake', 'after how long without use a snapshot is of no use; until then it is less and less likely to be; 0s = never')),
  importLoad:        byImage(varyIn('first-job', 0, 'handler.first-job', 'how much longer the first job of a process runs, if its image is said to load imports')),
  checkpointLoad:    byImage(varyIn('first-job', 0, 'handler.first-job', 'the same, if its image is said to load a checkpoint')),
  remove:            varyIn('cancel', 0, 'worker.removed', 'how long after its stop the container of a worker is removed; its next one starts no sooner'),
  handOver:          ofMechanism('hand-over', duration(0, 'worker.handed', 'how long before its container is up a starting worker is handed a job')),
  takeEvery:         ofMechanism('take', duration(0, 'worker.takes-in-time', 'how often a worker whose place is taken looks for its next job, counted from when it took the last one; 0s = the moment it is free')),
  takeDelay:         varyIn('take', 0, 'worker.takes-in-time', 'how long a worker that is ready takes to get a job'),
  crashLoop:         count(3, 'worker.lifecycle', 'how many crashes in a row make a worker unhealthy'),
  pingInterval:      notZero(duration(seconds(10), 'worker-api.ping', 'how often the process of a worker of an external handler pings')),
  pingsMissed:       notZero(count(3, 'worker-api.ping', 'after how many of these intervals without a ping the process counts as lost')),
  pollGap:           notZero(duration(seconds(10), 'worker-api.stop', 'after how long without another poll for jobs to stop the process counts as lost')),
  unhealthyRetry:    duration(minutes(10), 'worker.lifecycle', 'when an unhealthy worker is tried again'),
};

export type WorkerSettings = SettingsOf<typeof workerSettings>;
