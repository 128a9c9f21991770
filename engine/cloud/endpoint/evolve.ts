import type { Mutable } from '../../kernel/decider.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { defaultHandler } from '../handler/handler.ts';
import type { HandlerSpec } from '../handler/spec.ts';
import type { EndpointConfig, EndpointEvent } from './events.ts';
import { type EndpointStatus, endpointLifecycle } from './lifecycle.ts';

/** The state of one serverless endpoint. */
export interface Endpoint {
  readonly id: string;
  readonly status: EndpointStatus;
  readonly accountId: string;
  readonly config: EndpointConfig;
  readonly handler: HandlerSpec;
  readonly createdAt: VirtualTime | null;
  /** The release that new workers run, from 1. */
  readonly version: number;
  /** Every release, oldest first. */
  readonly releases: readonly EndpointRelease[];
  /** When the scaler checks next; null if no check is set. */
  readonly checkAt: VirtualTime | null;
}

/** The configuration of an endpoint at the time it got a new version. */
interface EndpointRelease {
  readonly version: number;
  readonly at: VirtualTime;
  readonly config: EndpointConfig;
}

export const newEndpoint = (id: string): Endpoint => ({
  id,
  status: 'NEW',
  accountId: '',
  config: noConfig,
  handler: defaultHandler,
  createdAt: null,
  version: 0,
  releases: [],
  checkAt: null,
});

const noConfig: EndpointConfig = {
  name: '',
  templateId: null,
  type: 'QUEUE',
  scaling: { type: 'REQUEST_COUNT', requestCount: 1 },
  workers: { min: 0, max: 0 },
  idleTimeoutMs: 0,
  timeout: 0,
  flashboot: 'OFF',
  dataCenterIds: [],
  networkVolumes: [],
  container: {},
  gpu: null,
  cpu: null,
};

/** The configuration of a release, which workers of that release keep. */
export const configOfRelease = ({ releases, config }: Endpoint, version: number): EndpointConfig =>
  releases.find((release) => release.version === version)?.config ?? config;

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolveEndpoint = (endpoint: Mutable<Endpoint>, event: EndpointEvent, at: VirtualTime): void => {
  endpoint.status = endpointLifecycle.to(endpoint.status, event.type);
  switch (event.type) {
    case 'EndpointCreated':
      endpoint.accountId = event.accountId;
      endpoint.config = event.config;
      endpoint.createdAt = at;
      endpoint.version = 1;
      endpoint.releases = [{ version: 1, at, config: event.config }];
      return;
    case 'EndpointUpdated':
      endpoint.config = event.config;
      if (event.version === endpoint.version) return;
      endpoint.version = event.version;
      endpoint.releases = [...endpoint.releases, { version: event.version, at, config: event.config }];
      return;
    case 'EndpointHandlerSet':
      endpoint.handler = event.handler;
      return;
    case 'EndpointScalerArmed':
      endpoint.checkAt = event.checkAt;
      return;
    case 'EndpointScalerChecked':
      endpoint.checkAt = null;
      return;
    case 'EndpointDeleted':
      endpoint.checkAt = null;
      return;
    default:
      event satisfies never;
  }
};
