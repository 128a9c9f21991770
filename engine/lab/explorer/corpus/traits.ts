import type { Kind } from '../../../cloud/entities.ts';
import type { DomainEvent } from '../../../cloud/input.ts';
import type { Json, JsonObject } from '../../../kernel/canonical.ts';
import { CellTally } from './tally.ts';

/**
 * The configuration that an event gives an entity, as numbers of words: `pod locked`, `pod member`, `endpoint flashboot FLASHBOOT`, `job
 * lowPriority`. Undefined if the event says nothing about it.
 */
export const traitsIn = (kind: Kind, event: DomainEvent): readonly number[] | undefined => {
  const { config, terms } = event as { readonly config?: Json; readonly terms?: Json };
  const configured = config ?? terms;
  if (configured === null || typeof configured !== 'object') return undefined;
  const known = traits.get(configured);
  if (known !== undefined) return known;
  const { member = null } = event as { readonly member?: Json };
  const words = wordsIn(configured as JsonObject, kind, depth);
  const found = (member === null ? words : [...words, `${kind} member`]).map(CellTally.numberWord);
  traits.set(configured, found);
  return found;
};

/** The configuration of an event is never changed: another one is another object. */
const traits = new WeakMap<object, readonly number[]>();

/** Properties of properties count, but deeper ones do not. */
const depth = 2;

const wordsIn = (fields: JsonObject, path: string, levels: number): readonly string[] =>
  Object.entries(fields).flatMap(([key, value]) => {
    const name = `${path} ${key}`;
    if (!isSet(value) || key === 'name') return [];
    if (key === 'env') return [name];
    if (typeof value === 'string') return /^[A-Z_]+$/.test(value) ? [`${name} ${value}`] : /Id$|^webhook/.test(key) ? [name] : [];
    if (typeof value !== 'object' || Array.isArray(value)) return [name];
    return levels === 1 ? [name] : wordsIn(value as JsonObject, name, levels - 1);
  });

/** Names and other texts are there always, and say nothing. */
const isSet = (value: Json): boolean => {
  if (value === null || value === false || value === 0 || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
};
