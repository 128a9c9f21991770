import { isLeft } from 'fp-ts/lib/Either.js';
import { type DomainEvent, idOf, kindOf } from '../entities.ts';
import type { Json } from '../kernel/canonical.ts';
import { lazily } from '../kernel/lazily.ts';
import type { LogEntry } from '../kernel/log.ts';
import { formatVirtualTime } from '../kernel/time.ts';
import { recordOf } from '../reports/metrics.ts';
import { namesIn, type ShortNames } from '../reports/shortNames.ts';
import type { World } from '../world.ts';
import { durationMismatches, type Mismatch, mismatches, mismatchText, numberMismatches } from './expectation.ts';
import { type Failure, inPart } from './failure.ts';
import type { AssertionSpec } from './format.ts';
import { isSingle } from './metrics.ts';
import { substitute, type Variables } from './variables.ts';

/** The assertions that the log does not meet. */
export const assertionFailures = (assertions: readonly AssertionSpec[], world: World, variables: Variables): Failure[] => {
  // Few runs have a failure: only these need the names in the log.
  const namesOf = lazily(() => namesIn(world.log.entries()));
  return assertions.flatMap((assertion, k) => {
    const filled = substitute(assertion as Json, variables);
    const failures = isLeft(filled)
      ? [{ path: [], message: `${filled.left} is not set` }]
      : failuresOf(filled.right as AssertionSpec, world);
    return failures.map((failure) => inPart(`assert.${k}`, ['assert', k], inShort(failure, namesOf)));
  });
};

/** The failure with entities called as in the timeline, `job-3`. What was expected and found stays as it is. */
const inShort = ({ mismatch, nearest, ...failure }: Failure, namesOf: () => ShortNames): Failure => {
  const said = mismatch === undefined ? undefined : { ...mismatch, what: namesOf().inText(mismatch.what) };
  return {
    ...failure,
    ...(said === undefined ? {} : { message: mismatchText(said), mismatch: said }),
    ...(nearest === undefined ? {} : { nearest: namesOf().inText(nearest) }),
  };
};

const failuresOf = (assertion: AssertionSpec, world: World): Failure[] => {
  if ('sequence' in assertion) return sequenceFailures(assertion, world);
  if ('count' in assertion) return countFailures(assertion, world);
  if ('never' in assertion) return neverFailures(assertion, world);
  return metricFailures(assertion, world);
};

const failed = (key: string, mismatch: Mismatch, nearest: string | undefined): Failure => ({
  path: [key],
  message: mismatchText(mismatch),
  mismatch,
  ...(nearest === undefined ? {} : { nearest }),
});

type Entry = LogEntry<DomainEvent>;

/** Where in the log to look: the entity, the entry, and its time. */
const place = ({ seq, at, event }: Entry): string => {
  const kind = kindOf(event);
  return `${kind === undefined ? event.type : idOf(kind, event)}, entry ${seq}, ${formatVirtualTime(at)}`;
};

const sequenceFailures = ({ sequence, of, ignoring = [] }: Extract<AssertionSpec, { sequence: unknown }>, { log }: World): Failure[] => {
  const happened = [...log.entries()].filter(({ event }) => isAbout(event, of) && !ignoring.includes(event.type));
  const types = happened.map(({ event }) => event.type);
  const found = mismatches(sequence, types, `events of ${of}`);
  if (found.length === 0) return [];
  const first = types.findIndex((type, k) => type !== sequence[k]);
  const entry = happened[first] ?? happened.at(-1);
  const words = first === -1 ? `the last of ${types.length} events` : `event ${first + 1} of ${types.length}`;
  return found.map((mismatch) =>
    failed('sequence', mismatch, entry && `${words}: ${entry.event.type}, entry ${entry.seq}, ${formatVirtualTime(entry.at)}`),
  );
};

const countFailures = ({ count, of, where, is }: Extract<AssertionSpec, { count: unknown }>, world: World): Failure[] => {
  const entries = entriesOf(world, count, of);
  const matching = entries.filter((entry) => differences(entry, where).length === 0);
  return numberMismatches(is as Json, matching.length, `count of ${count}`).map((mismatch) => {
    // Too many: the first that is too many. Too few: the one that differs least.
    const surplus = typeof is === 'number' ? matching[is] : matching.at(-1);
    return failed('is', mismatch, surplus === undefined ? nearMiss(entries, where) : place(surplus));
  });
};

/** Of the entries that differ from what was asked, the first that differs least, and how. */
const nearMiss = (entries: readonly Entry[], where: Where): string | undefined => {
  let [nearest, least]: [Entry | undefined, readonly Mismatch[]] = [undefined, []];
  for (const entry of entries) {
    const found = differences(entry, where);
    if (found.length > 0 && (nearest === undefined || found.length < least.length)) [nearest, least] = [entry, found];
  }
  return nearest && `${place(nearest)}: ${least.map(mismatchText).join('; ')}`;
};

const neverFailures = ({ never, of, where }: Extract<AssertionSpec, { never: unknown }>, world: World): Failure[] => {
  const found = entriesOf(world, never, of).filter((entry) => differences(entry, where).length === 0);
  const [first] = found;
  return first === undefined ? [] : [failed('never', { what: never, expected: 'never', actual: times(found.length) }, place(first))];
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

type Where = Readonly<Record<string, unknown>> | undefined;

/** The entries of a type, of one entity or of all. */
const entriesOf = ({ log }: World, type: string, of: string | undefined): Entry[] =>
  [...log.entries()].filter(({ event }) => event.type === type && (of === undefined || isAbout(event, of)));

const differences = ({ event }: Entry, where: Where): readonly Mismatch[] =>
  Object.entries(where ?? {}).flatMap(([name, wanted]) =>
    mismatches(wanted as Json, (event as unknown as Readonly<Record<string, Json>>)[name], name),
  );

const isAbout = (event: DomainEvent, id: string): boolean => {
  const kind = kindOf(event);
  return kind !== undefined && idOf(kind, event) === id;
};

const metricFailures = ({ metric, of, p50, p95, max, is }: Extract<AssertionSpec, { metric: unknown }>, world: World): Failure[] => {
  const record = recordOf(world.log.entries(), world.now, of);
  const name = of === undefined ? metric : `${metric} of ${of}`;
  if (isSingle(metric))
    return numberMismatches(is as Json, record[metric], name, metric === 'cost' ? ' USD' : '').map((mismatch) =>
      failed('is', mismatch, undefined),
    );
  const samples = metric === 'delayTime' ? record.jobs.waits : record.jobs.executions;
  if (samples.ms.length === 0) return [{ path: [], message: `${name}: no job has one` }];
  const values = samples.at([50, 95, 100]);
  return [p50, p95, max].flatMap((expected, k) => {
    const [which, sample] = [(['p50', 'p95', 'max'] as const)[k] ?? '', values[k]];
    if (expected === undefined || sample === undefined) return [];
    const entry = world.log.entry(sample.seq);
    return durationMismatches(expected as Json, sample.ms, `${name} ${which}`).map((mismatch) =>
      failed(which, mismatch, entry && place(entry)),
    );
  });
};
