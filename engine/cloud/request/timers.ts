import { after } from '../../kernel/decider.ts';
import type { Timer } from '../decisions.ts';
import type { RequestCommand } from './decide.ts';
import type { LbRequest } from './evolve.ts';
import type { RequestSettings } from './settings.ts';

// biome-ignore format: a table
export const requestTimers: readonly Timer<LbRequest, RequestCommand, RequestSettings>[] = [
  { name: 'wait',    runs: ['WAITING'],   dueAt: (request, settings) => after(request.receivedAt, request.binding === null ? settings.workerWait : settings.strictWait), command: { type: 'FailRequest', because: 'no-worker' } },
  { name: 'answer',  runs: ['IN_FLIGHT'], dueAt: attemptEnds,                                                          command: { type: 'EndRequest' } },
  { name: 'timeout', runs: ['IN_FLIGHT'], dueAt: (request) => after(request.startedAt, request.timeoutMs),              command: { type: 'FailRequest', because: 'timeout' } },
];

/** Where it shares its worker, that says when its work is done. */
function attemptEnds({ startedAt, attempt }: LbRequest) {
  return attempt === null || attempt.ending === 'hang' || attempt.shared === true ? null : after(startedAt, attempt.runsMs);
}
