import { left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { serverOperation } from '../operation.ts';

/** GET health/live: the process is running. */
export const getLiveness = serverOperation({
  id: 'getLiveness',
  ofProcess: true,
  methods: ['GET'],
  path: '/_podsim/v1/health/live',
  summary: 'Whether the process is running',
  success: { status: 200, schema: strictObject(() => ({ status: z.literal('live') })) },
  rules: ['control.health'],
  answer: () => right({ status: 200, body: { status: 'live' } }),
});

/** GET health/ready: the server accepts calls. */
export const getReadiness = serverOperation({
  id: 'getReadiness',
  ofProcess: true,
  methods: ['GET'],
  path: '/_podsim/v1/health/ready',
  summary: 'Whether the server accepts calls',
  success: { status: 200, schema: strictObject(() => ({ status: z.literal('ready') })) },
  refuses: [503],
  rules: ['control.health'],
  answer: ({ host }) => {
    const detail = host.whyNotReady();
    if (detail === undefined) return right({ status: 200, body: { status: 'ready' } });
    return left({ kind: 'failing', rule: 'control.health', detail, retryAfter: 1 });
  },
});
