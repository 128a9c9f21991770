import { defaultHosts, HostList } from '../cloud/catalog/hosts.ts';
import type { FaultMatch, FaultSpec } from '../cloud/fault/events.ts';
import { matchable, matches, placeOfHost } from '../cloud/fault/match.ts';
import { isShortId } from '../kernel/ids.ts';
import type { WorldDefinition } from '../simulator/definition.ts';
import type { Operation } from './operation.ts';

/** What a fault in this world can match, as far as that is known before the fault strikes. */
export interface Matchable {
  readonly hosts: HostList;
  readonly endpoints: KnownIds;
  readonly pods: KnownIds;
  /** The operations that a fault may strike. */
  readonly operations: readonly Operation[];
}

/** The ids of existing entities. `has` looks up one; `ids` lists all, and is called only to write a message. */
export interface KnownIds {
  readonly has: (id: string) => boolean;
  readonly ids: () => Iterable<string>;
}

/** A problem with one part of a match; without a part, a contradiction between its parts. */
export interface MatchProblem {
  readonly part?: keyof FaultMatch;
  readonly words: string;
  /** The names that would do, where one is unknown. */
  readonly known?: readonly string[];
}

type Parts = readonly (keyof FaultMatch)[];

/** Why a fault could never strike, and what its match could have named; empty if it may strike (fault.match). */
export const matchProblems = ({ fault, match }: Pick<FaultSpec, 'fault' | 'match'>, world: Matchable): readonly MatchProblem[] => {
  const named = (Object.keys(match) as Parts).filter((part) => match[part] !== undefined);
  const strangers = named.filter((part) => !matchable[fault].includes(part));
  if (strangers.length > 0)
    return strangers.map((part) => ({ part, words: `${fault} cannot match by ${part}; it can by ${matchable[fault].join(', ')}` }));
  const unknown = named.flatMap((part) => problemsWith(part, match[part] ?? '', world).map((problem) => ({ part, ...problem })));
  return unknown.length > 0 ? unknown : togetherProblems(match, world);
};

/** The faults of a definition that could never strike, and why. Endpoints and pods it does not name may be created later. */
export const impossibleFaults = (
  { hosts, endpoints, faults }: Pick<WorldDefinition, 'hosts' | 'faults'> & { readonly endpoints: readonly { readonly id: string }[] },
  operations: readonly Operation[],
): readonly (MatchProblem & { readonly fault: number })[] => {
  if (faults.length === 0) return [];
  const lookUpIn = (ids: ReadonlySet<string>): KnownIds => ({ has: (id) => ids.has(id), ids: () => ids });
  const world = {
    hosts: hosts === null ? defaultHosts() : new HostList(hosts),
    endpoints: lookUpIn(new Set(endpoints.map(({ id }) => id))),
    pods: lookUpIn(new Set()),
    operations,
  };
  return faults.flatMap((spec, fault) => matchProblems(spec, world).map((problem) => ({ ...problem, fault })));
};

/** What is wrong with one part, regardless of the others. */
const problemsWith = (part: keyof FaultMatch, value: string, world: Matchable): readonly MatchProblem[] => {
  const among = (what: string, { has, ids }: KnownIds): readonly MatchProblem[] => {
    const known = has(value) ? undefined : [...ids()];
    return known === undefined ? [] : [{ words: `there is no ${what} '${value}'; ${list(known)}`, known }];
  };
  const { hosts } = world;
  switch (part) {
    case 'host':
      return among('host', { has: (id) => hosts.find(id) !== undefined, ids: () => [...hosts.all()].map(({ id }) => id) });
    case 'dataCenter':
      return among('data centre with hosts', { has: (id) => hosts.centers.includes(id), ids: () => hosts.centers });
    case 'gpu':
      return among('host with the GPU type', { has: (id) => hosts.groups(id) !== undefined, ids: () => hosts.gpuTypeIds });
    case 'operation': {
      const ids = world.operations.map(({ id }) => id);
      return among('operation that a fault can strike', { has: (id) => ids.includes(id), ids: () => ids });
    }
    // An entity that does not exist yet may exist when the fault strikes, if calls assign ids of this form.
    case 'endpoint':
      return isShortId(value) ? [] : among('endpoint', world.endpoints);
    case 'pod':
      return isShortId(value) ? [] : among('pod', world.pods);
    case 'worker': {
      const endpointId = readEndpointId(value);
      if (endpointId === undefined)
        return [{ words: `'${value}' is no worker: they are called after their endpoint and number, such as ep-a-w1` }];
      return problemsWith('endpoint', endpointId, world);
    }
    case 'image':
      return [];
  }
};

/** The endpoint in a worker's id. */
const readEndpointId = (worker: string): string | undefined => /^(.+)-w[1-9]\d*$/.exec(worker)?.[1];

/** The contradictions between the parts of a match. */
const togetherProblems = (match: FaultMatch, { hosts, operations }: Matchable): readonly MatchProblem[] => {
  const { endpoint, worker, pod, operation, host, dataCenter, gpu } = match;
  const problems: string[] = [];
  if (pod !== undefined && (endpoint !== undefined || worker !== undefined)) problems.push('nothing is both a pod and of an endpoint');
  if (endpoint !== undefined && worker !== undefined && readEndpointId(worker) !== endpoint)
    problems.push(`${worker} is no worker of ${endpoint}`);
  const row = operations.find(({ id }) => id === operation);
  if (endpoint !== undefined && row !== undefined && !Object.values(row.resolves ?? {}).includes('endpoint'))
    problems.push(`${row.id} names no endpoint`);
  const where = { ...(host && { host }), ...(dataCenter && { dataCenter }), ...(gpu && { gpu }) };
  if (Object.keys(where).length > 0 && !isSomewhere(where, hosts)) problems.push(`no host is all of ${Object.values(where).join(', ')}`);
  return problems.map((words) => ({ words }));
};

const isSomewhere = (where: FaultMatch, hosts: HostList): boolean => {
  const { host, dataCenter, gpu } = where;
  if (host !== undefined) {
    const named = hosts.find(host);
    return named !== undefined && matches(where, placeOfHost(named));
  }
  const centers = gpu === undefined ? hosts.centers : hosts.centersWith(gpu);
  return dataCenter === undefined ? centers.length > 0 : centers.includes(dataCenter);
};

const namesMax = 8;

const list = (known: readonly string[]): string => {
  const more = known.length > namesMax ? ` and ${known.length - namesMax} others` : '';
  return known.length === 0 ? 'there is none' : `there are ${known.slice(0, namesMax).join(', ')}${more}`;
};
