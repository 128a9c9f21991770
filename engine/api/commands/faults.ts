import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import type { Rejection } from '../../cloud/decisions.ts';
import type { FaultSpec } from '../../cloud/fault/events.ts';
import type { Fault } from '../../cloud/fault/evolve.ts';
import type { FaultStatus } from '../../cloud/fault/lifecycle.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { State } from '../../cloud/state/state.ts';
import { formatInstant, lastInstantMs } from '../../kernel/instant.ts';
import { invariant } from '../../kernel/invariant.ts';
import { formatDuration, type VirtualTime } from '../../kernel/time.ts';
import { faultResource, faultWritten, readFaultSpec } from '../contract/fault.ts';
import type { Resource } from '../contract/parts/resource.ts';
import { type KnownIds, type MatchProblem, matchProblems } from '../faultMatch.ts';
import { operations } from '../table.ts';
import { command } from './command.ts';

/** POST faults: injects a fault, which may strike from now on. */
export const injectFault = command({
  id: 'injectFault',
  methods: ['POST'],
  path: '/_podsim/v1/faults',
  summary: 'Inject a fault; its times count from now',
  body: faultWritten(z.enum(operations.map(({ id }) => id) as [string, ...string[]])),
  bodyMax: 'body',
  success: { status: 201, schema: () => faultResource },
  rules: ['control.inputs', 'fault.window', 'fault.match', 'fault.answer'],
  *run(sim, { body }) {
    const spec = readFaultSpec(body, sim.now);
    const far = tooFar(sim, spec);
    if (isLeft(far)) return far;
    const problems = matchProblems(spec, { ...listMatchable(sim), operations });
    if (problems.length > 0) return left(invalidMatch(problems));
    const id = `fault-${sim.state.activeFaults.injected + 1}`;
    sim.dispatchOrThrow('fault', id, { type: 'InjectFault', spec });
    const fault = sim.find('fault', id);
    invariant(fault !== undefined, () => `${id} has just been injected`);
    // A fault that begins now takes effect before this answer: a crash has happened.
    if (spec.from === sim.now) yield* sim.dispatchOrThrowInSteps('fault', id, { type: 'BeginFault' });
    return right({ answer: { status: 201, body: faultView(sim, fault) } });
  },
});

/** DELETE faults/{id}: the fault strikes nothing more, and the hosts it held down are up again. */
export const clearFault = command({
  id: 'clearFault',
  methods: ['DELETE'],
  path: '/_podsim/v1/faults/{id}',
  resolves: { id: 'fault' },
  summary: 'Remove a fault',
  success: { status: 204 },
  rules: ['control.inputs', 'fault.window'],
  *run(sim, { fault }) {
    const ended = yield* sim.dispatchInSteps('fault', fault.id, { type: 'EndFault', reason: 'removed' });
    return isLeft(ended) ? ended : right({ answer: { status: 204 } });
  },
});

/** DELETE faults: ends every fault. */
export const clearFaults = command({
  id: 'clearFaults',
  methods: ['DELETE'],
  path: '/_podsim/v1/faults',
  summary: 'Remove every fault',
  success: { status: 204 },
  rules: ['control.inputs', 'fault.window'],
  *run(sim) {
    for (const { id } of [...sim.state.all('fault')]) {
      // The next fault may strike what the end of one fault releases, and may then reach its limit.
      if (sim.find('fault', id) !== undefined) yield* sim.dispatchOrThrowInSteps('fault', id, { type: 'EndFault', reason: 'removed' });
    }
    return right({ answer: { status: 204 } });
  },
});

/** The fault resource. */
export const faultView = (
  { startMs }: Pick<SimulationContext, 'startMs'>,
  { id, status, strikes, spec }: Fault,
): Resource<typeof faultResource> => ({
  id,
  status: status as Exclude<FaultStatus, 'NEW'>,
  strikes,
  fault: spec.fault,
  match: spec.match,
  from: formatInstant(startMs + spec.from),
  until: spec.until === null ? null : formatInstant(startMs + spec.until),
  chance: spec.chance?.join('/') ?? null,
  limit: spec.limit,
  ...(spec.delayMs === 0 ? {} : { delay: formatDuration(spec.delayMs) }),
  ...(spec.fault === 'api-error' ? { answers: spec.status } : {}),
  ...(spec.answer === undefined ? {} : { answers: spec.answer.status, answer: spec.answer }),
});

/** The entities and hosts that exist in the world now. */
const listMatchable = ({ state }: SimulationContext) => ({
  hosts: state.placements.hosts,
  endpoints: listIds(state, 'endpoint'),
  pods: listIds(state, 'pod'),
});

const listIds = (state: State, kind: 'endpoint' | 'pod'): KnownIds => ({
  has: (id) => state.find(kind, id) !== undefined,
  ids: () => [...state.all(kind)].map(({ id }) => id),
});

const invalidMatch = (problems: readonly MatchProblem[]): Rejection => ({
  kind: 'invalid',
  rule: 'fault.match',
  detail: 'Request validation failed.',
  errors: problems.map(({ part, words }) => `$.match${part === undefined ? '' : `.${part}`}: ${words}`),
});

/** An instant has a four-digit year, so nothing may begin or end after the last such year. */
const tooFar = ({ startMs }: SimulationContext, { from, until }: FaultSpec): Either<Rejection, void> => {
  const beyond = (at: VirtualTime | null): boolean => at !== null && startMs + at > lastInstantMs;
  if (!beyond(from) && !beyond(until)) return right(undefined);
  const errors = [`$: it would ${beyond(from) ? 'begin' : 'end'} after ${formatInstant(lastInstantMs)}`];
  return left({ kind: 'invalid', rule: 'errors.validation', detail: 'Request validation failed.', errors });
};
