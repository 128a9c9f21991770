import { type Either, isLeft } from 'fp-ts/lib/Either.js';
import type { DomainEvent } from '../../cloud/input.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { formatDuration, worldStart } from '../../kernel/time.ts';
import type { LogHeader } from '../../simulator/definition.ts';
import type { InputWritten } from '../inputs/format.ts';
import { holdsAnswers } from '../recording/answersText.ts';
import { sessionText, sessionWritten } from '../recording/record.ts';
import { withoutWorkers } from './withoutWorkers.ts';

/**
 * Records the callers' inputs of a session with real workers, as a scenario that needs none: the recorded work answers the jobs
 * (worker-api.stand-in). It is as long as the session, and has no fingerprint: its log differs. Left says why there is none.
 */
export const recordStandIn = (header: LogHeader, entries: readonly LogEntry<DomainEvent>[]): Either<string, string> => {
  const session = withoutWorkers(header, entries);
  if (isLeft(session)) return session;
  const written = sessionWritten(session.right.header, session.right.entries);
  if (isLeft(written)) return written;
  const { title, inputs, ...world } = written.right as Readonly<Record<string, unknown>> & { readonly inputs: readonly InputWritten[] };
  const whole = { title: `${title}, with a stand-in for its real workers`, ...world, inputs: askAgain(inputs, session.right.entries) };
  return sessionText(
    whole,
    header.podsim.engine,
    'What its real workers did answers its jobs: the same jobs alike, and others as it is drawn.',
    holdsAnswers,
  );
};

/**
 * Calls that were refused then may be accepted now, and the clock moves by the remaining inputs, up to the end of the session: each client
 * leaves at a time of its own.
 */
const askAgain = (inputs: readonly InputWritten[], entries: readonly LogEntry<DomainEvent>[]): readonly InputWritten[] => {
  const leftAt = entries.flatMap(({ at, event }) => (event.type === 'CallerLeft' ? [formatDuration(Number(at))] : []));
  const asked = inputs.flatMap((input): readonly InputWritten[] => {
    if ('clock' in input) return [];
    if ('leave' in input) return [{ at: leftAt.shift() ?? '0s', ...input }];
    return ['expect' in input ? without(input, 'expect') : input];
  });
  return [...asked, { clock: { to: formatDuration(Number(entries.at(-1)?.at ?? worldStart)) } }];
};

const without = <Fields extends object, Name extends keyof Fields>(fields: Fields, name: Name): Omit<Fields, Name> => {
  const { [name]: _left, ...rest } = fields;
  return rest;
};
