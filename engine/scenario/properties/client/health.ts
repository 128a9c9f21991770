import { minutes, sayDuration } from '../../../kernel/time.ts';
import { callWords, formatWork, hasSucceeded, isObject, isSubmission } from './calls.ts';
import type { ClientEnd } from './end.ts';
import type { Exchange } from './exchange.ts';
import { isOver, type JobHeard, jobsHeard } from './heard.ts';
import type { BrokenClient } from './property.ts';

/** A client whose job waits longer than this should read the workers. */
const waitMax = minutes(30);

/** Workers that `health` counts may be busy, throttled or crash again and again: the client relies on them although its own job waits. */
export const reliesOnHealth = (exchanges: readonly Exchange[], end: ClientEnd): BrokenClient | undefined => {
  const green = exchanges.filter(isGreen);
  if (green.length === 0) return undefined;
  for (const job of jobsHeard(exchanges, end)) {
    const broken = submitsAgain(job, green, exchanges) ?? waitsOn(job, green, exchanges, end);
    if (broken !== undefined) return broken;
  }
  return undefined;
};

/** Finds a client that knows that its job waits, reads that the endpoint is healthy, and submits the same work again. */
const submitsAgain = (
  { id, endpointId, submitted, news }: JobHeard,
  green: readonly Exchange[],
  exchanges: readonly Exchange[],
): BrokenClient | undefined => {
  if (submitted === undefined) return undefined;
  const waits = news.find(
    ({ status, exchange }) => status === 'IN_QUEUE' && exchange?.operation !== 'run' && exchange?.operation !== 'retry',
  );
  const health = green.find(({ params, sentAt }) => params['endpoint_id'] === endpointId && waits !== undefined && sentAt >= waits.at);
  const over = news.find(({ status }) => status !== 'IN_QUEUE');
  const again = exchanges.find(
    (one) =>
      isSubmission(one) &&
      health !== undefined &&
      one.number > health.number &&
      one !== submitted &&
      formatWork(one) === formatWork(submitted),
  );
  if (again === undefined || health === undefined || (over !== undefined && over.at <= again.sentAt)) return undefined;
  const words =
    `${callWords(health)} said that workers are there, and ${callWords(again)} submitted again what ${id} is for, although ${id} still waits ` +
    'in the queue. Health says nothing of the capacity for one more job: keep polling the job that there is, or cancel it first';
  return { words, exchange: again };
};

/** Finds a job that waited all the time although health was good all the time, and whose client has not read the workers. */
const waitsOn = (
  { id, endpointId, news }: JobHeard,
  green: readonly Exchange[],
  exchanges: readonly Exchange[],
  end: ClientEnd,
): BrokenClient | undefined => {
  const last = news.at(-1);
  const first = news[news.findLastIndex(({ status }) => status !== 'IN_QUEUE') + 1];
  if (end.how === 'threw' || first === undefined || last?.exchange === undefined || isOver(last.status)) return undefined;
  if (last.at - first.at < waitMax) return undefined;
  const health = green.findLast(({ params, sentAt }) => params['endpoint_id'] === endpointId && sentAt >= first.at);
  const looked = exchanges.some(
    ({ operation, params, sentAt }) => looks.includes(operation ?? '') && params['id'] === endpointId && sentAt >= first.at,
  );
  if (health === undefined || looked) return undefined;
  const words =
    `${callWords(health)} said that workers are there, and the client went on waiting for ${id}, which had been in the queue for ` +
    `${sayDuration(last.at - first.at)} by ${callWords(last.exchange)}. Health is no capacity: bound the wait, look at the workers ` +
    `(GET /v2/serverless/${endpointId}/workers), and cancel the job`;
  return { words, exchange: last.exchange };
};

const looks: readonly string[] = ['listEndpointWorkers', 'getEndpoint', 'getWorkerLogs'];

/** Whether the answer of health counts a worker that runs or is ready. */
const isGreen = (exchange: Exchange): boolean => {
  const { operation, answer } = exchange;
  if (operation !== 'health' || !hasSucceeded(exchange) || !isObject(answer)) return false;
  const { workers } = answer;
  return isObject(workers) && ['idle', 'ready', 'running'].some((status) => Number(workers[status] ?? 0) > 0);
};
