import { isLeft } from 'fp-ts/lib/Either.js';
import { beginningsOf, type DomainEvent, idOf, type Kind, kindOf } from '../entities.ts';
import type { FaultSpec } from '../fault/events.ts';
import type { Json } from '../kernel/canonical.ts';
import { formatDuration } from '../kernel/time.ts';
import { findOperation } from '../operations.ts';
import type { World } from '../world.ts';
import { type PathProblem, problemAt } from './build.ts';
import { numberMismatches } from './expectation.ts';
import type { AssertionSpec, ScenarioSpec } from './format.ts';
import { isSingle } from './metrics.ts';
import type { Scenario } from './scenario.ts';
import { leavesOf } from './stepFormat.ts';
import { substitute, type Variables } from './variables.ts';

/** What of a scenario had no effect in its run: faults that struck nothing, and assertions that looked at nothing. */
export const idleParts = ({ spec, definition }: Scenario, world: World, variables: Variables): readonly PathProblem[] => {
  const { faults = [], assert = [] } = spec;
  if (faults.length + assert.length === 0) return [];
  const seen = seenIn(world);
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

/** Lack of capacity shows in the catalog without a strike. */
const isLookedAt = ({ fault }: FaultSpec, { steps = [] }: ScenarioSpec): boolean =>
  fault === 'no-capacity' &&
  leavesOf(steps).some(([, { act = '' }]) => findOperation(act)?.rules.includes('catalog.availability') === true);

const struckNothing = ({ fault, from, atOnce, until, chance }: FaultSpec): string => {
  const shown = (at: number): string => formatDuration(at);
  const end = until === null ? ' on' : ` to ${shown(until)}`;
  const odds = chance === null ? '' : `, or chance (${chance.join('/')}) spared all of it`;
  return `this ${fault} struck nothing: nothing that it matches came up ${atOnce ? `at ${shown(from)}` : `from ${shown(from)}${end}`}${odds}`;
};

/** What the events of a log are about. */
interface Seen {
  readonly struck: ReadonlySet<string>;
  readonly kinds: ReadonlySet<Kind | undefined>;
  /** `job 12ab…`. */
  readonly entities: ReadonlySet<string>;
}

const seenIn = ({ log }: World): Seen => {
  const [struck, seen, named] = [new Set<string>(), new Set<Kind | undefined>(), new Set<string>()];
  for (const { event } of log.entries()) {
    const kind = kindOf(event);
    seen.add(kind);
    if (kind === undefined) continue;
    named.add(`${kind} ${idOf(kind, event)}`);
    if (event.type === 'FaultStruck') struck.add(event.faultId);
  }
  return { struck, kinds: seen, entities: named };
};

/** Why an assertion that holds had nothing to look at; undefined if it had something. */
const nothingSeen = (assertion: AssertionSpec, { kinds, entities }: Seen): string | undefined => {
  if ('sequence' in assertion) return undefined;
  if ('metric' in assertion) {
    const { metric, of } = assertion;
    if (!isSingle(metric)) return undefined;
    if (of !== undefined && !entities.has(`endpoint ${of}`)) return `there was no endpoint ${of}`;
    return kinds.has('worker') ? undefined : 'there was no worker';
  }
  if ('count' in assertion && numberMismatches(assertion.is as Json, 0, '').length > 0) return undefined;
  const type = 'count' in assertion ? assertion.count : assertion.never;
  const kind = kindOf({ type } as DomainEvent);
  if (kind === undefined) return undefined;
  if (assertion.of !== undefined) return entities.has(`${kind} ${assertion.of}`) ? undefined : `there was no ${kind} ${assertion.of}`;
  // That nothing begins is something to see.
  return kinds.has(kind) || beginningsOf(kind).includes(type) ? undefined : `there was no ${kind}`;
};
