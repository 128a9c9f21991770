import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { isMap } from 'yaml';
import { readAs } from '../../api/reading/readAs.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import { canonicalText } from '../../kernel/canonical.ts';
import { invariant } from '../../kernel/invariant.ts';
import { LogChain } from '../../kernel/log.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { type Sha256, sha256Hex } from '../../kernel/sha256.ts';
import { formatDuration, worldStart } from '../../kernel/time.ts';
import { type LogHeader, writeHeader } from '../../simulator/definition.ts';
import { scenarioSchema } from '../file/format.ts';
import { tooLargeText } from '../format/yamlFile.ts';
import { requestProblem } from '../inputs/request.ts';
import type { Scenario } from '../scenario.ts';
import { inputsWritten } from './inputs.ts';
import { worldWritten } from './world.ts';
import { type IsBlock, yamlText } from './yamlText.ts';

/**
 * Records a session as a scenario that people can read and change: its world, all external inputs with their times, and the fingerprint
 * that a run of it must produce. Left says what a scenario cannot express; then only the log itself is left.
 */
export const record = (
  header: LogHeader,
  entries: readonly LogEntry<DomainEvent>[],
  sha256: Sha256 = sha256Hex,
): Either<string, string> => {
  const written = sessionWritten(header, entries, new LogChain(header, sha256));
  if (isLeft(written)) return written;
  return sessionText(
    written.right,
    header.podsim.engine,
    'A run must produce the same log. If you change something on purpose, remove the fingerprint.',
  );
};

/** The text of a recorded scenario, unless it is too long for a file. Parts that are blocks have several lines, beside those that always have. */
export const sessionText = (
  session: Readonly<Record<string, unknown>>,
  engine: string,
  comment: string,
  isBlock: IsBlock = () => false,
): Either<string, string> => {
  const text = yamlText(session, ` Recorded by podsim ${engine}. ${comment}`, (node, path) => {
    // One line for each input, fault and endpoint: deeper collections are written inline.
    const isInline = path.length === 4 || path.length > 5 || (isMap(node) && node.items.length === 0);
    return !isInline || isBlock(node, path);
  });
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

/** A session as a scenario writes it, before it is text. */
export const sessionWritten = (
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
  const { podsim } = writeHeader(header.definition);
  const length = formatDuration(Number(entries.at(-1)?.at ?? worldStart));
  return right({
    title: `A recorded session of ${count === 1 ? 'one input' : `${count} inputs`}, ${length} long`,
    ...world.right,
    inputs,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(fingerprint === undefined || canonicalText(podsim) === canonicalText(header.podsim) ? {} : { recorded: header.podsim }),
  });
};
