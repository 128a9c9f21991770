import { choice, count, duration, notZero, type SettingsOf } from '../../kernel/settings.ts';
import { minutes, seconds } from '../../kernel/time.ts';

/** The settings of a request to a load balancer. */
// biome-ignore format: a table
export const requestSettings = {
  workerWait:    duration(minutes(2), 'lb.traffic', 'how long a request waits for a healthy worker'),
  processingMax: duration(seconds(330), 'lb.traffic', 'the longest that a request may take, whatever the endpoint’s timeout'),
  perWorker:     notZero(count(100, 'lb.traffic', 'how many requests a worker has in flight at most')),
  noWorker:      choice(['503', '400'], 'lb.no-worker', 'what a request is answered that found no worker; 400: timed out waiting for worker, as it was measured'),
  affinity:      choice(['pins', 'by-word'], 'lb.affinity', 'what x-runpod-worker-id says; pins: the one worker that it names; by-word: a wish, unless strict or strict-resume stands before the id'),
  strictWait:    duration(minutes(5), 'lb.affinity', 'how long a request that is bound by one of these words waits for its worker'),
};

export type RequestSettings = SettingsOf<typeof requestSettings>;
