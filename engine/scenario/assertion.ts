import { isLeft } from 'fp-ts/lib/Either.js';
import { type DomainEvent, idOf, kindOf } from '../entities.ts';
import type { Json } from '../kernel/canonical.ts';
import type { LogEntry } from '../kernel/log.ts';
import { metricsOf } from '../reports/metrics.ts';
import { percentile } from '../reports/samples.ts';
import type { World } from '../world.ts';
import { durationMismatches, mismatches } from './expectation.ts';
import type { AssertionSpec } from './format.ts';
import { substitute, type Variables } from './variables.ts';

/** The assertions that the log does not meet, one line each. */
export const assertionFailures = (assertions: readonly AssertionSpec[], world: World, variables: Variables): string[] =>
  assertions.flatMap((assertion, k) => {
    const filled = substitute(assertion as Json, variables);
    if (isLeft(filled)) return [`assert.${k}: ${filled.left} is not set`];
    return failuresOf(filled.right as AssertionSpec, world).map((words) => `assert.${k}: ${words}`);
  });

const failuresOf = (assertion: AssertionSpec, world: World): string[] => {
  if ('sequence' in assertion) return sequenceFailures(assertion, world);
  if ('count' in assertion)
    return mismatches(
      assertion.is as Json,
      matching(world, assertion.count, assertion.of, assertion.where).length,
      `count of ${assertion.count}`,
    );
  if ('never' in assertion)
    return matching(world, assertion.never, assertion.of, assertion.where).map(({ seq }) => `${assertion.never} happened, entry ${seq}`);
  return metricFailures(assertion, world);
};

const sequenceFailures = ({ sequence, of, ignoring = [] }: Extract<AssertionSpec, { sequence: unknown }>, { log }: World): string[] => {
  const happened = [...log.entries()]
    .filter(({ event }) => isAbout(event, of) && !ignoring.includes(event.type))
    .map(({ event }) => event.type);
  return mismatches(sequence, happened, `events of ${of}`);
};

const matching = (
  { log }: World,
  type: string,
  of: string | undefined,
  where: Readonly<Record<string, unknown>> | undefined,
): LogEntry<DomainEvent>[] =>
  [...log.entries()].filter(
    ({ event }) =>
      event.type === type &&
      (of === undefined || isAbout(event, of)) &&
      mismatches((where ?? {}) as Json, event as unknown as Json, '').length === 0,
  );

const isAbout = (event: DomainEvent, id: string): boolean => {
  const kind = kindOf(event);
  return kind !== undefined && idOf(kind, event) === id;
};

const metricFailures = ({ metric, of, p50, p95, max, is }: Extract<AssertionSpec, { metric: unknown }>, world: World): string[] => {
  const metrics = metricsOf(world.log.entries(), world.now, of);
  const name = of === undefined ? metric : `${metric} of ${of}`;
  if (metric === 'utilization' || metric === 'cost') return mismatches(is as Json, metrics[metric], name);
  const values = metric === 'delayTime' ? metrics.delayTimes : metrics.executionTimes;
  if (values.length === 0) return [`${name}: no job has one`];
  const wanted = [
    ['p50', p50, percentile(values, 50, 100)],
    ['p95', p95, percentile(values, 95, 100)],
    ['max', max, percentile(values, 100, 100)],
  ] as const;
  return wanted.flatMap(([which, expected, actual]) =>
    expected === undefined ? [] : durationMismatches(expected as Json, actual ?? 0, `${name} ${which}`),
  );
};
