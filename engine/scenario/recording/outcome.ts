import { type DomainEvent, idOf, type Kind } from '../../entities.ts';
import type { Request } from '../../input.ts';
import type { LogEntry } from '../../kernel/log.ts';

/** What came of a call at once, as far as whoever reads or plays it should know. */
export interface Came {
  /** It was held, and its client left: what the call is called. */
  readonly left?: string;
  /** It made something that other calls name. */
  readonly made?: { readonly id: string; readonly name: string };
  readonly refused?: { readonly status: number; readonly rule: string };
}

/** The operations whose answer says, as its `id`, what they have made; and the event that makes it. */
// biome-ignore format: a table
const makers: ReadonlyMap<string, readonly [event: DomainEvent['type'], kind: Kind]> = new Map([
  ['run',                 ['JobQueued',          'job']],
  ['runsync',             ['JobQueued',          'job']],
  ['createPod',           ['PodCreated',         'pod']],
  ['createCluster',       ['ClusterCreated',     'cluster']],
  ['createEndpoint',      ['EndpointCreated',    'endpoint']],
  ['createTemplate',      ['TemplateCreated',    'template']],
  ['createNetworkVolume', ['VolumeCreated',      'volume']],
  ['createRegistry',      ['RegistryCreated',    'registry']],
  ['createDelegation',    ['DelegationCreated',  'delegation']],
  ['injectFault',         ['FaultInjected',      'fault']],
]);

/** What came of each call of a log, by the number of its entry. */
export const cameOf = (entries: readonly LogEntry<DomainEvent>[]): ReadonlyMap<number, Came> => {
  const came = new Map<number, Came>();
  const named = namesIn(entries);
  const leftCalls = new Set(entries.flatMap(({ event }) => (event.type === 'CallerLeft' ? [event.call] : [])));
  const counts = new Map<Kind, number>();
  let call = { seq: 0, operation: '' };
  for (const { seq, cause, event } of entries) {
    if (event.type === 'InputReceived') call = { seq, operation: event.operation };
    if (event.type === 'InputRefused') came.set(cause, { refused: { status: event.status, rule: event.rule } });
    // Its answer comes later: whatever it says then, nobody can count on it before.
    if (event.type === 'CallHeld') came.set(call.seq, leftCalls.has(event.callId) ? { left: event.callId } : {});
    for (const [type, kind] of births) {
      if (event.type !== type) continue;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const id = idOf(kind, event);
      const isItsOwn = cause === call.seq && makers.get(call.operation)?.[0] === type && came.get(call.seq) === undefined;
      if (isItsOwn && named.has(id)) came.set(call.seq, { made: { id, name: `${kind}-${counts.get(kind)}` } });
    }
  }
  return came;
};

const births = new Map(makers.values());

/** Every text that stands alone in a request: ids among them. */
const namesIn = (entries: readonly LogEntry<DomainEvent>[]): ReadonlySet<string> => {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string') names.add(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(look);
  };
  for (const { event } of entries) if (event.type === 'InputReceived') partsOf(event.request).forEach(look);
  return names;
};

const partsOf = ({ params, query, body }: Request): readonly unknown[] => [params, query, body];
