import type { HostSpec } from '../catalog/hosts.ts';
import type { FaultMatch, FaultSpec } from '../fault/events.ts';
import { matchable, matches, placeOfHost } from '../fault/match.ts';
import { isShortId } from '../kernel/ids.ts';
import type { Operation } from './operation.ts';

/** What a world has for a fault to match, as far as it is known before the fault strikes. */
export interface Matchable {
  readonly hosts: readonly HostSpec[];
  readonly endpointIds: readonly string[];
  readonly podIds: readonly string[];
  /** Those that a fault may strike. */
  readonly operations: readonly Operation[];
}

/** Something wrong with a part of a match; with none in particular, with how its parts go together. */
export interface MatchProblem {
  readonly part?: keyof FaultMatch;
  readonly words: string;
}

type Parts = readonly (keyof FaultMatch)[];

/** Why a fault could never strike anything, and what its match could have named; nothing, where it may strike (fault.match). */
export const matchProblems = ({ fault, match }: Pick<FaultSpec, 'fault' | 'match'>, world: Matchable): readonly MatchProblem[] => {
  const named = (Object.keys(match) as Parts).filter((part) => match[part] !== undefined);
  const strangers = named.filter((part) => !matchable[fault].includes(part));
  if (strangers.length > 0)
    return strangers.map((part) => ({ part, words: `${fault} cannot match by ${part}; it can by ${matchable[fault].join(', ')}` }));
  const unknown = named.flatMap((part) => wordsAgainst(part, match[part] ?? '', world).map((words) => ({ part, words })));
  return unknown.length > 0 ? unknown : togetherProblems(match, world);
};

/** What is wrong with one part, whatever the others say. */
const wordsAgainst = (part: keyof FaultMatch, value: string, world: Matchable): string[] => {
  const among = (what: string, known: readonly string[]) =>
    known.includes(value) ? [] : [`there is no ${what} '${value}'; ${list(known)}`];
  const { hosts } = world;
  switch (part) {
    case 'host':
      return among(
        'host',
        hosts.map(({ id }) => id),
      );
    case 'dataCenter':
      return among('data centre with hosts', distinct(hosts.map(({ dataCenterId }) => dataCenterId)));
    case 'gpu':
      return among('host with the GPU type', distinct(hosts.flatMap(({ gpuTypeId }) => gpuTypeId ?? [])));
    case 'operation':
      return among(
        'operation that a fault can strike',
        world.operations.map(({ id }) => id),
      );
    case 'endpoint':
      return mayBe(value, world.endpointIds) ? [] : among('endpoint', world.endpointIds);
    case 'pod':
      return mayBe(value, world.podIds) ? [] : among('pod', world.podIds);
    case 'worker': {
      const endpointId = endpointOf(value);
      if (endpointId === undefined) return [`'${value}' is no worker: they are called after their endpoint and number, such as ep-a-w1`];
      return wordsAgainst('endpoint', endpointId, world);
    }
    case 'image':
      return [];
  }
};

/** The endpoint that a worker is called after. */
const endpointOf = (worker: string): string | undefined => /^(.+)-w[1-9]\d*$/.exec(worker)?.[1];

/** An endpoint or pod that is not there yet may be there when the fault strikes, if calls give such ids. */
const mayBe = (id: string, known: readonly string[]): boolean => known.includes(id) || isShortId(id);

/** What of a match contradicts itself. */
const togetherProblems = (match: FaultMatch, { hosts, operations }: Matchable): readonly MatchProblem[] => {
  const { endpoint, worker, pod, operation, host, dataCenter, gpu } = match;
  const problems: string[] = [];
  if (pod !== undefined && (endpoint !== undefined || worker !== undefined)) problems.push('nothing is both a pod and of an endpoint');
  if (endpoint !== undefined && worker !== undefined && endpointOf(worker) !== endpoint)
    problems.push(`${worker} is no worker of ${endpoint}`);
  const row = operations.find(({ id }) => id === operation);
  if (endpoint !== undefined && row !== undefined && !Object.values(row.finds ?? {}).includes('endpoint'))
    problems.push(`${row.id} names no endpoint`);
  const where = { ...(host && { host }), ...(dataCenter && { dataCenter }), ...(gpu && { gpu }) };
  if (!hosts.some((each) => matches(where, placeOfHost(each))) && Object.keys(where).length > 0)
    problems.push(`no host is all of ${Object.values(where).join(', ')}`);
  return problems.map((words) => ({ words }));
};

const namesMax = 8;

const list = (known: readonly string[]): string => {
  const more = known.length > namesMax ? ` and ${known.length - namesMax} others` : '';
  return known.length === 0 ? 'there is none' : `there are ${known.slice(0, namesMax).join(', ')}${more}`;
};

const distinct = (names: readonly string[]): string[] => [...new Set(names)];
