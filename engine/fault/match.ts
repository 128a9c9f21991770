import type { FaultKind, FaultMatch } from './events.ts';

/** Which parts of a match each kind of fault can look at. A match that names any other part could never match (fault.match). */
// biome-ignore format: a table
export const matchable: Readonly<Record<FaultKind, readonly (keyof FaultMatch)[]>> = {
  'worker-crash':       ['endpoint', 'worker', 'image', 'host', 'dataCenter', 'gpu'],
  'slow-image-pull':    ['endpoint', 'worker', 'pod', 'image', 'host', 'dataCenter', 'gpu'],
  'image-pull-failure': ['endpoint', 'worker', 'pod', 'image', 'host', 'dataCenter', 'gpu'],
  'host-failure':       ['host', 'dataCenter', 'gpu'],
  'no-capacity':        ['endpoint', 'worker', 'pod', 'host', 'dataCenter', 'gpu'],
  'api-error':          ['operation', 'endpoint'],
  'api-latency':        ['operation', 'endpoint'],
};

/** Every part that a fault names must be so. */
export const matches = (match: FaultMatch, place: FaultMatch): boolean =>
  (Object.keys(match) as (keyof FaultMatch)[]).every((part) => match[part] === undefined || match[part] === place[part]);

/** A host as faults see it. */
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
