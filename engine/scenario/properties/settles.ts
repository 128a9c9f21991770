import { duration } from '../../api/contract/handler/handler.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { findId, findKind } from '../../cloud/entities.ts';
import type { Fault } from '../../cloud/fault/evolve.ts';
import { ttlEnds } from '../../cloud/job/timers.ts';
import { type State, stateFor } from '../../cloud/state/state.ts';
import { finish } from '../../kernel/steps.ts';
import { formatDuration, formatVirtualTime, later, type VirtualTime, worldStart } from '../../kernel/time.ts';
import { explain } from '../../world/reports/explain/explain.ts';
import type { World } from '../../world/world.ts';
import { type Entry, namesWhereNeeded } from '../step/assertion.ts';
import { type Break, propertyKind } from './kind.ts';
import { waitsForProcess } from './processes.ts';
import { type InTransition, Unsettled } from './unsettled.ts';

const schema = strictObject(() => ({
  settles: duration.describe(
    'Once the last call was made and every fault has ended, every job and request ends, and every pod, worker and cluster has begun, within this long; nothing is said where all that is left waits for real processes, or has low priority and a longer time to live',
  ),
}));

/**
 * `settles`: everything in transition ends after the last disturbance. Entities that wait for a real process (worker-api.external) do not
 * count, because such a process runs beside the world and may never act; nor do jobs of low priority whose time to live ends later than the
 * bound, because they start no worker (scaling.low-priority). The jobs of a batch count from when they exist (queue.batch).
 */
export const settles = propertyKind({
  key: 'settles',
  schema,
  worlds: 'all',
  text: ({ settles: ms }) => `settles within ${formatDuration(ms)}`,
  looks: () => [],
  watch: ({ settles: withinMs }, run) => {
    const unsettled = new Unsettled();
    unsettled.noteAll(run.state, run.now);
    let quietSince: VirtualTime = worldStart;
    /** Since the last disturbance: when nothing was in transition for the first time. */
    let settledAt: VirtualTime | undefined = unsettled.isEmpty ? run.now : undefined;
    let [evaluated, broken]: [boolean, Break | undefined] = [false, undefined];
    let why: string | undefined;
    const quietFrom = (): VirtualTime | undefined => {
      const end = endOfFaults(run.state);
      return end === undefined || end > quietSince ? end : quietSince;
    };
    return {
      entry: ({ at, event }) => {
        if (!disturbs(event.type)) return;
        quietSince = at;
        settledAt = unsettled.isEmpty ? at : undefined;
      },
      change: (change) => {
        if (change === undefined) return;
        const { kind, id, entity, at } = change;
        unsettled.note(kind, id, entity, at);
        if (unsettled.isEmpty) settledAt ??= at;
        // It had not settled by the end of that instant.
        else if (settledAt === at) settledAt = undefined;
      },
      goesOnUntil: () => {
        const quiet = quietFrom();
        if (quiet === undefined || (settledAt !== undefined && run.now >= quiet)) return undefined;
        return later(quiet, withinMs);
      },
      end: ({ isCut }) => {
        const quiet = quietFrom();
        if (isCut) why = 'the run was cut at its bound';
        else if (quiet === undefined) why = `${endless(run.state) ?? 'a fault'} has not ended: it would strike again`;
        if (isCut || quiet === undefined) return;
        const deadline = later(quiet, withinMs);
        evaluated = settledAt !== undefined && settledAt <= deadline;
        if (evaluated) return;
        // A file of inputs ends with the last of them.
        if (run.now < deadline) {
          why = 'the run ended before';
          return;
        }
        const left = findLeft(run.world, deadline);
        const longest = left.unsettled.longest((one) => findExcuse(left.state, one, deadline) === undefined);
        const [excused] = longest === undefined ? left.unsettled.all : [];
        if (excused !== undefined)
          why = `${excused.kind} ${namesWhereNeeded(run)().inText(excused.id)} ${findExcuse(left.state, excused, deadline)}`;
        evaluated = excused === undefined;
        if (longest !== undefined) broken = breakAt(run.world, left, longest, { deadline, quiet, withinMs });
      },
      verdict: () => ({ evaluated, ...(why === undefined ? {} : { why }), ...(broken === undefined ? {} : { broken }) }),
    };
  },
});

