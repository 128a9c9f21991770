import { findKnownForm } from '../../api/names/entityNames.ts';
import { kinds } from '../../cloud/entities.ts';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import type { WorldDefinition } from '../../simulator/definition.ts';
import { findOwner, findUnit, isDuration, type Metric, percentileNames } from '../../world/reports/record/namedMeasures.ts';
import type { ScenarioSpec } from '../file/format.ts';
import type { AssertionSpec } from '../format/assertionFormat.ts';
import { listFields } from '../format/eventFields.ts';
import { billedKinds } from '../format/eventFormat.ts';
import type { DataPath } from '../format/problem.ts';
import { mismatches, numberMismatches } from '../step/expectation.ts';
import { listLeaves } from '../step/stepFormat.ts';
import { comparisonFindings } from './comparisons.ts';
import { type Finding, findingAt, ofKey } from './finding.ts';
import { type ScenarioIds, withArticle } from './ids.ts';
import { kindNamed, mainKind, sequenceFindings } from './sequences.ts';

/** Assertions that look at nothing, or that no log can meet. */
export const assertionFindings = (spec: ScenarioSpec, definition: WorldDefinition, ids: ScenarioIds): readonly Finding[] =>
  (spec.assert ?? []).flatMap((assertion, k) => {
    const path = ['assert', k];
    if ('sequence' in assertion) {
      const type = assertion.sequence.find((one) => kindNamed(one) === mainKind(assertion.sequence)) ?? '';
      return [
        ...sequenceFindings(assertion, path),
        ...(kindNamed(type) === undefined ? [] : ofFindings(type, assertion.of, path, false, ids)),
      ];
    }
    if ('count' in assertion) {
      const mayPass = numberMismatches(assertion.is as Json, 0, '').length === 0;
      return [
        ...eventFindings(assertion.count, assertion, path, mayPass, ids),
        ...comparisonFindings(assertion.is as Json, [...path, 'is'], 'number'),
      ];
    }
    if ('never' in assertion) return eventFindings(assertion.never, assertion, path, true, ids);
    return metricFindings(assertion, path, spec, definition, ids);
  });

type Selected = { readonly of?: string | undefined; readonly where?: Readonly<Record<string, unknown>> | undefined };

export const eventFindings = (
  type: string,
  { of, where = {} }: Selected,
  path: DataPath,
  mayPass: boolean,
  ids: ScenarioIds,
): readonly Finding[] => [
  ...(of === undefined ? [] : ofFindings(type, of, path, mayPass, ids)),
  ...Object.entries(where).flatMap(([field, wanted]) => {
    const known = listFields(type);
    const name = findKnownForm(field, known, where);
    if (field === 'type' || known.includes(name)) return idFindings(name, wanted, [...path, 'where', field], mayPass, ids);
    const isMet = mismatches(wanted as Json, undefined, '').length === 0;
    return [
      ofKey(
        findingAt(
          [...path, 'where', field],
          `${type} has no field '${field}'${suggestion(field, known, 'the timeline', 'its fields')}`,
          mayPass || isMet,
        ),
      ),
    ];
  }),
];

/** A field that names an entity that will never exist. */
const idFindings = (field: string, wanted: unknown, at: DataPath, mayPass: boolean, ids: ScenarioIds): readonly Finding[] => {
  const kind = kinds.find((one) => field === `${one}Id`);
  const words = kind === undefined || typeof wanted !== 'string' ? undefined : ids.stranger(kind, wanted);
  return words === undefined ? [] : [findingAt(at, words, mayPass)];
};

/** An `of` that names no entity that such an event can be about. */
const ofFindings = (type: string, of: string, path: DataPath, mayPass: boolean, ids: ScenarioIds): readonly Finding[] => {
  const kind = kindNamed(type);
  const at = [...path, 'of'];
  if (kind === undefined) return [findingAt(at, `${type} is about no entity: leave \`of\` out, and select it with \`where\``, mayPass)];
  const words = ids.stranger(kind, of);
  if (words === undefined) return [];
  const other = ids.findKind(of);
  const field = other === undefined ? undefined : listFields(type).find((name) => name === `${other}Id`);
  const instead = field === undefined ? '' : `; for those of one ${other}, write \`where: { ${field}: ${of} }\` instead of \`of\``;
  const known = other === undefined ? `and ${words}` : `and '${of}' is ${withArticle(other)}`;
  return [findingAt(at, `${type} is an event of ${withArticle(kind)}, ${known}${instead}`, mayPass)];
};

const metricFindings = (
  assertion: Extract<AssertionSpec, { metric: unknown }>,
  path: DataPath,
  spec: ScenarioSpec,
  definition: WorldDefinition,
  ids: ScenarioIds,
): readonly Finding[] => {
  const { metric, of, is, within } = assertion;
  const ofKinds = metric === 'bill' ? billedKinds : (['endpoint'] as const);
  const words = of === undefined || ofKinds.some((kind) => ids.stranger(kind, of) === undefined) ? undefined : ids.stranger('endpoint', of);
  const compared = percentileNames.flatMap((name) =>
    assertion[name] === undefined ? [] : comparisonFindings(assertion[name] as Json, [...path, name], 'ms'),
  );
  const lack = explainLack(metric, of, spec, definition);
  // The value for a missing entity is 0, which may be the expected one; refusals without a load have not even that.
  const mayBeNone = !isDuration(metric) && metric !== 'refusals' && numberMismatches(is as Json, 0, '').length === 0;
  return [
    ...(words === undefined
      ? []
      : [findingAt([...path, 'of'], `${words} (a metric is of one ${ofKinds.join(' or ')}, or without \`of\` of all)`, mayBeNone)]),
    ...(lack === undefined ? [] : [findingAt([...path, 'metric'], lack, mayBeNone)]),
    ...compared,
    ...(is === undefined ? [] : comparisonFindings(is as Json, [...path, 'is'], within === undefined ? findUnit(metric) : 'share')),
  ];
};

/** Why nothing that a metric is of can have it; undefined if something may. Acts may change the handlers of endpoints, and create others. */
const explainLack = (
  metric: Metric,
  of: string | undefined,
  { steps = [], load = [], inputs }: ScenarioSpec,
  { endpoints }: WorldDefinition,
): string | undefined => {
  if (metric === 'refusals')
    return load.length > 0 ? undefined : '`refusals` counts calls of loads that were refused, and there is no `load`';
  const acts = listLeaves(steps).map(([, { act }]) => act);
  const named = endpoints.filter(({ id }) => of === undefined || id === of);
  const isOpen = inputs !== undefined || acts.some((act) => act === 'setHandler' || (of === undefined && act === 'createEndpoint'));
  if (isOpen || named.length === 0) return undefined;
  const whose = of ?? (named.length === 1 ? named[0]?.id : 'every endpoint');
  if (findOwner(metric) === 'tokens' && named.every(({ handler }) => handler.tokens === undefined && handler.external === undefined))
    return `no worker of ${whose} makes tokens, and so none has a ${metric}: its handler has no \`tokens\``;
  if (findOwner(metric) === 'jobs' && named.every(({ config }) => config.type === 'LOAD_BALANCER'))
    return `${whose} is a load balancer: requests are never ${metric}; their ends are completed, failed, timedOut, cancelled and unfinished`;
  return undefined;
};
