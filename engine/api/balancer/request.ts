import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import type { Endpoint } from '../../cloud/endpoint/evolve.ts';
import { balancerPorts } from '../../cloud/endpoint/ports.ts';
import type { Request } from '../../cloud/input.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Affinity } from '../../cloud/request/decide.ts';
import type { Binding, RequestFailure, RequestInput } from '../../cloud/request/events.ts';
import type { LbRequest } from '../../cloud/request/evolve.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import { lazily } from '../../kernel/collections/lazily.ts';
import { invariant } from '../../kernel/invariant.ts';
import { keyText } from '../../kernel/rng.ts';
import { json } from '../contract/parts/json.ts';
import type { Answer } from '../operation.ts';
import { ownHandler } from '../ownHandler.ts';
import { writeProblem } from '../problems.ts';
import { operation } from '../row.ts';

/** In a request, names the one worker it may go to; in an answer, the worker that gave it. */
const workerHeader = 'x-runpod-worker-id';

/**
 * Any request below the base URL of a load-balancing endpoint. It goes to a healthy worker, whose handler answers it
 * (lb.traffic). The health-check path is answered from the workers' last check results (lb.health).
 */
export const requestEndpoint = operation({
  id: 'requestEndpoint',
  api: 'queue',
  methods: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  path: '/lb/{endpoint_id}/{path}',
  passesOn: true,
  resolves: { endpoint_id: 'endpoint' },
  summary: 'Request a load-balancing endpoint',
  permission: { group: 'queue', level: 'write' },
  query: z.looseObject({}),
  headers: ['accept', 'content-type', workerHeader],
  body: json.optional(),
  bodyMax: 'balancerBody',
  success: { status: 200, schema: lazily(() => json.describe('What the worker answers')) },
  refuses: [400, 404, 502, 503, 504],
  rules: ['lb.traffic', 'lb.health', 'lb.no-worker', 'lb.affinity', 'scaling.request-count'],
  run: (sim, { endpoint, request, inputKey }) => {
    const input = passInput(request);
    if (input.path === balancerPorts(endpoint.config).healthPath && (input.method === 'GET' || input.method === 'HEAD'))
      return right({ answer: reportHealth(sim, endpoint) });
    const handler = ownHandler(request.podsim?.handler);
    if (isLeft(handler))
      return left({ kind: 'invalid', rule: 'errors.validation', detail: 'Request validation failed.', errors: handler.left });
    const id = sim.uuid(keyText('request', inputKey()), '', '-u1');
    const affinity = readAffinity(sim, request.headers?.[workerHeader]);
    const received = sim.dispatch('request', id, {
      type: 'ReceiveRequest',
      endpointId: endpoint.id,
      input,
      ...affinity,
      handler: handler.right,
    });
    if (isLeft(received)) return received;
    const lbRequest = sim.find('request', id);
    invariant(lbRequest !== undefined, () => `${id} was received and is not there`);
    const { failure } = lbRequest;
    if (failure === null) return right({ wait: { jobId: null, requestId: id, waitsFor: 'settled', until: null } });
    sim.dispatchOrThrow('request', id, { type: 'CloseRequest' });
    return right({ answer: failWith(sim, failure) });
  },
  resume: (sim, { requestId }) => {
    const lbRequest = requestId === null ? undefined : sim.find('request', requestId);
    invariant(lbRequest !== undefined, () => `${requestId} is answered, and is not there`);
    return right(lbRequest.failure === null ? readAnswer(lbRequest) : failWith(sim, lbRequest.failure));
  },
});

/** Reads the header: the only worker that may take the request, or the preferred one (lb.affinity). */
const readAffinity = ({ settings }: SimulationContext, written: string | undefined): Affinity => {
  if (written === undefined || settings.request.affinity === 'pins') return { onlyWorkerId: written ?? null };
  const [, word, workerId = ''] = /^(?:(strict|strict-resume) +)?(\S*)$/.exec(written.trim()) ?? [];
  if (word !== undefined) return { onlyWorkerId: workerId, binding: word as Binding };
  return workerId === '' ? { onlyWorkerId: null } : { onlyWorkerId: null, preferredWorkerId: workerId };
};

/** The parts of the request that the worker gets. */
const passInput = ({ method = 'GET', params, query, headers, body }: Request): RequestInput => {
  const { [workerHeader]: _, ...passed } = headers ?? {};
  return {
    method,
    path: `/${(params['path'] ?? '').replace(/^\//, '')}`,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(Object.keys(passed).length === 0 ? {} : { headers: passed }),
    ...(body === undefined ? {} : { body }),
  };
};

/** 200 while any worker is healthy; else 204 while one initializes; else a failure. */
const reportHealth = (sim: SimulationContext, { id }: Endpoint): Answer => {
  const checks = sim.state.fleet.of(id).members.map((workerId) => sim.find('worker', workerId)?.health);
  if (checks.includes(200)) return { status: 200, body: {} };
  if (checks.includes(204)) return { status: 204 };
  return writeProblem({ kind: 'failing', rule: 'lb.health', detail: 'no worker is healthy, and none is initialising' });
};

/** The handler's answer: its output, or else an echo of the request. */
const readAnswer = ({ input, attempt, answered, workerId }: LbRequest): Answer => {
  const { output = { ...input }, error = 'handler failed', headers, ending } = attempt ?? {};
  const status = answered ?? 200;
  const lower = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const named = { ...Object.fromEntries(lower), [workerHeader]: workerId ?? '' };
  if (bodiless.includes(status)) return { status, headers: named };
  return { status, headers: named, body: ending === 'fail' ? { error } : output };
};

/** Statuses whose answers have no body. */
const bodiless: readonly number[] = [204, 205, 304];

const failWith = ({ settings }: SimulationContext, failure: RequestFailure): Answer => {
  const isMeasured = failure === 'no-worker' && settings.request.noWorker === '400';
  return writeProblem({ kind: 'failing', ...(isMeasured ? timedOut : { rule: 'lb.traffic', ...failures[failure] }) });
};

/** The words that were seen (lb.no-worker). */
const timedOut = { rule: 'lb.no-worker', status: 400, detail: 'timed out waiting for worker' } as const;

// biome-ignore format: a table
const failures: Readonly<Record<RequestFailure, { readonly status: number; readonly detail: string; readonly rule?: RuleId }>> = {
  'no-worker':   { status: 503, detail: 'no worker became healthy in time' },
  deleted:       { status: 503, detail: 'the endpoint was deleted' },
  'worker-lost': { status: 502, detail: 'the worker went down while it handled the request' },
  port:          { status: 502, detail: 'the worker cannot be reached at its PORT: it is not among the ports of the endpoint' },
  timeout:       { status: 504, detail: 'the worker took longer than a request may' },
  'worker-gone': { status: 404, detail: 'affinity_worker_gone: the worker that the request is bound to is gone', rule: 'lb.affinity' },
};
