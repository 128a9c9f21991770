import { isLeft } from 'fp-ts/lib/Either.js';
import { respellKeys } from '../../api/names/entityNames.ts';
import { findId, findKind } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { State } from '../../cloud/state/state.ts';
import type { Json } from '../../kernel/canonical.ts';
import { lazily } from '../../kernel/collections/lazily.ts';
import type { EventLog } from '../../kernel/log.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { formatDuration, formatVirtualTime, type VirtualTime } from '../../kernel/time.ts';
import {
  type DurationName,
  findUnit,
  isDuration,
  type Metric,
  type NumberName,
  numberIn,
  percentileNames,
  percentiles,
  samplesIn,
  shareWithin,
} from '../../world/reports/record/namedMeasures.ts';
import { recordEndpoint } from '../../world/reports/record/recordLog.ts';
import type { Samples } from '../../world/reports/record/samples.ts';
import { namesIn, type ShortNames } from '../../world/reports/shortNames.ts';
import type { AssertionSpec } from '../format/assertionFormat.ts';
import { substitute, type Variables } from '../format/variables.ts';
import { durationMismatches, type Mismatch, mismatches, mismatchText, numberMismatches, shareMismatches } from './expectation.ts';
import { type Failure, inPart } from './failure.ts';

/** The subject of assertions: a world, or its past up to some entry. */
export interface LogView {
  readonly log: Pick<EventLog<DomainEvent>, 'entries' | 'entry'>;
  readonly now: VirtualTime;
  readonly state: State;
  /** The refused calls of its loads, which the log has only in part; absent if it has no load, or they are not known. */
  readonly refused?: readonly { readonly count: number }[] | undefined;
}

/** A world with the refused calls of its loads, if it had any load. */
export const withRefusals = ({ log, now, state }: LogView, calls: { readonly refused: LogView['refused'] } | undefined): LogView => ({
  log,
  now,
  state,
  refused: calls?.refused,
});

/** The assertions that the log does not meet. */
export const assertionFailures = (assertions: readonly AssertionSpec[], view: LogView, variables: Variables): Failure[] => {
  const namesOf = namesWhereNeeded(view);
  return assertions.flatMap((assertion, k) =>
    checkAssertion(assertion, view, variables, namesOf).map((failure) => inPart(`assert.${k}`, ['assert', k], failure)),
  );
};

/** Few runs have a failure: only these need the names in the log. */
export const namesWhereNeeded = ({ log }: Pick<LogView, 'log'>) => lazily(() => namesIn(log.entries()));

/** How the log does not meet an assertion; empty if it does. */
export const checkAssertion = (
  assertion: AssertionSpec,
  view: LogView,
  variables: Variables,
  namesOf: () => ShortNames = namesWhereNeeded(view),
): readonly Failure[] => {
  const filled = substitute(assertion as Json, variables);
  if (isLeft(filled)) return [{ path: [], message: `${filled.left} is not set` }];
  return failuresOfFilled(filled.right as AssertionSpec, view).map((failure) => inShort(failure, namesOf));
};

/** Renames the entities of the failure as in the timeline, `job-3`. Expected and actual values stay as they are. */
export const inShort = ({ mismatch, nearest, ...failure }: Failure, namesOf: () => ShortNames): Failure => {
  const said = mismatch === undefined ? undefined : { ...mismatch, what: namesOf().inText(mismatch.what) };
  return {
    ...failure,
    ...(said === undefined ? {} : { message: mismatchText(said), mismatch: said }),
    ...(nearest === undefined ? {} : { nearest: namesOf().inText(nearest) }),
  };
};

const failuresOfFilled = (assertion: AssertionSpec, world: LogView): Failure[] => {
  if ('sequence' in assertion) return sequenceFailures(assertion, world);
  if ('count' in assertion) return countFailures(assertion, world);
  if ('never' in assertion) return neverFailures(assertion, world);
  return metricFailures(assertion, world);
};

const makeFailure = (key: string, mismatch: Mismatch, look: Pick<Failure, 'nearest' | 'seq'> = {}): Failure => ({
  path: [key],
  message: mismatchText(mismatch),
  mismatch,
  ...look,
});

export type Entry = LogEntry<DomainEvent>;

/** The place to look in the log: the entity, the entry, and its time; and further remarks. */
export const place = ({ seq, at, event }: Entry, more = ''): Pick<Failure, 'nearest' | 'seq'> => {
  const kind = findKind(event);
  return { nearest: `${kind === undefined ? event.type : findId(kind, event)}, entry ${seq}, ${formatVirtualTime(at)}${more}`, seq };
};

const sequenceFailures = ({ sequence, of, ignoring = [] }: Extract<AssertionSpec, { sequence: unknown }>, { log }: LogView): Failure[] => {
  const happened = [...log.entries()].filter(({ event }) => isAbout(event, of) && !ignoring.includes(event.type));
  const types = happened.map(({ event }) => event.type);
  const found = mismatches(sequence, types, `events of ${of}`);
  if (found.length === 0) return [];
  const first = types.findIndex((type, k) => type !== sequence[k]);
  const entry = happened[first] ?? happened.at(-1);
  const words = first === -1 ? `the last of ${types.length} events` : `event ${first + 1} of ${types.length}`;
  return found.map((mismatch) =>
    makeFailure(
      'sequence',
      mismatch,
      entry && { nearest: `${words}: ${entry.event.type}, entry ${entry.seq}, ${formatVirtualTime(entry.at)}`, seq: entry.seq },
    ),
  );
};

