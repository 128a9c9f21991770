import { right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { type ControlContext, serverOperation } from '../operation.ts';
import { metricText } from './prometheusText.ts';
import { worldMetrics } from './worldMetrics.ts';

/** GET metrics: metrics of the process and of its worlds, in the text format of Prometheus (0.0.4). */
export const getMetrics = serverOperation({
  id: 'getMetrics',
  ofProcess: true,
  methods: ['GET'],
  path: '/_podsim/v1/metrics',
  summary: 'Read the metrics of the process and of its worlds, in the text format of Prometheus',
  success: { status: 200, schema: z.string(), type: 'text/plain' },
  rules: ['server.limits'],
  answer: (context) =>
    right({ status: 200, headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }, body: writeMetrics(context) }),
});

const writeMetrics = ({ host }: ControlContext): string => {
  const { requests, heap, lag } = host.vitals();
  const worlds = host.worlds();
  const metrics = [
    metricText(
      'podsim_requests_total',
      'counter',
      'Answered requests, by operation and status.',
      requests.map(({ operation, status, count }) => ({ labels: { operation, status }, value: count })),
    ),
    metricText('podsim_worlds', 'gauge', 'Served worlds.', [{ value: worlds.length }]),
    metricText('podsim_log_entries', 'gauge', 'Log entries of all worlds.', [
      { value: worlds.reduce((sum, { world }) => sum + world.log.length, 0) },
    ]),
    metricText('podsim_log_entries_in_memory', 'gauge', 'Log entries of all worlds that are in memory; the others are in files.', [
      { value: worlds.reduce((sum, { world }) => sum + world.log.held, 0) },
    ]),
    metricText('podsim_heap_used_bytes', 'gauge', 'Used heap.', [{ value: heap.usedBytes }]),
    metricText('podsim_heap_limit_bytes', 'gauge', 'The largest heap allowed; the process ends when it is full.', [
      { value: heap.limitBytes },
    ]),
    metricText('podsim_event_loop_lag_seconds', 'gauge', 'Delay of the event loop since the last read of the metrics.', [
      { labels: { of: 'mean' }, value: lag.meanSeconds },
      { labels: { of: 'max' }, value: lag.maxSeconds },
    ]),
    ...worldMetrics(worlds),
  ];
  return metrics.join('');
};
