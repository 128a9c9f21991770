import type { DurationMs } from '../../../kernel/time.ts';
import type { Endpoint } from '../../endpoint/evolve.ts';
import type { Attempt } from '../../handler/attempt.ts';
import { changeHandler, drawAttempt, handlerFor } from '../../handler/handler.ts';
import type { HandlerSpec } from '../../handler/spec.ts';
import type { Job } from '../../job/evolve.ts';
import type { SimulationContext } from '../context.ts';
import { listJobs } from './externalWork.ts';

/**
 * A handler with answers replaces real workers. It also ends the attempts that these were running when it was set, which no process will
 * end any more (worker-api.stand-in). Any other simulated handler leaves those to their workers.
 */
export const takeOver = (sim: SimulationContext, _event: unknown, { id, handler }: Endpoint): void => {
  if (handler.answers === undefined) return;
  const jobIds = [...sim.state.fleet.of(id).members].flatMap((workerId) => {
    const worker = sim.find('worker', workerId);
    return worker === undefined ? [] : listJobs(worker);
  });
  for (const jobId of jobIds) {
    const job = sim.find('job', jobId);
    if (job?.status !== 'IN_PROGRESS' || job.attempt?.external !== true || job.missedAt !== null) continue;
    sim.dispatchOrThrow('job', jobId, { type: 'TakeOver', attempt: attemptUnderWay(sim, handler, job) });
  }
};

/**
 * Continues an attempt that has run for a while: with the answer to it; otherwise with one of those that take at least as long. If none
 * does, it ends now.
 */
const attemptUnderWay = (sim: SimulationContext, handler: HandlerSpec, { id, input, starts, startedAt, terms }: Job): Attempt => {
  const ranMs = sim.now - (startedAt ?? sim.now);
  const question = { id, input, attempt: starts };
  const attemptBy = (its: HandlerSpec): Attempt =>
    drawAttempt(terms.handler === null ? its : changeHandler(its, terms.handler), question, sim.draw);
  const attemptWith = (spec: HandlerSpec): Attempt => attemptBy(handlerFor(spec, question, sim.draw));
  const first = attemptWith(handler);
  if (isLongEnough(first, ranMs)) return first;
  const longer = (handler.answers ?? []).filter((one) => isLongEnough(attemptBy(one.handler), ranMs));
  return longer.length === 0 ? { ...first, runsMs: ranMs } : attemptWith({ ...handler, answers: longer });
};

const isLongEnough = ({ ending, runsMs }: Attempt, ranMs: DurationMs): boolean => ending === 'hang' || runsMs >= ranMs;