const countFailures = ({ count, of, where, is }: Extract<AssertionSpec, { count: unknown }>, world: LogView): Failure[] => {
  const entries = listEntries(world, count, of);
  const matching = entries.filter((entry) => differences(entry, where).length === 0);
  return numberMismatches(is as Json, matching.length, `count of ${count}`).map((mismatch) => {
    // Too many: the first that is too many. Too few: the one that differs least.
    const surplus = typeof is === 'number' ? matching[is] : matching.at(-1);
    return makeFailure('is', mismatch, surplus === undefined ? nearMiss(entries, where) : place(surplus));
  });
};

/** Among the differing entries, finds the first that differs least, and its differences. */
const nearMiss = (entries: readonly Entry[], where: Where): Pick<Failure, 'nearest' | 'seq'> | undefined => {
  let [nearest, least]: [Entry | undefined, readonly Mismatch[]] = [undefined, []];
  for (const entry of entries) {
    const found = differences(entry, where);
    if (found.length > 0 && (nearest === undefined || found.length < least.length)) [nearest, least] = [entry, found];
  }
  return nearest && place(nearest, `: ${least.map(mismatchText).join('; ')}`);
};

const neverFailures = ({ never, of, where }: Extract<AssertionSpec, { never: unknown }>, world: LogView): Failure[] => {
  const found = listEntries(world, never, of).filter((entry) => differences(entry, where).length === 0);
  const [first] = found;
  return first === undefined ? [] : [makeFailure('never', { what: never, expected: 'never', actual: times(found.length) }, place(first))];
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

export type Where = Readonly<Record<string, unknown>> | undefined;

/** Which events are meant. */
export interface EventChoice {
  readonly of?: string | undefined;
  readonly where?: Where;
}

/** The entries with events of a type that are meant. */
export const entriesWith = ({ log }: LogView, type: string, choice: EventChoice): readonly Entry[] =>
  [...log.entries()].filter((entry) => isMeant(entry, type, choice));

/** Whether it is an event of that type that is meant. */
export const isMeant = (entry: Entry, type: string, { of, where }: EventChoice): boolean =>
  isOfType(entry, type, of) && differences(entry, where).length === 0;

/** The entries of a type, of one entity or of all. */
const listEntries = ({ log }: LogView, type: string, of: string | undefined): Entry[] =>
  [...log.entries()].filter((entry) => isOfType(entry, type, of));

const isOfType = ({ event }: Entry, type: string, of: string | undefined): boolean =>
  event.type === type && (of === undefined || isAbout(event, of));

const differences = ({ event }: Entry, where: Where): readonly Mismatch[] => fieldDifferences(event, where);

/** Compares fields of an event, or of an entity's state, with the expected ones. */
export const fieldDifferences = (data: object, where: Where): readonly Mismatch[] =>
  Object.entries(respellKeys(where ?? {}, Object.keys(data))).flatMap(([name, wanted]) =>
    mismatches(wanted as Json, (data as Readonly<Record<string, Json>>)[name], name),
  );

const isAbout = (event: DomainEvent, id: string): boolean => {
  const kind = findKind(event);
  return kind !== undefined && findId(kind, event) === id;
};

const metricFailures = (assertion: Extract<AssertionSpec, { metric: unknown }>, view: LogView): Failure[] => {
  const { metric, of, is, within } = assertion;
  const name = of === undefined ? metric : `${metric} of ${of}`;
  if (!isDuration(metric)) {
    const value = computeNumber(metric, of, view);
    if (value === null) return [{ path: [], message: `${name}: ${explainLack(metric)}` }];
    const unit = findUnit(metric);
    const found =
      unit === 'share' ? shareMismatches(is as Json, value, name) : numberMismatches(is as Json, value, name, unit === 'USD' ? ' USD' : '');
    return found.map((mismatch) => makeFailure('is', mismatch));
  }
  const samples = collectSamples(metric, of, view);
  if (samples.ms.length === 0) return [{ path: [], message: `${name}: ${explainLack(metric)}` }];
  const values = samples.at(percentileNames.map((which) => percentiles[which]));
  const found = percentileNames.flatMap((which, k) => {
    const [expected, sample] = [assertion[which], values[k]];
    if (expected === undefined || sample === undefined) return [];
    const entry = view.log.entry(sample.seq);
    return durationMismatches(expected as Json, sample.ms, `${name} ${which}`).map((mismatch) =>
      makeFailure(which, mismatch, entry && place(entry)),
    );
  });
  if (within === undefined) return found;
  const share = shareWithin(samples, within);
  const missed = shareMismatches(is as Json, share, `share of ${name} within ${formatDuration(within)}`);
  return [...found, ...missed.map((mismatch) => makeFailure('is', mismatch))];
};

/** Why a metric has no value. */
const explainLack = (metric: Metric): string => {
  if (metric === 'refusals') return 'there is no load whose calls could be refused';
  return metric === 'throughput'
    ? 'no time passed from the first arrival to the last end'
    : `no ${metric === 'coldStart' ? 'worker' : 'job'} has one`;
};

/** Computes the value of a metric that has only one; null if it has none. */
export const computeNumber = (metric: NumberName, of: string | undefined, { log, now, state, refused }: LogView): number | null => {
  // A bill may be of a pod, and needs no record.
  const record = recordEndpoint(metric === 'bill' || metric === 'refusals' ? [] : log.entries(), now, of);
  return numberIn({ record, billing: state.billing, until: now, of, refused }, metric);
};

/** The values of a duration: one for each job, request or start. */
export const collectSamples = (metric: DurationName, of: string | undefined, { log, now }: LogView): Samples =>
  samplesIn(recordEndpoint(log.entries(), now, of), metric);
