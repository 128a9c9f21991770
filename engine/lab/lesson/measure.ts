import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { findId, findKind, type Kind } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { substitute, type Variables } from '../../scenario/format/variables.ts';
import { collectSamples, computeNumber, type EventChoice, entriesWith, type LogView } from '../../scenario/step/assertion.ts';
import { isDuration, percentiles } from '../../world/reports/record/namedMeasures.ts';
import type { World } from '../../world/world.ts';
import { chartPoints } from './chart.ts';
import type { MeasureSpec, QuestionType } from './format.ts';
import { type LogMoment, LogWalk } from './walk.ts';

/** The result of a measure: the value, and the entry that set it. */
export interface Measurement {
  readonly value: Json;
  /** Undefined if no entry decides the value: then it is known at the end of the question. */
  readonly seq: number | undefined;
}

/** A log up to some moment, and the world it is of. */
export interface LogPart {
  readonly view: LogView;
  readonly moment: LogMoment;
  readonly world: World;
  readonly variables: Variables;
}

/** Reads a value off a log; left says why there is none. For a question about an entity, the value of an event is its entity. */
export const read = (measure: MeasureSpec, as: QuestionType, part: LogPart): Either<string, Measurement> => {
  const filled = substitute(measure as Json, part.variables);
  if (isLeft(filled)) return left(explainUnsaved(filled.left, part.variables));
  return readFilled(filled.right as MeasureSpec, as, part);
};

/** Why a measure cannot answer a question of a type; undefined if it may. */
export const unfitMeasure = (type: QuestionType, measure: MeasureSpec): string | undefined => {
  if ('value' in measure) return undefined;
  const isEvent = 'first' in measure || 'last' in measure;
  if (isEvent && (measure.field !== undefined || type !== 'number')) return undefined;
  const gives = isEvent || ('metric' in measure && isDuration(measure.metric)) ? 'duration' : 'number';
  if (gives === type) return undefined;
  return type === 'entity'
    ? 'an entity is that of an event: give `first` or `last`'
    : `this is a ${gives}, and the question asks for a ${type}`;
};

export const explainUnsaved = (name: string, variables: Variables): string =>
  `${name} is not set when the scenario has ended${suggestion(
    name,
    [...variables.keys()].map((key) => `$${key}`),
    'the scenario',
    'its variables',
  )}`;

const readFilled = (measure: MeasureSpec, as: QuestionType, { view, world, moment }: LogPart): Either<string, Measurement> => {
  if ('count' in measure) {
    const found = entriesWith(view, measure.count, measure);
    return right({ value: found.length, seq: found.at(-1)?.seq });
  }
  if ('metric' in measure) return readMetric(measure, view);
  if ('most' in measure) {
    const points = chartPoints(new LogWalk(world, moment), measure.most, measure.of);
    const most = points.reduce((best, point) => (point.value > best.value ? point : best));
    return right({ value: most.value, seq: most.value === 0 ? undefined : most.seq });
  }
  if ('value' in measure) return right({ value: measure.value, seq: undefined });
  return readEvent(measure, as, view);
};

/** The ids of the entities of the same kind, in order of appearance. */
export const entitiesLike = (id: string, { log }: LogView): readonly string[] => {
  const ids = new Map<string, Kind>();
  for (const { event } of log.entries()) {
    const kind = findKind(event);
    if (kind !== undefined) ids.set(findId(kind, event), kind);
  }
  return [...ids].flatMap(([one, kind]) => (kind === ids.get(id) ? [one] : []));
};

const readMetric = ({ metric, of, which }: Extract<MeasureSpec, { metric: unknown }>, view: LogView): Either<string, Measurement> => {
  if (!isDuration(metric)) {
    const value = computeNumber(metric, of, view);
    return value === null ? left(`there is no ${metric}`) : right({ value, seq: undefined });
  }
  const [sample] = collectSamples(metric, of, view).at([percentiles[which ?? 'max']]);
  return sample === undefined ? left(`no job has a ${metric}`) : right({ value: sample.ms, seq: sample.seq });
};

type EventMeasure = Extract<MeasureSpec, { first: unknown } | { last: unknown }>;

const readEvent = (measure: EventMeasure, as: QuestionType, view: LogView): Either<string, Measurement> => {
  const { field, since } = measure;
  const entry = findEntry(measure, view);
  if (entry === undefined) return left(`the log has no such ${readEventType(measure)}`);
  const { seq, at, event } = entry;
  if (field !== undefined) {
    const value = (event as unknown as Readonly<Record<string, Json>>)[field];
    return value === undefined ? left(`${event.type} has no field '${field}'`) : right({ value, seq });
  }
  if (as === 'entity') {
    const kind = findKind(event);
    return kind === undefined ? left(`${event.type} is about no entity`) : right({ value: findId(kind, event), seq });
  }
  if (since === undefined) return right({ value: at, seq });
  const from = findEntry(since, view);
  return from === undefined ? left(`the log has no such ${readEventType(since)}`) : right({ value: at - from.at, seq });
};

const readEventType = (measure: { readonly first: string } | { readonly last: string }): string =>
  'first' in measure ? measure.first : measure.last;

const findEntry = (
  measure: ({ readonly first: string } | { readonly last: string }) & EventChoice,
  view: LogView,
): LogEntry<DomainEvent> | undefined => entriesWith(view, readEventType(measure), measure).at('first' in measure ? 0 : -1);
