import { type DomainEvent, entities, type StateChange } from '../../../../engine/cloud/index.ts';

/** Finds the rule behind an entry, in its lifecycle or its refusal; empty if there is none. */
export const findRule = (event: DomainEvent, change: StateChange | undefined): string => {
  if (event.type === 'InputRefused') return event.rule;
  return change === undefined ? '' : (rules.get(`${change.kind} ${change.from} ${event.type}`) ?? '');
};

const rules: ReadonlyMap<string, string> = new Map(
  Object.entries(entities).flatMap(([kind, { lifecycle }]) => lifecycle.rows.map((row) => [`${kind} ${row.from} ${row.event}`, row.rule])),
);
