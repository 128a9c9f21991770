import { type Copy, copyInSteps } from '../../kernel/copy.ts';
import { asSteps, type Steps } from '../../kernel/steps.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { defaultHosts, type HostList } from '../catalog/hosts.ts';
import type { EventOf, Kind, StateOf } from '../entities.ts';
import type { InputEvent } from '../input.ts';
import { holdingStatuses, type PodStatus } from '../pod/lifecycle.ts';
import { ActiveFaults } from '../projections/activeFaults.ts';
import { Billing } from '../projections/billing.ts';
import { LoggedClockPolicy } from '../projections/clockPolicy.ts';
import { Fleet } from '../projections/fleet.ts';
import { HeldCalls } from '../projections/heldCalls.ts';
import { HostImages } from '../projections/hostImages.ts';
import { InputKeys } from '../projections/inputKeys.ts';
import { JobCounters } from '../projections/jobCounters.ts';
import { Keyring } from '../projections/keyring.ts';
import { ClusterMembers } from '../projections/members.ts';
import { type Holding, Placements } from '../projections/placement.ts';
import { Queues } from '../projections/queues.ts';
import { Quotas } from '../projections/quotas.ts';
import { Traffic } from '../projections/traffic.ts';
import { UsedKeys } from '../projections/usedKeys.ts';
import { WaitingForHosts } from '../projections/waiting.ts';
import { changesHealth, changesHolding, placedStatuses, type WorkerStatus } from '../worker/lifecycle.ts';

/**
 * The read models: everything that is folded from events besides the entities, such as queues, pools, counters and bills. Each has a file
 * in `projections/`; this file decides which events each of them sees, in which order.
 */
export abstract class ReadModels {
  readonly queues = new Queues();
  readonly fleet = new Fleet();
  readonly waiting = new WaitingForHosts();
  readonly jobCounters = new JobCounters();
  readonly traffic = new Traffic();
  readonly keyring = new Keyring();
  readonly heldCalls = new HeldCalls();
  readonly quotas = new Quotas();
  readonly activeFaults = new ActiveFaults();
  readonly twins = new InputKeys();
  readonly usedKeys = new UsedKeys();
  readonly billing: Billing;
  readonly members = new ClusterMembers();
  readonly placements: Placements;
  readonly hostImages = new HostImages();
  readonly clockPolicy = new LoggedClockPolicy();

  constructor(hosts: HostList = defaultHosts(), startMs = 0) {
    this.billing = new Billing(startMs);
    this.placements = new Placements(hosts);
  }

  abstract find<K extends Kind>(kind: K, id: string): StateOf<K> | undefined;

  /** Folds in an input from outside: it counts towards quotas, or sets how time passes, and changes no entity. */
  applyInput(event: InputEvent, at: VirtualTime): void {
    this.clockPolicy.apply(event);
    if (event.type === 'CallsCounted') for (const { of, windowMs, calls } of event.counted) this.quotas.count(of, at, windowMs, calls);
    if (event.type !== 'InputReceived' || event.counted === undefined) return;
    for (const { of, windowMs } of event.counted) this.quotas.count(of, at, windowMs);
  }

