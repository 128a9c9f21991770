import type { Rejection } from '../cloud/decisions.ts';
import type { FaultAnswer, FaultKind, FaultMatch, FaultSpec } from '../cloud/fault/events.ts';
import type { SimulationContext } from '../cloud/policies/context.ts';
import { trigger } from '../cloud/policies/faults.ts';
import type { RuleId } from '../cloud/rulebook/rules.ts';
import type { Answer, Operation } from './operation.ts';
import { writeProblem } from './problems.ts';

/** Which faults break the answer of a call that has had its effect (fault.socket), and how. */
// biome-ignore format: a table
const ways: readonly { readonly kind: FaultKind; readonly status: number; readonly detail: string }[] = [
  { kind: 'answer-lost',             status: 520, detail: 'the connection broke before the answer came; the call has had its effect' },
  { kind: 'answer-cut',              status: 520, detail: 'the connection broke in the middle of the answer; the call has had its effect' },
  { kind: 'answer-500-after-effect', status: 500, detail: 'the platform failed after the call had its effect' },
];

/** What a client hears where this fault breaks an answer, or gives another; undefined for other kinds. */
export const findHeard = ({ fault, answer }: FaultSpec): { readonly status: number; readonly rule: RuleId } | undefined => {
  if (answer !== undefined) return { status: answer.status, rule: 'fault.answer' };
  const status = ways.find(({ kind }) => kind === fault)?.status;
  return status === undefined ? undefined : { status, rule: 'fault.socket' };
};

/** What a match may name, and what the trial is drawn by. */
type Where = () => FaultMatch & { readonly occasion: string | (() => string) };

/** What a fault answers a call, whatever the platform says (fault.answer); undefined if none strikes. `effect`: whether the call is carried out. */
export const replaceAnswer = (sim: SimulationContext, where: Where, effect: boolean): Answer | undefined => {
  const answer = trigger(sim, 'answer-is', where, (spec) => spec.answer?.effect === effect)?.answer;
  return answer === undefined ? undefined : answerGiven(answer);
};

const answerGiven = ({ status, headers, body }: FaultAnswer): Answer => ({
  status,
  headers: typeof body === 'string' ? { 'content-type': 'text/plain; charset=utf-8', ...headers } : headers,
  ...(body === undefined ? {} : { body }),
  rule: 'fault.answer',
  asGiven: true,
});

/**
 * What a client gets of the answer of a call that was carried out: the answer, unless a fault breaks it. Where there is no socket, such as in a
 * scenario, a broken connection is a status of its own.
 */
export const breakAnswer = (sim: SimulationContext, { api }: Operation, answer: Answer, where: Where): Answer => {
  if (api === 'control') return answer;
  const given = replaceAnswer(sim, where, true);
  if (given !== undefined) return given;
  if (answer.status >= 400) return answer;
  for (const { kind, status, detail } of ways) {
    if (sim.state.activeFaults.none(kind) || trigger(sim, kind, where) === undefined) continue;
    const broken: Rejection = { kind: 'failing', rule: 'fault.socket', status, detail: `${detail} (${kind} fault)` };
    const heard = writeProblem(broken);
    if (kind === 'answer-500-after-effect') return heard;
    return { ...heard, breaks: kind === 'answer-cut' ? { inside: answer } : {} };
  }
  return answer;
};
