import type { Answer } from '../../engine/api/operation.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { parseInstant } from '../../engine/kernel/instant.ts';
import { defaultStartMs } from '../../engine/simulator/definition.ts';
import type { Input } from '../../engine/world/receive.ts';
import { callOf } from '../support/worlds/worlds.ts';
import { type Act, type BatchAct, type JobPlan, operations } from './plan.ts';

/** The call of an act; `batches`: their ids. A request is named by its place, which the list of requests tells. */
export const batchCallFor = (
  act: Act & BatchAct,
  of: Readonly<Record<string, string>>,
  { batches, requestIds }: { readonly batches: readonly string[]; readonly requestIds: (batch: string) => readonly string[] },
  bodyOf: (job: JobPlan) => Json,
): Input => {
  const { at } = act;
  if (act.do === 'batches') return callOf('listBatches', of, { at });
  if (act.do === 'batch') return callOf('createBatch', of, { at, body: act.requests.map(bodyOf) });
  const batch = batches[act.batch] ?? 'none';
  const params = { ...of, batch_id: batch };
  if (act.do === 'add') return callOf('addBatchRequests', params, { at, body: { requests: act.requests.map(bodyOf) } });
  if (act.do === 'take-out') return callOf('removeBatchRequest', { ...params, request_id: requestIds(batch)[act.place] ?? 'none' }, { at });
  return callOf(operations[act.do], params, { at });
};

interface BatchView {
  readonly id: string;
  readonly status: string;
  readonly requestTotal: number;
  readonly requestInProgress: number;
  readonly requestCompleted: number;
  readonly requestFailed: number;
}

interface RequestView {
  readonly status: string;
  readonly output?: Json;
  readonly error?: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
}

/** An answer about batches, in the words of the model. */
export const describeBatchAnswer = (act: BatchAct, { status, body, rule }: Answer, batches: readonly string[]): string => {
  if (rule !== undefined) return `${status} ${rule}`;
  if (status === 204) return '204';
  const said = body as unknown as BatchView & { readonly batches: readonly BatchView[]; readonly requests: readonly RequestView[] };
  const nameOf = (id: string): string => `batch-${batches.indexOf(id)}`;
  const describe = ({ id, status: its, requestTotal, ...counts }: BatchView): string => {
    const { requestInProgress, requestCompleted, requestFailed } = counts;
    return `${nameOf(id)} ${its} ${requestTotal} requests ${[requestInProgress, requestCompleted, requestFailed]}`;
  };
  if (act.do === 'batches') return `200 ${said.batches.map(describe).join('; ')}`;
  if (act.do === 'batch') return `200 ${nameOf(said.id)} ${said.status}`;
  return `200 ${act.do === 'requests' ? said.requests.map(describeRequest).join('; ') : describe(said)}`;
};

const describeRequest = ({ status, output, error, startedAt, completedAt }: RequestView): string => {
  const result = output === undefined ? [] : ['output'];
  const words =
    error === undefined ? [] : [error.startsWith('the job ran longer') ? 'late' : error.startsWith('the job is no') ? 'gone' : 'error'];
  const since = (instant: string | undefined) => (instant === undefined ? null : (parseInstant(instant) ?? 0) - defaultStartMs);
  return [status, ...result, ...words, `from ${since(startedAt)} to ${since(completedAt)}`].join(' ');
};
