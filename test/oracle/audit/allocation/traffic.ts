import type { EndpointConfig } from '../../../../engine/cloud/endpoint/events.ts';
import { fillInSteps, type Steps } from '../../../../engine/kernel/steps.ts';
import { formatVirtualTime } from '../../../../engine/kernel/time.ts';
import type { Handlers, Recount, RecountRow, Sources } from '../recount.ts';
import { OfEndpoints } from './ofEndpoints.ts';

const name = 'traffic-recounted';

export const trafficRecount: RecountRow = {
  invariants: [
    {
      name,
      about:
        'a request goes to the worker that it is bound to, to the one that it would rather have if that has room, or else to the first of those with the fewest requests; and none goes before one that came earlier',
    },
  ],
  open: (sources) => new Traffic(sources),
};

/** Which worker of a load balancer takes which request (lb.traffic, lb.affinity). */
class Traffic implements Recount {
  readonly #sources: Sources;
  readonly #balancers = new Map<string, Balancer>();
  readonly #servers = new OfEndpoints<Server>();
  /** The requests that wait, in the order in which they came. */
  readonly #waiting = new OfEndpoints<Wish>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    EndpointCreated: ({ endpointId, config }) => {
      if (config.type === 'LOAD_BALANCER') this.#balancers.set(endpointId, { config, version: 1, concurrency: null });
    },
    EndpointUpdated: ({ endpointId, config, version }) => {
      const balancer = this.#balancers.get(endpointId);
      if (balancer === undefined) return undefined;
      // Whether those that are up may stay where they are is not counted here.
      if (centersOf(balancer.config) !== centersOf(config))
        for (const server of this.#servers.of(endpointId).values()) server.mayBeOutside = true;
      Object.assign(balancer, { config, version });
      return undefined;
    },
    EndpointHandlerSet: ({ endpointId, handler }) => {
      const balancer = this.#balancers.get(endpointId);
      if (balancer !== undefined) balancer.concurrency = handler.concurrency ?? null;
    },
    EndpointDeleted: ({ endpointId }) => {
      this.#balancers.delete(endpointId);
    },
    RequestReceived: ({ requestId, endpointId, onlyWorkerId, preferredWorkerId = null }) => {
      this.#waiting.set(requestId, { endpointId, onlyWorkerId, preferredWorkerId });
    },
    RequestStarted: ({ requestId }) => this.#leaves(requestId),
    RequestFailed: ({ requestId }) => this.#leaves(requestId),
    RequestClosed: ({ requestId }) => this.#leaves(requestId),
    WorkerLaunched: (event) => this.#launches(event),
    WorkerThrottled: (event) => this.#launches(event),
    WorkerReady: ({ workerId }) => this.#becomes(workerId, { isUp: true }),
    WorkerPolled: ({ workerId, answer }) => this.#becomes(workerId, { isHealthy: answer === 200 }),
    WorkerCrashed: ({ workerId }) => this.#becomes(workerId, down),
    WorkerTurnedUnhealthy: ({ workerId }) => this.#becomes(workerId, down),
    WorkerLostHost: ({ workerId }) => this.#becomes(workerId, down),
    WorkerSlept: ({ workerId }) => this.#becomes(workerId, { ...down, isActive: false }),
    WorkerStopped: ({ workerId }) => this.#becomes(workerId, { ...down, isActive: false }),
    WorkerWoken: ({ workerId }) => this.#becomes(workerId, { isActive: true }),
    WorkerTerminated: ({ workerId }) => {
      this.#servers.delete(workerId);
    },
    WorkerTookRequest: ({ workerId, requestId }, { at }) => {
      const [wish, server] = [this.#waiting.get(requestId), this.#servers.get(workerId)];
      const why = wish && this.#whyNot(requestId, wish, workerId);
      if (server !== undefined) server.requests += 1;
      return why === undefined ? undefined : { name, words: `${workerId} took ${requestId} at ${formatVirtualTime(at)}, ${why}` };
    },
    WorkerEndedRequest: ({ workerId }) => this.#frees(workerId),
    WorkerFreed: (event) => ('requestId' in event ? this.#frees(event.workerId) : undefined),
  };

  dump(): TrafficDump {
    return { balancers: this.#balancers, servers: this.#servers.all(), waiting: this.#waiting.all() };
  }

  *load({ balancers, servers, waiting }: TrafficDump): Steps<void> {
    yield* fillInSteps(this.#balancers, balancers);
    yield* this.#servers.load(servers);
    yield* this.#waiting.load(waiting);
  }

  /** Why that worker may not take it; undefined if it may. */
  #whyNot(requestId: string, { endpointId, onlyWorkerId, preferredWorkerId }: Wish, workerId: string): string | undefined {
    if (onlyWorkerId !== null) return onlyWorkerId === workerId ? undefined : `and it is bound to ${onlyWorkerId}`;
    for (const [id, other] of this.#waiting.of(endpointId)) {
      if (id === requestId) break;
      if (other.onlyWorkerId === null) return `though ${id} came before it, and waits`;
    }
    if (preferredWorkerId === workerId) return undefined;
    const open = this.#openServers(endpointId);
    if (open.some(([id]) => id === preferredWorkerId)) return `and it would rather have ${preferredWorkerId}, which has room`;
    const [first] = open.sort(([, one], [, other]) => one.requests - other.requests || one.number - other.number);
    if (first === undefined || first[0] === workerId) return undefined;
    return `with ${this.#servers.get(workerId)?.requests} requests, and ${first[0]}, which comes first, has ${first[1].requests}`;
  }

  /** The workers of a load balancer that may take one more request. */
  #openServers(endpointId: string): (readonly [string, Server])[] {
    const balancer = this.#balancers.get(endpointId);
    if (balancer === undefined) return [];
    const { config, version, concurrency } = balancer;
    const places = concurrency ?? this.#sources.settings.request.perWorker;
    const active = [...this.#servers.of(endpointId)]
      .filter(([, { isActive }]) => isActive)
      .sort(([, one], [, other]) => one.number - other.number);
    return active
      .slice(0, config.workers.max)
      .filter(
        ([, { isUp, isHealthy, mayBeOutside, requests, version: runs }]) =>
          isUp && isHealthy && !mayBeOutside && runs === version && requests < places,
      );
  }

  #launches(shape: {
    readonly workerId: string;
    readonly endpointId: string;
    readonly number: number;
    readonly version: number;
  }): undefined {
    const { workerId, endpointId, number, version } = shape;
    if (!this.#balancers.has(endpointId)) return;
    this.#servers.set(workerId, { endpointId, number, version, isActive: true, ...down, mayBeOutside: false });
  }

  #becomes(workerId: string, change: Partial<Server>): undefined {
    const server = this.#servers.get(workerId);
    if (server !== undefined) Object.assign(server, change);
  }

  #frees(workerId: string): undefined {
    const server = this.#servers.get(workerId);
    if (server !== undefined) server.requests -= 1;
  }

  #leaves(requestId: string): undefined {
    this.#waiting.delete(requestId);
  }
}

interface Balancer {
  config: EndpointConfig;
  version: number;
  /** How many requests a worker takes at once, where its handler says so. */
  concurrency: number | null;
}

interface Server {
  readonly endpointId: string;
  readonly number: number;
  readonly version: number;
  isActive: boolean;
  isUp: boolean;
  isHealthy: boolean;
  requests: number;
  mayBeOutside: boolean;
}

interface Wish {
  readonly endpointId: string;
  readonly onlyWorkerId: string | null;
  readonly preferredWorkerId: string | null;
}

interface TrafficDump {
  readonly balancers: ReadonlyMap<string, Balancer>;
  readonly servers: ReadonlyMap<string, Server>;
  readonly waiting: ReadonlyMap<string, Wish>;
}

const down = { isUp: false, isHealthy: false, requests: 0 };

/** What decides where the workers of an endpoint may be. */
const centersOf = ({ dataCenterIds, networkVolumes }: EndpointConfig): string => [...dataCenterIds, '', ...networkVolumes].join();