/** Why nothing can be said of something that has not settled; undefined if it should have. */
const findExcuse = (state: State, { kind, id }: InTransition, deadline: VirtualTime): string | undefined => {
  if (waitsForProcess(state, kind, id)) return 'waits for a real process, and no step stands for one';
  const job = kind === 'job' ? state.find('job', id) : undefined;
  if (job !== undefined && job.batch !== null && (ttlEnds(job) ?? deadline) > deadline)
    return 'became a job of its batch late, and its time to live ends later';
  const mayWaitOn = job?.terms.lowPriority === true && (ttlEnds(job) ?? deadline) > deadline && state.fleet.of(job.endpointId).active === 0;
  return mayWaitOn ? 'has low priority, so it starts no worker, and its time to live ends later' : undefined;
};

/** Calls, changes of settings, and what faults do. Other draws are no disturbance: another future begins with them. */
const disturbs = (type: string): boolean => ['InputReceived', 'InputRefused', 'SettingsChanged', 'FaultBegan', 'FaultEnded'].includes(type);

/** When a fault that has not ended will; undefined if it ends only once it has struck often enough. */
const findEnd = ({ spec: { until, atOnce, from } }: Fault): VirtualTime | undefined => until ?? (atOnce ? from : undefined);

/** When the last fault ends; undefined if that is not known. */
const endOfFaults = (state: State): VirtualTime | undefined => {
  let last: VirtualTime = worldStart;
  for (const fault of state.all('fault')) {
    const end = findEnd(fault);
    if (end === undefined) return undefined;
    if (end > last) last = end;
  }
  return last;
};

const endless = (state: State): string | undefined => {
  for (const fault of state.all('fault')) if (findEnd(fault) === undefined) return `${fault.id} (${fault.spec.fault})`;
  return undefined;
};

/** The entities that had not settled at a given time. */
interface Left {
  readonly state: State;
  /** The last entry by then. */
  readonly seq: number;
  readonly unsettled: Unsettled;
}

/** Folds the log again, up to the deadline. This is rare: few runs have not settled. */
const findLeft = (world: World, deadline: VirtualTime): Left => {
  const { definition } = world.header;
  const state = stateFor(definition);
  const unsettled = new Unsettled();
  let seq = 0;
  for (const entry of world.log.entries()) {
    if (entry.at > deadline) break;
    state.replay(entry);
    seq = entry.seq;
    const kind = findKind(entry.event);
    if (kind === undefined) continue;
    const id = findId(kind, entry.event);
    unsettled.note(kind, id, state.find(kind, id), entry.at);
  }
  return { state, seq, unsettled };
};

interface SettlingBound {
  readonly deadline: VirtualTime;
  readonly quiet: VirtualTime;
  readonly withinMs: number;
}

/** The entity that had waited longest at the deadline, and the reason for its wait. */
const breakAt = (world: World, { state, seq }: Left, longest: InTransition, { deadline, quiet, withinMs }: SettlingBound): Break => {
  const { waitsFor = [], timers = [] } = finish(explain(world.log, longest.id, world.settings, state, { before: seq + 1 })) ?? {};
  const reasons = waitsFor.length > 0 ? waitsFor : timers.map(({ name, at }) => `its timer ${name} is due at ${formatVirtualTime(at)}`);
  return {
    mismatch: {
      what: `${longest.kind} ${longest.id}`,
      expected: `an end within ${formatDuration(withinMs)} of ${formatVirtualTime(quiet)}, when calls and faults had ended`,
      actual: `${longest.status} since ${formatVirtualTime(longest.since)}`,
    },
    ...(reasons.length === 0 ? {} : { words: reasons.join('; ') }),
    entry: findNewest(world, longest, seq),
    at: deadline,
    shape: [`${longest.kind} is ${longest.status}`, ...waitsFor.map(withoutNames(world))].join('; '),
  };
};

/** The newest entry about the waiting entity. */
const findNewest = ({ log }: World, { kind, id }: InTransition, before: number): Entry | undefined => {
  let newest: Entry | undefined;
  for (const entry of log.entries()) {
    if (entry.seq > before) break;
    if (findKind(entry.event) === kind && findId(kind, entry.event) === id) newest = entry;
  }
  return newest;
};

/** A reason is the same for other entities and at other times. */
const withoutNames =
  (world: World) =>
  (words: string): string => {
    const { endpoints } = world.header.definition;
    const plain = endpoints.reduce((text, { id }) => text.replaceAll(id, '·'), words);
    return plain.replaceAll(/\b[\w-]*\d[\w-]*\b/g, '·');
  };