  /** Folds in an event of an entity, which it has changed already. */
  protected project<K extends Kind>(kind: K, event: EventOf<K>, from: string, entity: StateOf<K>, at: VirtualTime): void;
  protected project(kind: Kind, event: EventOf<Kind>, from: string, entity: StateOf<Kind>, at: VirtualTime): void {
    switch (kind) {
      case 'job':
        this.queues.apply(from, entity as StateOf<'job'>);
        this.jobCounters.apply(event as EventOf<'job'>, from, entity as StateOf<'job'>);
        this.#closeIfGone((entity as StateOf<'job'>).endpointId);
        return;
      case 'worker': {
        const endpoint = this.find('endpoint', (entity as StateOf<'worker'>).endpointId);
        this.fleet.apply(from, entity as StateOf<'worker'>);
        this.waiting.applyWorker(from, entity as StateOf<'worker'>, this);
        if (entity.status === 'TERMINATED') this.#closeIfGone((entity as StateOf<'worker'>).endpointId);
        this.hostImages.applyWorker(event as EventOf<'worker'>, entity as StateOf<'worker'>, endpoint);
        const holds = changesHolding(from as WorkerStatus, entity.status as WorkerStatus);
        if (holds || (from === 'ASLEEP') !== (entity.status === 'ASLEEP'))
          this.placements.hold(entity.id, holdingOfWorker(entity as StateOf<'worker'>));
        const isBilledAnew = holds || event.type === 'WorkerRetuned' || changesHealth(from as WorkerStatus, entity.status as WorkerStatus);
        if (isBilledAnew) this.billing.applyWorker(entity as StateOf<'worker'>, endpoint, at);
        return;
      }
      case 'request':
        this.traffic.apply(from, entity as StateOf<'request'>);
        this.#closeIfGone((entity as StateOf<'request'>).endpointId);
        return;
      case 'account':
        return this.keyring.apply(event as EventOf<'account'>);
      case 'call':
        return this.heldCalls.apply(event as EventOf<'call'>, entity as StateOf<'call'>);
      case 'fault':
        return this.activeFaults.apply(event as EventOf<'fault'>, entity as StateOf<'fault'>, at);
      case 'pod':
        this.placements.hold(entity.id, holdingOfPod(entity as StateOf<'pod'>));
        this.members.apply(from as PodStatus, entity as StateOf<'pod'>);
        this.waiting.applyPod(from as PodStatus, entity as StateOf<'pod'>);
        this.hostImages.applyPod(event as EventOf<'pod'>, entity as StateOf<'pod'>);
        this.billing.applyPod(entity as StateOf<'pod'>, at);
        return;
      case 'host':
        this.placements.applyHost(entity as StateOf<'host'>);
        return this.hostImages.applyHost(entity as StateOf<'host'>);
      case 'volume':
        return this.billing.applyVolume(entity as StateOf<'volume'>, at);
      case 'endpoint':
        if (event.type === 'EndpointCreated') for (const model of this.#byEndpoint()) model.open(entity.id);
        if (event.type === 'EndpointDeleted') this.#closeIfGone(entity.id);
        if (event.type === 'EndpointUpdated') this.waiting.applyUpdate(this.fleet.of(entity.id).members, this);
        return;
      case 'cluster':
      case 'template':
      case 'registry':
      case 'delegation':
      case 'secret':
      case 'tag':
      case 'costCenter':
      case 'globalVolume':
      case 'batch':
        return;
      default:
        kind satisfies never;
    }
  }

  protected *dumpModels(copy: Copy): Steps<readonly unknown[]> {
    const dumps: unknown[] = [];
    for (const name of readModels) {
      dumps.push(yield* copyInSteps<unknown>(copy, yield* asSteps<unknown>(this[name].dump())));
      yield;
    }
    return dumps;
  }

  protected *loadModels(dumps: readonly unknown[]): Steps<void> {
    for (const [k, name] of readModels.entries()) {
      yield* asSteps(this[name].load(dumps[k] as never));
      yield;
    }
  }

  /** The facts about each endpoint, while it or anything of it exists. */
  #byEndpoint() {
    return [this.queues, this.jobCounters, this.fleet, this.traffic] as const;
  }

  #closeIfGone(endpointId: string): void {
    if (this.find('endpoint', endpointId) === undefined) for (const model of this.#byEndpoint()) model.close(endpointId);
  }
}

/** All of them, in the order in which snapshots hold them. */
export const readModels = [
  'queues',
  'fleet',
  'waiting',
  'jobCounters',
  'traffic',
  'keyring',
  'heldCalls',
  'quotas',
  'activeFaults',
  'twins',
  'billing',
  'members',
  'placements',
  'usedKeys',
  'hostImages',
  'clockPolicy',
] as const satisfies readonly (keyof ReadModels)[];

const holdingOfWorker = ({ status, placement, gpuCount, vcpus }: StateOf<'worker'>): Holding | null =>
  placement === null || !placedStatuses.includes(status)
    ? null
    : { hostId: placement.hostId, gpus: gpuCount, vcpus, ...(status === 'ASLEEP' ? givesWay : {}) };

const givesWay = { givesWay: true } as const;

const holdingOfPod = ({ status, placement, config: { gpu, cpu } }: StateOf<'pod'>): Holding | null =>
  placement === null || !holdingStatuses.includes(status)
    ? null
    : { hostId: placement.hostId, gpus: gpu?.count ?? 0, vcpus: cpu?.vcpuCount ?? 0 };
