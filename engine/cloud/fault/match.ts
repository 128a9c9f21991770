import type { FaultKind, FaultMatch } from './events.ts';

/** The parts of a match that each kind of fault can use. A match that names any other part could never match (fault.match). */
// biome-ignore format: a table
export const matchable: Readonly<Record<FaultKind, readonly (keyof FaultMatch)[]>> = {
  'worker-crash':       ['endpoint', 'worker', 'image', 'host', 'dataCenter', 'gpu'],
  'slow-image-pull':    ['endpoint', 'worker', 'pod', 'image', 'host', 'dataCenter', 'gpu'],
  'image-pull-failure': ['endpoint', 'worker', 'pod', 'image', 'host', 'dataCenter', 'gpu'],
  'host-failure':       ['host', 'dataCenter', 'gpu'],
  'no-capacity':        ['endpoint', 'worker', 'pod', 'host', 'dataCenter', 'gpu'],
  'api-error':          ['operation', 'endpoint'],
  'api-latency':        ['operation', 'endpoint'],
  'answer-lost':             ['operation', 'endpoint'],
  'answer-500-after-effect': ['operation', 'endpoint'],
  'answer-late':             ['operation', 'endpoint'],
  'answer-cut':              ['operation', 'endpoint'],
  'answer-is':               ['operation', 'endpoint'],
  'list-lag':                ['operation'],
  'views-disagree':          ['endpoint'],
  'edge-timeout':            ['operation', 'endpoint'],
  'not-yet-reachable':       ['pod', 'image', 'host', 'dataCenter', 'gpu'],
  'quota-cut':               ['endpoint'],
};

/** Whether every part that the match names has that value. */
export const matches = (match: FaultMatch, place: FaultMatch): boolean =>
  (Object.keys(match) as (keyof FaultMatch)[]).every((part) => match[part] === undefined || match[part] === place[part]);

/** A host in the terms of a fault's match. */
export const placeOfHost = ({ id, dataCenterId, gpuTypeId }: HostLike): FaultMatch => ({
  host: id,
  dataCenter: dataCenterId,
  ...(gpuTypeId === null ? {} : { gpu: gpuTypeId }),
});

interface HostLike {
  readonly id: string;
  readonly dataCenterId: string;
  readonly gpuTypeId: string | null;
}
