import { isLeft } from 'fp-ts/lib/Either.js';
import { findOperation } from '../../api/operations.ts';
import { kinds as allKinds, findId, findKind, type Kind, listBeginnings } from '../../cloud/entities.ts';
import type { FaultSpec } from '../../cloud/fault/events.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import { formatDuration } from '../../kernel/time.ts';
import { findOwner, isDuration } from '../../world/reports/record/namedMeasures.ts';
import type { World } from '../../world/world.ts';
import type { ScenarioSpec } from '../file/format.ts';
import type { AssertionSpec } from '../format/assertionFormat.ts';
import { billedKinds } from '../format/eventFormat.ts';
import { type PathProblem, problemAt } from '../format/problem.ts';
import type { PropertyResult } from '../format/resultFormat.ts';
import { substitute, type Variables } from '../format/variables.ts';
import { listLoadCalls } from '../load/format.ts';
import type { Scenario } from '../scenario.ts';
import { numberMismatches } from '../step/expectation.ts';
import { listLeaves } from '../step/stepFormat.ts';

/** The parts of a scenario without effect in its run: faults that struck nothing, and assertions that looked at nothing. */
export const idleParts = ({ spec, definition }: Scenario, world: World, variables: Variables): readonly PathProblem[] => {
  const { faults = [], assert = [] } = spec;
  if (faults.length + assert.length === 0) return [];
  const seen = collectSeen(world, spec);
  const specs = definition.faults.slice(definition.faults.length - faults.length);
  return [
    ...specs.flatMap((fault, k) =>
      seen.struck.has(`fault-${definition.faults.length - faults.length + k + 1}`) || isLookedAt(fault, spec)
        ? []
        : [problemAt(['faults', k], struckNothing(fault))],
    ),
    ...assert.flatMap((assertion, k) => {
      const filled = substitute(assertion as Json, variables);
      const words = isLeft(filled) ? undefined : nothingSeen(filled.right as AssertionSpec, seen);
      return words === undefined ? [] : [problemAt(['assert', k], `${words}, so this says nothing`)];
    }),
  ];
};

/** Lists the properties for which the run had no case. For a law, which is checked later or not at all, only its result says so. */
export const neverEvaluated = (properties: readonly PropertyResult[]): readonly PathProblem[] =>
  properties.flatMap(({ evaluated, kind, index, name, why = 'nothing in the run is about it' }) =>
    evaluated || kind === 'law' ? [] : [problemAt(['properties', index], `'${name}' was never evaluated: ${why}`)],
  );

/** Lack of capacity shows in the catalog without a strike. */
const isLookedAt = ({ fault }: FaultSpec, { steps = [] }: ScenarioSpec): boolean =>
  fault === 'no-capacity' &&
  listLeaves(steps).some(([, { act = '' }]) => findOperation(act)?.rules.includes('catalog.availability') === true);

const struckNothing = ({ fault, from, atOnce, until, chance }: FaultSpec): string => {
  const formatAt = (at: number): string => formatDuration(at);
  const end = until === null ? ' on' : ` to ${formatAt(until)}`;
  const odds = chance === null ? '' : `, or chance (${chance.join('/')}) spared all of it`;
  return `this ${fault} struck nothing: nothing that it matches came up ${atOnce ? `at ${formatAt(from)}` : `from ${formatAt(from)}${end}`}${odds}`;
};

/** The subjects of a log's events. */
interface Seen {
  readonly struck: ReadonlySet<string>;
  readonly kinds: ReadonlySet<Kind | undefined>;
  /** `job 12ab…`. */
  readonly entities: ReadonlySet<string>;
  /** The operations that were called, also those whose calls leave no entry. */
  readonly called: ReadonlySet<string>;
}

const collectSeen = ({ log }: World, spec: ScenarioSpec): Seen => {
  const [struck, seen, named] = [new Set<string>(), new Set<Kind | undefined>(), new Set<string>()];
  const called = new Set(
    [...listLeaves(spec.steps ?? []).map(([, step]) => step), ...(spec.load ?? []).flatMap(listLoadCalls)].map(({ act }) => act ?? ''),
  );
  for (const { event } of log.entries()) {
    if (event.type === 'InputReceived') called.add(event.operation);
    const kind = findKind(event);
    seen.add(kind);
    if (kind === undefined) continue;
    named.add(`${kind} ${findId(kind, event)}`);
    if (event.type === 'FaultStruck') struck.add(event.faultId);
  }
  return { struck, kinds: seen, entities: named, called };
};

/** Why an assertion that holds had nothing to look at; undefined if it had something. */
const nothingSeen = (assertion: AssertionSpec, seen: Seen): string | undefined => {
  const { kinds, entities } = seen;
  if ('sequence' in assertion) return undefined;
  if ('metric' in assertion) {
    const { metric, of } = assertion;
    if (metric === 'bill')
      return of === undefined || billedKinds.some((kind) => entities.has(`${kind} ${of}`)) ? undefined : `there was no ${of} to bill`;
    if (isDuration(metric)) return undefined;
    if (of !== undefined && !entities.has(`endpoint ${of}`)) return `there was no endpoint ${of}`;
    if (['workers', 'tokens'].includes(findOwner(metric) ?? '')) return kinds.has('worker') ? undefined : 'there was no worker';
    return metric === 'refusals' || kinds.has('job') || kinds.has('request') ? undefined : 'there was no job and no request';
  }
  if ('count' in assertion && numberMismatches(assertion.is as Json, 0, '').length > 0) return undefined;
  const type = 'count' in assertion ? assertion.count : assertion.never;
  const { of, where = {} } = assertion;
  const kind = findKind({ type } as DomainEvent);
  // That nothing begins is something to see.
  const begins = kind !== undefined && listBeginnings(kind).includes(type);
  for (const [field, wanted] of Object.entries(where)) {
    const words = typeof wanted !== 'string' || (begins && field === `${kind}Id`) ? undefined : unseen(field, wanted, seen);
    if (words !== undefined) return words;
  }
  if (kind === undefined || begins) return undefined;
  if (of !== undefined) return entities.has(`${kind} ${of}`) ? undefined : `there was no ${kind} ${of}`;
  return kinds.has(kind) ? undefined : `there was no ${kind}`;
};

/** Why no event has that value in that field, which names an entity or an operation. */
const unseen = (field: string, value: string, { entities, called }: Seen): string | undefined => {
  if (field === 'operation') return called.has(value) ? undefined : `there was no call of ${value}`;
  const kind = allKinds.find((one) => field === `${one}Id`);
  return kind === undefined || entities.has(`${kind} ${value}`) ? undefined : `there was no ${kind} ${value}`;
};
