import type { Answer } from '../../../engine/api/operation.ts';
import type { StateChange } from '../../../engine/cloud/state/state.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { Input } from '../../../engine/world/receive.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf } from '../../support/worlds/worlds.ts';
import { configOf, definitionOf } from '../definition.ts';
import type { Outcome } from '../plan.ts';
import { describeWorkers, type WorkerList } from '../views.ts';
import type { BalancerAct, BalancerPlan, RequestPlan } from './plan.ts';

/** Plays a plan in the engine, and says in the words of the model what came of it. */
export const playBalancer = (plan: BalancerPlan): Outcome => {
  const lines: string[] = [];
  const requests: string[] = [];
  const calls: string[] = [];
  const planned = plan.acts.flatMap((act) => (act.do === 'request' ? [act.request] : []));
  const hear = ({ kind, event, entity, from, id, at }: StateChange): void => {
    if (event.type === 'RequestReceived') requests.push(id);
    if (from === entity.status) return;
    if (kind === 'request') {
      const where = entity.status === 'IN_FLIGHT' ? ` on ${nameOf(entity.workerId)}` : '';
      lines.push(`${at} request-${requests.indexOf(id)} ${entity.status}${where}`);
    }
    const host = kind === 'worker' && entity.placement !== null && entity.status !== 'TERMINATED' ? ` on ${entity.placement.hostId}` : '';
    if (kind === 'worker') lines.push(`${at} ${nameOf(id)} ${entity.status}${host}`);
  };
  const endpoint = endpointOf('ep-a', { ...configOf(plan.pool, 'ep-a'), type: 'LOAD_BALANCER' });
  const { settings, ...definition } = definitionOf(plan.pool, [endpoint]);
  const { perWorker, workerWait, processingMax, affinity, strictWait, noWorker } = plan;
  const world = new World(
    { ...definition, settings: { ...settings, request: { perWorker, workerWait, processingMax, affinity, strictWait, noWorker } } },
    { handlers: { 'ep-a': ({ input }) => attemptOf(planned[(input as unknown as Sent).body.number]) }, onChange: hear },
  );
  for (const act of plan.acts) {
    if (act.do === 'leave') {
      world.advance({ to: act.at as VirtualTime });
      world.abandon(calls[act.request] ?? '');
      continue;
    }
    let billed: bigint | undefined;
    const say = (answer: Answer) => lines.push(`${world.now} ${answerTo(act, answer, billed)}`);
    const reply = world.call(callFor(act, requests.length), say);
    billed = world.state.billing.nanoUsd(world.now, 'ep-a');
    // One that is answered at once holds no call.
    if (act.do === 'request') calls.push('answer' in reply ? '' : reply.held);
    if ('answer' in reply) say(reply.answer);
    else lines.push(`${world.now} holds`);
  }
  world.advance({ to: plan.pool.until as VirtualTime });
  return { lines, cost: world.state.billing.nanoUsd(world.now) };
};

interface Sent {
  readonly body: { readonly number: number };
}

const nameOf = (worker: string | null): string => String(worker).replace('ep-a-', '');

const attemptOf = (request: RequestPlan | undefined) => ({
  runsMs: request?.runs ?? 0,
  ending: request?.ending ?? 'complete',
  ...(request?.status == null ? {} : { status: request.status }),
});

const callFor = (act: BalancerAct, number: number): Input => {
  const { at } = act;
  if (act.do === 'workers') return callOf('listEndpointWorkers', { id: 'ep-a' }, { at });
  if (act.do === 'scale') return callOf('updateEndpoint', { id: 'ep-a' }, { at, body: { workers: { min: act.min, max: act.max } } });
  if (act.do === 'delete') return callOf('deleteEndpoint', { id: 'ep-a' }, { at });
  if (act.do === 'release') return callOf('updateEndpoint', { id: 'ep-a' }, { at, body: { image: `of/ep-a:${act.image}` } });
  if (act.do !== 'request') return requestOf(callOf('requestEndpoint', { endpoint_id: 'ep-a', path: 'ping' }, { at }), 'GET', {});
  const call = callOf('requestEndpoint', { endpoint_id: 'ep-a', path: 'work' }, { at, body: { number } });
  const { names } = act.request;
  return requestOf(call, 'POST', names === null ? {} : { 'x-runpod-worker-id': `${names.word} ep-a-w${names.worker}`.trim() });
};

const requestOf = (call: Input, method: string, headers: Readonly<Record<string, string>>): Input => ({
  ...call,
  request: { ...call.request, method, headers },
});

const answerTo = (act: BalancerAct, { status, rule, headers, body }: Answer, billed: bigint | undefined): string => {
  if (rule !== undefined) return `answers ${status} ${rule}`;
  if (act.do === 'ping' || act.do === 'delete') return `answers ${status}`;
  if (act.do === 'request') return `answers ${status} by ${nameOf(headers?.['x-runpod-worker-id'] ?? null)}`;
  if (act.do === 'release') return `answers ${status} image ${act.image}`;
  if (act.do === 'scale') return `answers 200 ${act.min} to ${act.max}`;
  return `${describeWorkers(body as unknown as WorkerList, nameOf)} for ${billed}`;
};
