import { choice, count, duration, durations, ofMechanism, type SettingsOf, statuses } from '../../kernel/settings.ts';
import { days, hours, minutes, seconds } from '../../kernel/time.ts';
import { varyIn } from '../handler/drawnSetting.ts';

/** The settings of a job. */
// biome-ignore format: a table
export const jobSettings = {
  retentionRun:       duration(minutes(30), 'job.retention-run', 'how long the result of a /run job is kept'),
  retentionRunsync:   duration(minutes(1), 'job.retention-runsync', 'how long the result of a /runsync job is kept'),
  retentionRunsyncMax: duration(minutes(5), 'job.retention-runsync', 'the longest that the wait option may stretch it to'),
  runsyncRetention:   choice(['fixed', 'wait'], 'job.retention-runsync', 'fixed: wait changes nothing; wait: kept as long as the wait, within retentionRunsyncMax'),
  ttl:                duration(hours(24), 'job.ttl', 'time to live from submission, unless policy.ttl says otherwise'),
  ttlMin:             duration(seconds(10), 'job.ttl', 'the shortest policy.ttl'),
  ttlMax:             duration(days(7), 'job.ttl', 'the longest policy.ttl'),
  executionTimeoutMin: duration(seconds(5), 'job.timeout', 'the shortest policy.executionTimeout'),
  executionTimeoutMax: duration(days(7), 'job.timeout', 'the longest policy.executionTimeout'),
  retriesMax:         count(1, 'job.worker-lost', 'how often a job is requeued after losing its worker'),
  unknownKeys:        choice(['discard', 'refuse'], 'job.unknown-keys', 'what happens to a top-level key of a /run or /runsync body that the queue does not know; refuse: 422'),
  postDelay:          varyIn('post', 0, 'worker.takes-in-time', 'how long the result of an attempt is posted; executionTime contains it'),
  workerMissedAfter:  duration(seconds(30), 'job.worker-lost', 'how long a worker is silent before it counts as lost'),
  cancelAnswers:      varyIn('cancel', 0, 'job.cancel-takes-time', 'how long /cancel takes to answer'),
  cancelEnds:         varyIn('cancel', 0, 'job.cancel-takes-time', 'how long after that call a job is CANCELLED; until then it waits or runs as before'),
  unnamedLostAfter:   varyIn('lost', 0, 'job.unnamed', 'how long after its start a job is lost that the pings of its worker never name; 0: at the second such ping, three intervals after its start at most'),
  emptyInput:         choice(['given', 'omitted'], 'job.unnamed', 'whether a real worker that takes a job is given an empty input; omitted: as it was seen, and the Python SDK then rejects the job'),
  chunkBytesMax:      count(1_000_000, 'stream.chunk-size', 'a chunk whose JSON text has more bytes is split'),
  streamWait:         duration(seconds(10), 'stream.drain', 'how long /stream holds while no chunk is ready'),
  syncWait:           duration(seconds(90), 'job.runsync', 'how long /runsync and /status-sync hold unless wait says otherwise'),
  waitMin:            duration(seconds(1), 'job.runsync-wait-bounds', 'the shortest wait'),
  waitMax:            duration(minutes(5), 'job.runsync-wait-bounds', 'the longest wait'),
  webhookTries:       count(3, 'webhook.delivery', 'how often the final status is posted at most'),
  webhookEvery:       duration(seconds(10), 'webhook.delivery', 'how far apart the tries are, as the documentation says, where webhookGaps does not say it'),
  webhookGaps:        ofMechanism('webhook', durations([], 'webhook.delivery', 'how long after each try the next one comes, the last repeating; empty: webhookEvery. The one transcript has 5s, 15s')),
  webhookAnswers:     statuses([200], 'webhook.delivery', 'what the receiver answers, by try, the last repeating'),
  streamShape:        choice(['auto', 'array', 'envelope'], 'stream.shape', 'what /stream answers; auto: what the platform does, which is the envelope'),
};

export type JobSettings = SettingsOf<typeof jobSettings>;
