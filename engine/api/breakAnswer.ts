import type { Rejection } from '../cloud/decisions.ts';
import type { FaultKind, FaultMatch } from '../cloud/fault/events.ts';
import type { SimulationContext } from '../cloud/policies/context.ts';
import { trigger } from '../cloud/policies/faults.ts';
import type { Answer, Operation } from './operation.ts';
import { problemOf } from './problems.ts';

/** Which faults break the answer of a call that has had its effect (fault.socket), and how. */
// biome-ignore format: a table
const ways: readonly { readonly kind: FaultKind; readonly status: number; readonly detail: string }[] = [
  { kind: 'answer-lost',             status: 520, detail: 'the connection broke before the answer came; the call has had its effect' },
  { kind: 'answer-cut',              status: 520, detail: 'the connection broke in the middle of the answer; the call has had its effect' },
  { kind: 'answer-500-after-effect', status: 500, detail: 'the platform failed after the call had its effect' },
];

/** The status that a client hears where a fault of this kind breaks an answer; undefined for other kinds. */
export const statusWhenBroken = (kind: FaultKind): number | undefined => ways.find((way) => way.kind === kind)?.status;

/**
 * What a client gets of the answer of a call that was carried out: the answer, unless a fault breaks it. Where there is no socket, such as in a
 * scenario, a broken connection is a status of its own. `where`: what a match may name, and what the trial is drawn by.
 */
export const breakAnswer = (
  sim: SimulationContext,
  { api }: Operation,
  answer: Answer,
  where: () => FaultMatch & { readonly occasion: string | (() => string) },
): Answer => {
  if (api === 'control' || answer.status >= 400) return answer;
  for (const { kind, status, detail } of ways) {
    if (sim.state.activeFaults.none(kind) || trigger(sim, kind, where) === undefined) continue;
    const broken: Rejection = { kind: 'failing', rule: 'fault.socket', status, detail: `${detail} (${kind} fault)` };
    const heard = problemOf(broken);
    if (kind === 'answer-500-after-effect') return heard;
    return { ...heard, breaks: kind === 'answer-cut' ? { inside: answer } : {} };
  }
  return answer;
};
