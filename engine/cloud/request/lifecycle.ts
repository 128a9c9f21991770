import type { StatusOf } from '../../kernel/lifecycle.ts';
import { defineLifecycle, to } from '../lifecycles.ts';
import type { RequestEvent } from './events.ts';

const left = to('CLOSED', 'lb.traffic', 'its client has disconnected');
const delivered = to('CLOSED', 'lb.traffic', 'its client has the answer, or has disconnected');

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const requestLifecycle = defineLifecycle<RequestEvent>()({
  id: 'request',
  initial: 'NEW',
  states: {
    NEW: { description: 'no such request yet', tags: ['before'], meta: { rule: 'lb.traffic' }, on: {
      RequestReceived:      to('WAITING', 'lb.traffic', 'a client sends it to the base URL of the endpoint'),
    } },
    WAITING: { description: 'waits for a healthy worker with room', tags: ['waiting'], meta: { rule: 'lb.traffic' }, on: {
      RequestStarted:       to('IN_FLIGHT', 'lb.traffic', 'it goes to a healthy worker'),
      RequestFailed:        to('FAILED', 'lb.traffic', 'no worker can take it: the load balancer answers 503 or 400, 502 where the port is closed, or 404 where the worker it is bound to is gone'),
      RequestClosed:        left,
    } },
    IN_FLIGHT: { description: 'is with a worker', tags: ['running'], meta: { rule: 'lb.traffic' }, on: {
      RequestAnswered:      to('ANSWERED', 'lb.traffic', 'the handler answers'),
      RequestCrashedWorker: to('IN_FLIGHT', 'worker.lifecycle', 'the handler crashes its worker', { tone: 'failure' }),
      RequestFailed:        to('FAILED', 'lb.traffic', 'its worker is gone (502), or it took too long (504)'),
      RequestClosed:        left,
    } },
    ANSWERED: { description: 'the worker has answered', tags: ['terminal', 'succeeded'], meta: { rule: 'lb.traffic' },
      on: { RequestClosed: delivered } },
    FAILED: { description: 'the load balancer answers instead', tags: ['terminal', 'failed'], meta: { rule: 'lb.traffic' },
      on: { RequestClosed: delivered } },
    CLOSED: { type: 'final', description: 'closed', tags: ['gone'], meta: { rule: 'lb.traffic' } },
  },
});

export type RequestStatus = StatusOf<typeof requestLifecycle>;
