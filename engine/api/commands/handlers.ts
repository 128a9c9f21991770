import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { handlerSpec } from '../contract/handler/handler.ts';
import { handlerResource, handlerView } from '../contract/handler/handlerView.ts';
import { command } from './command.ts';

/**
 * PUT endpoints/{id}/handler: applies to attempts that start from now on; a running attempt continues unchanged, unless a real worker runs
 * it and answers replace that worker.
 */
export const setHandler = command({
  id: 'setHandler',
  methods: ['PUT'],
  path: '/_podsim/v1/endpoints/{id}/handler',
  resolves: { id: 'endpoint' },
  summary: 'Set how the jobs of an endpoint run from now on',
  body: handlerSpec,
  bodyMax: 'body',
  success: { status: 200, schema: handlerResource },
  refuses: [409],
  rules: ['control.inputs', 'job.start', 'worker-api.stand-in'],
  run: (sim, { endpoint, body }) => {
    if (sim.handlers[endpoint.id] !== undefined)
      return left({
        kind: 'refused',
        rule: 'control.inputs',
        detail: `the handler of ${endpoint.id} is a function of the program that runs it`,
      });
    const set = sim.dispatch('endpoint', endpoint.id, { type: 'SetHandler', handler: body });
    return isLeft(set) ? set : right({ answer: { status: 200, body: handlerView(body) } });
  },
});
