import { count, duration, notZero, type SettingsOf } from '../../kernel/settings.ts';
import { minutes, seconds } from '../../kernel/time.ts';

/** The settings of a request to a load balancer. */
// biome-ignore format: a table
export const requestSettings = {
  workerWait:    duration(minutes(2), 'lb.traffic', 'how long a request waits for a healthy worker'),
  processingMax: duration(seconds(330), 'lb.traffic', 'the longest that a request may take, whatever the endpoint’s timeout'),
  perWorker:     notZero(count(100, 'lb.traffic', 'how many requests a worker has in flight at most')),
};

export type RequestSettings = SettingsOf<typeof requestSettings>;
