import { entities, findId, type Kind } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import { measure } from '../../compare/measures.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { later, sayDuration, type VirtualTime } from '../../kernel/time.ts';
import type { AssertionSpec } from '../../scenario/format/assertionFormat.ts';
import type { Variables } from '../../scenario/format/variables.ts';
import type { Run } from '../../scenario/play/run.ts';
import { checkAssertion } from '../../scenario/step/assertion.ts';
import type { World } from '../../world/world.ts';
import type { Criterion } from './criteria.ts';
import type { TaskSpec } from './format.ts';
import { computePoints, type TaskResult, type TaskVerdict } from './points.ts';

/** Where the agent began: the length of the log, and the time. */
export interface Beginning {
  readonly seq: number;
  readonly at: VirtualTime;
  /** What had been billed by then, in USD. */
  readonly dollars: number;
}

export const markBeginning = (world: World): Beginning => ({
  seq: world.log.length,
  at: world.now,
  dollars: measureBill(world, world.now),
});

/** When the agent is judged. What is still billed then was paid until then, so waiting costs as much as it would. */
export const timeOfJudging = ({ budget }: TaskSpec, { at }: Beginning): VirtualTime => later(at, budget.time);

/**
 * Judges what an agent did, from the log; calls that only read are not in it, so `calls` counts all. `endedAt`: when it ended; the world has
 * gone on to the time at which it is judged. `printed`: what it printed.
 */
export const judgeTask = (
  spec: TaskSpec,
  { world, variables }: Pick<Run, 'world' | 'variables'>,
  beginning: Beginning,
  { endedAt, printed, calls }: { readonly endedAt: VirtualTime; readonly printed: string; readonly calls: number },
): TaskResult => {
  const { budget, goal = [], keeps = [], diagnosis } = spec;
  const entries = [...world.log.entries(beginning.seq)];
  const refusals = entries.filter(({ event }) => event.type === 'InputRefused').length;
  const dollars = roundDollars(measureBill(world, world.now) - beginning.dollars);
  const orphans = orphansAmong(entries, world);
  const endedAfterMs = endedAt - beginning.at;
  const atMost = (of: Criterion, used: number, most: number | undefined, unit = ''): readonly TaskVerdict[] =>
    most === undefined ? [] : [{ criterion: of, of, isMet: used <= most, words: `${unit}${used} of at most ${unit}${most}` }];
  const verdicts: readonly TaskVerdict[] = [
    ...verdictsOn('goal', goal, world, variables),
    ...verdictsOn('kept', keeps, world, variables),
    ...(diagnosis === undefined ? [] : [judgeDiagnosis(diagnosis, printed)]),
    {
      criterion: 'time',
      of: 'time',
      isMet: endedAfterMs <= budget.time,
      words: `${sayDuration(endedAfterMs)} of at most ${sayDuration(budget.time)}`,
    },
    ...atMost('calls', calls, budget.calls),
    ...atMost('dollars', dollars, budget.dollars, '$'),
    ...atMost('refusals', refusals, budget.refusals),
    ...atMost('orphans', orphans.length, budget.orphans).map((one) => ({
      ...one,
      words: orphans.length === 0 ? one.words : `${one.words}: ${orphans.slice(0, 5).join(', ')}`,
    })),
  ];
  const isDone = verdicts.every(({ isMet }) => isMet);
  return { verdicts, isDone, points: computePoints(spec, verdicts), calls, refusals, dollars, orphans, endedAfterMs };
};

/** What the log says of each of these assertions. */
const verdictsOn = (
  criterion: 'goal' | 'kept',
  assertions: readonly AssertionSpec[],
  world: World,
  variables: Variables,
): readonly TaskVerdict[] =>
  assertions.map((assertion, k) => {
    const unmet = checkAssertion(assertion, world, variables).map(({ message }) => message);
    return { criterion, of: `${criterion} ${k + 1}`, isMet: unmet.length === 0, words: unmet.length === 0 ? 'met' : unmet.join('; ') };
  });

const measureBill = (world: World, until: VirtualTime): number => measure(world, until)['bill'] ?? 0;

const roundDollars = (dollars: number): number => Math.round(dollars * 10_000) / 10_000;

/** What was made since, and is there still. */
const orphansAmong = (entries: readonly LogEntry<DomainEvent>[], world: World): readonly string[] =>
  entries.flatMap(({ event }) => {
    const kind = makings[event.type];
    const isMember = event.type === 'PodCreated' && event.member !== null;
    if (kind === undefined || isMember) return [];
    const id = findId(kind, event);
    return isThere(kind, id, world) ? [`${kind} ${id}`] : [];
  });

/** The events that make what costs money; the members of a cluster are its own. */
const makings: Readonly<Record<string, Kind | undefined>> = { PodCreated: 'pod', ClusterCreated: 'cluster', EndpointCreated: 'endpoint' };

const isThere = (kind: Kind, id: string, { state }: World): boolean => {
  const entity = state.find(kind, id);
  return entity !== undefined && !entities[kind].lifecycle.isFinal(entity.status);
};

/** The cause that stands in the last line; any other end names none. */
const judgeDiagnosis = ({ is }: NonNullable<TaskSpec['diagnosis']>, printed: string): TaskVerdict => {
  const last = printed.trimEnd().split('\n').at(-1) ?? '';
  const [, named] = /^diagnosis: *(.+?)\s*$/i.exec(last) ?? [];
  return {
    criterion: 'diagnosis',
    of: 'diagnosis',
    isMet: named === is,
    words: named === undefined ? 'the last line names none' : `'${named.slice(0, 100)}'`,
  };
};
