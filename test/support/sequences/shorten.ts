import type { Json } from '../../../engine/kernel/canonical.ts';
import type { Sequence, SequenceCall } from './sequence.ts';

/** What of a sequence that something is wrong with is needed for that: no fault, step or part of a call that could be left out. */
export const shortenSequence = (sequence: Sequence, isWrong: (shorter: Sequence) => boolean): Sequence => {
  for (const shorter of shorterOnes(sequence)) if (isWrong(shorter)) return shortenSequence(shorter, isWrong);
  return sequence;
};

function* shorterOnes(sequence: Sequence): Iterable<Sequence> {
  const { faults, steps } = sequence;
  for (let k = 0; k < faults.length; k++) yield { ...sequence, faults: faults.toSpliced(k, 1) };
  for (const [k, { afterMs, call }] of steps.entries()) {
    const rest = steps.toSpliced(k, 1);
    const next = rest[k];
    // What follows stays where it was in time.
    yield { ...sequence, steps: next === undefined ? rest : rest.with(k, { ...next, afterMs: next.afterMs + afterMs }) };
    for (const simpler of call === undefined ? [] : simplerCalls(call))
      yield { ...sequence, steps: steps.with(k, { afterMs, call: simpler }) };
  }
}

function* simplerCalls({ handler, key, ...call }: SequenceCall): Iterable<SequenceCall> {
  if (key !== undefined) yield handler === undefined ? call : { ...call, handler };
  if (handler !== undefined) yield key === undefined ? call : { ...call, key };
  const own = { ...(handler === undefined ? {} : { handler }), ...(key === undefined ? {} : { key }) };
  for (const name of Object.keys(call.query)) yield { ...call, ...own, query: withoutKey(call.query, name) };
  const { body } = call;
  if (body === undefined || body === null || typeof body !== 'object' || Array.isArray(body)) return;
  for (const name of Object.keys(body)) yield { ...call, ...own, body: withoutKey(body as Readonly<Record<string, Json>>, name) };
}

const withoutKey = <Value>(of: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => key !== name));
