import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { Document, isMap, visit } from 'yaml';
import { readAs } from '../api/readAs.ts';
import { headerOf, type LogHeader } from '../definition.ts';
import type { DomainEvent } from '../entities.ts';
import { canonicalText } from '../kernel/canonical.ts';
import { invariant } from '../kernel/invariant.ts';
import { LogChain, type LogEntry } from '../kernel/log.ts';
import { type Sha256, sha256Hex } from '../kernel/sha256.ts';
import { formatDuration, worldStart } from '../kernel/time.ts';
import { scenarioSchema } from './format.ts';
import type { InputWritten } from './inputs/format.ts';
import { requestProblem } from './inputs/request.ts';
import { inputsWritten } from './recording/inputs.ts';
import { withoutWorkers } from './recording/withoutWorkers.ts';
import { worldWritten } from './recording/world.ts';
import { holdsAnswers, quoteInvisible } from './recording/yamlStyle.ts';
import type { Scenario } from './scenario.ts';
import { tooLargeText } from './yamlFile.ts';

/**
 * A session as a scenario that people can read and change: its world, all external inputs with their times, and the
 * fingerprint that a run of it must produce. Left says what a scenario cannot express; then the log itself must serve.
 */
export const record = (
  header: LogHeader,
  entries: readonly LogEntry<DomainEvent>[],
  sha256: Sha256 = sha256Hex,
): Either<string, string> => {
  const written = sessionWritten(header, entries, new LogChain(header, sha256));
  if (isLeft(written)) return written;
  return fileOf(
    textOf(
      written.right,
      header.podsim.engine,
      'A run must produce the same log. If you change something on purpose, remove the fingerprint.',
    ),
  );
};

/**
 * What callers did in a session with real workers, as a scenario that needs none: what these did answers the jobs (worker-api.stand-in). It
 * is as long as the session, and has no fingerprint: its log is another. Left says why there is none.
 */
export const recordStandIn = (header: LogHeader, entries: readonly LogEntry<DomainEvent>[]): Either<string, string> => {
  const session = withoutWorkers(header, entries);
  if (isLeft(session)) return session;
  const written = sessionWritten(session.right.header, session.right.entries);
  if (isLeft(written)) return written;
  const { title, inputs, ...world } = written.right as Readonly<Record<string, unknown>> & { readonly inputs: readonly InputWritten[] };
  const whole = { title: `${title}, with a stand-in for its real workers`, ...world, inputs: askedAgain(inputs, session.right.entries) };
  return fileOf(
    textOf(whole, header.podsim.engine, 'What its real workers did answers its jobs: the same jobs alike, and others as it is drawn.'),
  );
};

/**
 * What was refused then may be accepted now, and the clock moves by the inputs that are left, up to the end of the session: each client
 * leaves at a time of its own.
 */
const askedAgain = (inputs: readonly InputWritten[], entries: readonly LogEntry<DomainEvent>[]): readonly InputWritten[] => {
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

const fileOf = (text: string): Either<string, string> => {
  const tooLarge = tooLargeText(text);
  return tooLarge === undefined ? right(text) : left(`the session is too long for a file: ${tooLarge}`);
};

/** The same as a scenario to be played, of any length and without the fingerprint. */
export const recordScenario = (file: string, header: LogHeader, entries: readonly LogEntry<DomainEvent>[]): Either<string, Scenario> => {
  const written = sessionWritten(header, entries);
  if (isLeft(written)) return written;
  const spec = readAs(scenarioSchema, written.right);
  invariant(!isLeft(spec), 'what is recorded can be read');
  return right({ file, member: undefined, first: true, spec: spec.right, definition: header.definition, findings: [] });
};

const sessionWritten = (
  header: LogHeader,
  entries: readonly LogEntry<DomainEvent>[],
  chain?: LogChain,
): Either<string, Readonly<Record<string, unknown>>> => {
  const world = worldWritten(header.definition);
  if (isLeft(world)) return world;
  const { inputs, count } = inputsWritten(header, entries, chain);
  const fingerprint = chain?.link;
  const unfit = inputs.find((input) => 'act' in input && requestProblem(input) !== undefined);
  if (unfit !== undefined) return left('a scenario cannot hold one of its calls, because its request is nested too deep');
  const { podsim } = headerOf(header.definition);
  const length = formatDuration(Number(entries.at(-1)?.at ?? worldStart));
  return right({
    title: `A recorded session of ${count === 1 ? 'one input' : `${count} inputs`}, ${length} long`,
    ...world.right,
    inputs,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(fingerprint === undefined || canonicalText(podsim) === canonicalText(header.podsim) ? {} : { recorded: header.podsim }),
  });
};

const textOf = (session: Readonly<Record<string, unknown>>, engine: string, comment: string): string => {
  const document = new Document(session, { aliasDuplicateObjects: false });
  document.commentBefore = ` Recorded by podsim ${engine}. ${comment}`;
  visit(document, {
    // One line for each input, fault and endpoint: deeper collections are written inline.
    Collection: (_key, node, path) => {
      const isInline = path.length === 4 || path.length > 5 || (isMap(node) && node.items.length === 0);
      node.flow = isInline && !holdsAnswers(node, path);
    },
    Scalar: quoteInvisible,
  });
  return document.toString({ lineWidth: 0 });
};
