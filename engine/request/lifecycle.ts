import { setup } from 'xstate';
import { lifecycleOf, type StatusOf } from '../kernel/lifecycle.ts';
import type { RequestEvent } from './events.ts';

const left = { target: 'CLOSED', meta: { rule: 'lb.traffic' }, description: 'its client has disconnected' } as const;
const delivered = {
  target: 'CLOSED',
  meta: { rule: 'lb.traffic' },
  description: 'its client has the answer, or has disconnected',
} as const;

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const requestMachine = setup({ types: { events: {} as Pick<RequestEvent, 'type'> } }).createMachine({
  id: 'request',
  initial: 'NEW',
  states: {
    NEW: {
      description: 'no such request yet', tags: ['before'], meta: { rule: 'lb.traffic' },
      on: {
        RequestReceived:      { target: 'WAITING', meta: { rule: 'lb.traffic' }, description: 'a client sends it to the base URL of the endpoint' },
      },
    },
    WAITING: {
      description: 'waits for a healthy worker with room', tags: ['waiting'], meta: { rule: 'lb.traffic' },
      on: {
        RequestStarted:       { target: 'IN_FLIGHT', meta: { rule: 'lb.traffic' }, description: 'it goes to a healthy worker' },
        RequestFailed:        { target: 'FAILED', meta: { rule: 'lb.traffic' }, description: 'no worker can take it: the load balancer answers 503, or 502 where the port is closed' },
        RequestClosed:        left,
      },
    },
    IN_FLIGHT: {
      description: 'is with a worker', tags: ['running'], meta: { rule: 'lb.traffic' },
      on: {
        RequestAnswered:      { target: 'ANSWERED', meta: { rule: 'lb.traffic' }, description: 'the handler answers' },
        RequestCrashedWorker: { target: 'IN_FLIGHT', meta: { rule: 'worker.lifecycle' }, description: 'the handler crashes its worker' },
        RequestFailed:        { target: 'FAILED', meta: { rule: 'lb.traffic' }, description: 'its worker is gone (502), or it took too long (504)' },
        RequestClosed:        left,
      },
    },
    ANSWERED: {
      description: 'the worker has answered', tags: ['terminal'], meta: { rule: 'lb.traffic' },
      on: { RequestClosed: delivered },
    },
    FAILED: {
      description: 'the load balancer answers instead', tags: ['terminal'], meta: { rule: 'lb.traffic' },
      on: { RequestClosed: delivered },
    },
    CLOSED: { type: 'final', description: 'closed', tags: ['gone'], meta: { rule: 'lb.traffic' } },
  },
});

export type RequestStatus = StatusOf<typeof requestMachine>;

export const requestLifecycle = lifecycleOf(requestMachine);
