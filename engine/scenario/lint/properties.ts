import { isLeft } from 'fp-ts/lib/Either.js';
import { isKind, type Kind } from '../../cloud/entities.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { ScenarioSpec } from '../file/format.ts';
import { billedKinds } from '../format/eventFormat.ts';
import type { DataPath } from '../format/problem.ts';
import { eventIn, type LookSpec } from '../properties/look.ts';
import { kindOfProperty, listProperties } from '../properties/table.ts';
import { parseCondition } from '../step/condition.ts';
import { eventFindings } from './assertions.ts';
import { comparisonFindings } from './comparisons.ts';
import { type Finding, findingAt } from './finding.ts';
import type { ScenarioIds } from './ids.ts';

/**
 * Finds properties that look at things that never exist. Properties are also about variations of the story, which may have more, so that is
 * a warning; a comparison that no number meets is an error.
 */
export const propertyFindings = (spec: ScenarioSpec, ids: ScenarioIds): readonly Finding[] =>
  listProperties(spec).flatMap((one, k) =>
    kindOfProperty(one)
      .looks(one)
      .flatMap(({ path, look }) => lookFindings(look, ['properties', k, ...path], ids)),
  );

const lookFindings = (look: LookSpec, path: DataPath, ids: ScenarioIds): readonly Finding[] => {
  const event = eventIn(look);
  if (event !== undefined) return eventFindings(event.event, event, path, true, ids);
  if (typeof look === 'string') return strangerFindings(look, path, ids);
  if ('event' in look) return [];
  const { of, is } = look;
  const kinds: readonly Kind[] = 'metric' in look ? billedKinds : listOwnerKinds(look.count);
  return [
    ...comparisonFindings(is as Json, [...path, 'is'], 'metric' in look ? 'USD' : 'number'),
    ...('metric' in look || isKind(look.count)
      ? ownerFindings(of, kinds, [...path, 'of'], ids)
      : eventFindings(look.count, look, path, true, ids)),
  ];
};

/** Entities that are counted belong to an endpoint; others to whatever they name. */
const listOwnerKinds = (what: string): readonly Kind[] => (['job', 'worker', 'request'].includes(what) ? ['endpoint'] : []);

const ownerFindings = (of: string | undefined, kinds: readonly Kind[], path: DataPath, ids: ScenarioIds): readonly Finding[] => {
  const [first] = kinds;
  if (
    of === undefined ||
    first === undefined ||
    ids.findKind(of) === 'account' ||
    kinds.some((kind) => ids.stranger(kind, of) === undefined)
  )
    return [];
  return [findingAt(path, ids.stranger(first, of) ?? '', true)];
};

const strangerFindings = (text: string, path: DataPath, ids: ScenarioIds): readonly Finding[] => {
  const condition = parseCondition(text);
  if (isLeft(condition)) return [];
  const words = ids.stranger(condition.right.kind, condition.right.id);
  return words === undefined ? [] : [findingAt(path, words, true)];
};
