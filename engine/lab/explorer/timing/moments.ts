import type { Placement } from '../../../cloud/container/placement.ts';
import { entities, findId, findKind } from '../../../cloud/entities.ts';
import type { DomainEvent } from '../../../cloud/input.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { Run } from '../../../scenario/play/run.ts';
import type { World } from '../../../world/world.ts';
import type { KeptStory, Places, StatusSpan, UsedHost } from '../corpus/corpus.ts';
import type { Story } from '../story.ts';

/** A story with observations of its run that help to vary it. `entries`: the entries of its log, which are unpacked once for all readers. */
export const toKeptStory = (story: Story, run: Run, entries: LogEntries = [...run.world.log.entries()]): KeptStory => {
  const places = findPlaces(run, entries);
  return {
    story,
    moments: listMoments(run, entries),
    places,
    hosts: findUsedHosts(run.world, entries, places.host),
    seen: findStatusSpans(run, entries),
    entries: entries.length,
  };
};

type LogEntries = readonly LogEntry<DomainEvent>[];

/** The hosts of pods and workers, or only the hosts with these ids. */
export const findUsedHosts = (
  world: World,
  entries: LogEntries = [...world.log.entries()],
  ids?: readonly string[],
): readonly UsedHost[] => {
  const amounts = amountsOnHosts(entries);
  return (ids ?? [...amounts.keys()]).flatMap((id) => {
    const host = world.state.placements.hosts.find(id);
    if (host === undefined) return [];
    const { dataCenterId: dataCenter, cloud, gpuTypeId } = host;
    // The ids of a world that names no hosts are no names that a world may write.
    const written = { id: id.replaceAll('/', '-'), dataCenter, cloud, ...(gpuTypeId === null ? {} : { gpu: gpuTypeId }) };
    return [{ host: written, ...(amounts.get(id) ?? none) }];
  });
};

/** By host: the GPUs, or vCPUs, of the pods and workers that were created there. */
const amountsOnHosts = (entries: LogEntries): ReadonlyMap<string, Omit<UsedHost, 'host'>> => {
  const amounts = new Map<string, Omit<UsedHost, 'host'>>();
  for (const { event } of entries) {
    if (event.type !== 'PodCreated' && event.type !== 'WorkerLaunched') continue;
    const { most, pods, worker } = amounts.get(event.placement?.hostId ?? '') ?? none;
    const isPod = event.type === 'PodCreated';
    const amount = isPod ? (event.config.gpu?.count ?? event.config.cpu?.vcpuCount ?? 1) : event.gpuCount || event.vcpus;
    amounts.set(event.placement?.hostId ?? '', {
      most: Math.max(most, amount),
      pods: isPod ? pods + amount : pods,
      worker: isPod ? worker : Math.max(worker, amount),
    });
  }
  return amounts;
};

const none = { most: 1, pods: 0, worker: 0 };

/** The maximum number of moments of a story to remember, spread from its beginning to its end. */
const momentsMax = 64;

/**
 * The moments at which a timer fired in a run, or is still to fire. Mutated steps are placed there. An entry whose cause has an earlier time
 * comes from a timer.
 */
const listMoments = ({ world }: Run, entries: LogEntries): readonly VirtualTime[] => {
  const moments = new Set<VirtualTime>();
  for (const { at, cause } of entries) if (cause > 0 && (entries[cause - 1]?.at ?? at) < at) moments.add(at);
  for (const { due } of world.calendar.soonest(pendingMax)) moments.add(due);
  return thin([...moments]);
};

/** How many of the timers that are still to fire are looked at. */
const pendingMax = 24;

const thin = (moments: readonly VirtualTime[]): readonly VirtualTime[] =>
  moments.length <= momentsMax
    ? moments
    : Array.from({ length: momentsMax }, (_, k) => moments[Math.floor((k * moments.length) / momentsMax)] as VirtualTime);

/** The maximum number of places of each sort to remember: the ones that a story used first. */
const placesMax = 8;

const findPlaces = (run: Run, entries: LogEntries): Places => {
  const places = { host: new Set<string>(), dataCenter: new Set<string>(), gpu: new Set<string>(), worker: new Set<string>() };
  const add = (part: keyof typeof places, name: string | null | undefined): void => {
    if (name !== null && name !== undefined && places[part].size < placesMax) places[part].add(name);
  };
  const isLasting = lastingWorkers(run);
  for (const { event } of entries) {
    const { placement, workerId } = event as { readonly placement?: Placement | null; readonly workerId?: string | null };
    add('host', placement?.hostId);
    add('dataCenter', placement?.dataCenterId);
    add('gpu', placement?.gpuTypeId);
    if (typeof workerId === 'string' && isLasting(workerId)) add('worker', workerId);
  }
  return { host: [...places.host], dataCenter: [...places.dataCenter], gpu: [...places.gpu], worker: [...places.worker] };
};

/** The id of a worker is derived from its endpoint's. Endpoints that steps create have other ids under another seed. */
const lastingWorkers = ({ variables }: Run): ((workerId: string) => boolean) => {
  const made = [...variables.values()].filter((value) => typeof value === 'string');
  return (workerId) => !made.some((id) => workerId.startsWith(`${id}-w`));
};

/** The maximum number of spans of a story to remember, and of spans with one status. */
const seenMax = 64;
const seenInStatusMax = 4;

/** Entities are named by the variables that hold their ids; workers by their own, which follow from the endpoint's. */
const findStatusSpans = (run: Run, entries: LogEntries): readonly StatusSpan[] => {
  const { variables } = run;
  const names = new Map([...variables].flatMap(([name, value]) => (typeof value === 'string' ? [[value, `$${name}`] as const] : [])));
  const isLasting = lastingWorkers(run);
  const times = new Map<string, number>();
  const open = new Map<string, OpenSpan>();
  const seen: OpenSpan[] = [];
  for (const { at, event } of entries) {
    const kind = findKind(event);
    if (kind === undefined) continue;
    const id = findId(kind, event);
    const name = names.get(id) ?? (kind === 'worker' && isLasting(id) ? id : undefined);
    if (name === undefined) continue;
    const { lifecycle } = entities[kind];
    const before = open.get(`${kind} ${id}`);
    const status = lifecycle.to(before?.status ?? lifecycle.initial, event.type);
    const { placement } = event as { readonly placement?: Placement | null };
    const host = placement === undefined ? before?.host : placement?.hostId;
    if (before?.status === status && before.host === host) continue;
    if (before !== undefined) before.to = at;
    const span = { words: `${kind} ${name} is ${status}`, status, from: at, host };
    open.set(`${kind} ${id}`, span);
    const same = times.get(`${kind} ${status}`) ?? 0;
    times.set(`${kind} ${status}`, same + 1);
    if (!lifecycle.isFinal(status) && same < seenInStatusMax && seen.length < seenMax) seen.push(span);
  }
  return seen.map(({ words, from, to, host }) => ({
    words,
    from,
    ...(to === undefined ? {} : { to }),
    ...(host === undefined ? {} : { host }),
  }));
};

interface OpenSpan {
  readonly words: string;
  readonly status: string;
  readonly from: VirtualTime;
  to?: VirtualTime;
  readonly host: string | undefined;
}
