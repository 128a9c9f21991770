import { isLeft } from 'fp-ts/lib/Either.js';
import { findId, findKind, type Kind } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { listFields } from '../../scenario/format/eventFields.ts';
import { withArticle } from '../../scenario/lint/ids.ts';
import type { LogView } from '../../scenario/step/assertion.ts';
import { parseCondition } from '../../scenario/step/condition.ts';

/** The entities of a log, by id. */
export type LogEntities = ReadonlyMap<string, ReadonlySet<Kind>>;

export const entitiesIn = ({ log }: Pick<LogView, 'log'>): LogEntities => {
  const found = new Map<string, Set<Kind>>();
  for (const { event } of log.entries()) {
    const kind = findKind(event);
    if (kind === undefined) continue;
    const id = findId(kind, event);
    found.set(id, (found.get(id) ?? new Set()).add(kind));
  }
  return found;
};

/**
 * Finds the entities and event fields that a claim or a measure names and the log does not have. Without this, a misspelled claim would
 * count as contradicted.
 */
export const unknownNames = (written: Json, entities: LogEntities): readonly string[] => {
  if (written === null || typeof written !== 'object') return [];
  if (Array.isArray(written)) return written.flatMap((one: Json) => unknownNames(one, entities));
  const { of, where, field, since, holds } = written as { readonly [key: string]: Json };
  const type = eventTypeIn(written as { readonly [key: string]: Json });
  return [
    ...(typeof holds === 'string' ? unknownInCondition(holds, entities) : []),
    ...(typeof of === 'string' ? unknownEntity(of, type, entities) : []),
    ...(type === undefined
      ? []
      : [...Object.keys(where ?? {}), ...(typeof field === 'string' ? [field] : [])].flatMap((one) => unknownField(type, one))),
    ...(since === undefined ? [] : unknownNames(since, entities)),
  ];
};

/** The event type that a claim or a measure is about. */
const eventTypeIn = ({ count, first, last, never, sequence }: { readonly [key: string]: Json }): string | undefined => {
  const type = count ?? first ?? last ?? never ?? (Array.isArray(sequence) ? (sequence as readonly Json[])[0] : undefined);
  return typeof type === 'string' ? type : undefined;
};

const unknownInCondition = (text: string, entities: LogEntities): readonly string[] => {
  const condition = parseCondition(text);
  if (isLeft(condition)) return [condition.left];
  const { kind, id } = condition.right;
  return entities.get(id)?.has(kind) === true ? [] : [`the log has no ${kind} '${id}'`];
};

const unknownEntity = (id: string, type: string | undefined, entities: LogEntities): readonly string[] => {
  const kinds = entities.get(id);
  if (kinds === undefined) return [`the log has no '${id}'${suggestion(id, [...entities.keys()], 'the timeline', 'its entities')}`];
  if (type === undefined) return [];
  const kind = findKind({ type } as DomainEvent);
  if (kind === undefined) return [`${type} is about no entity: leave \`of\` out`];
  return kinds.has(kind)
    ? []
    : [`${type} is an event of ${withArticle(kind)}, and '${id}' is ${[...kinds].map(withArticle).join(' and ')}`];
};

const unknownField = (type: string, field: string): readonly string[] => {
  const known = listFields(type);
  return field === 'type' || known.includes(field)
    ? []
    : [`${type} has no field '${field}'${suggestion(field, known, 'the timeline', 'its fields')}`];
};
