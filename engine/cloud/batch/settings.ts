import { count, duration } from '../../kernel/settings.ts';
import { days } from '../../kernel/time.ts';

/** The settings of a batch. */
// biome-ignore format: a table
export const batchSettings = {
  activeMax:   count(10, 'queue.batch', 'how many batches of an endpoint may have requests that have not ended'),
  requestsMax: count(5_000, 'queue.batch', 'how many requests a batch may have'),
  retention:   duration(days(7), 'queue.batch', 'how long the result of a request of a batch is kept'),
};
