import { findOperation } from '../../../api/operations.ts';
import { later } from '../../../kernel/time.ts';
import type { Entry } from '../../step/assertion.ts';
import type { Break, ClientSpec, Watch, WatchedRun } from '../kind.ts';
import { isObject } from './calls.ts';
import { type ClientEnding, observeEnd } from './end.ts';
import { type Exchange, exchangeOfStep } from './exchange.ts';
import { clientProperty } from './pack.ts';
import { ExchangeRecorder } from './recorder.ts';

/** Watches the steps of a run as the calls of a client. */
export const watchClient = (
  { client: name, ended = 'returned', said, latency = 0, lost = {}, because = {}, open = {} }: ClientSpec,
  { world }: WatchedRun,
): Watch => {
  const recorder = new ExchangeRecorder();
  let how: ClientEnding = ended;
  /** The jobs that steps have submitted, by the names of the steps. */
  const jobs = new Map<string, string>();
  /** The names of the steps, in the order of their calls. */
  const steps: string[] = [];
  /** The entry of a call; of one that left none, the newest one then. */
  const findEntry = ({ number, sentAt }: Exchange): Entry | undefined => {
    let newest: Entry | undefined;
    for (const entry of world.log.entries()) {
      if (entry.at > sentAt) break;
      newest = entry;
      if (entry.event.type === 'InputReceived' && entry.event.key === `step/${steps[number - 1]}`) break;
    }
    return newest;
  };
  return {
    call: ({ operation, request, step = '' }) => {
      const row = findOperation(operation);
      if (row === undefined || row.api === 'control') return undefined;
      const jobId = jobs.get(because[step] ?? '');
      const exchange = exchangeOfStep({ number: 0, sentAt: world.now }, row, request);
      steps.push(step);
      const number = recorder.note(jobId === undefined ? exchange : { ...exchange, because: { jobId, attempt: 1 } });
      const left = open[step];
      if (left !== undefined) recorder.leaveOpen(number, left);
      const why = lost[step];
      if (why !== undefined) recorder.lose(number, later(world.now, latency), why);
      return (answer) => {
        const id = isObject(answer.body) ? answer.body['id'] : undefined;
        if (typeof id === 'string' && row.id !== 'status') jobs.set(step, id);
        if (why === undefined) recorder.answerStep(number, later(world.now, latency), answer);
      };
    },
    end: ({ isCut }) => {
      if (isCut) how = 'stopped';
    },
    verdict: () => {
      const { exchanges } = recorder;
      const found = clientProperty(name)?.broken(exchanges, observeEnd(world, how, said));
      if (found === undefined) return { evaluated: exchanges.length > 0 };
      const { words, exchange } = found;
      const broken: Break = {
        words,
        at: exchange?.sentAt ?? world.now,
        shape: exchange?.operation ?? '',
        entry: exchange && findEntry(exchange),
      };
      return { evaluated: true, broken };
    },
  };
};
