import {
  type Change,
  type ClockPolicy,
  defaultWorldId,
  findOperation,
  type Host,
  type Hosted,
  type Operation,
  World,
  type WorldDefinition,
} from '../../engine/index.ts';
import { ServedWorld } from './servedWorld.ts';
import { type Deliveries, deliverWebhooks } from './webhooks.ts';

export interface ServingOptions {
  readonly clock: ClockPolicy;
  /** What the first key of a world is sent as, where the world does not say. */
  readonly apiKey: string;
  /** How long a call may wait while a manual clock stands still, on the wall. */
  readonly stallAfterMs?: number;
  /** Told of a world that broke while nobody called. */
  readonly onBreak?: (worldId: string, error: unknown) => void;
}

/** How a world comes to be: new, or out of something that was there before. */
export type Making = (onChange: (change: Change) => void) => World;

const stallAfterMsDefault = 60_000;

/** Every world that this process serves. Nothing of one is seen from another. */
export class Serving implements Host {
  readonly apiKey: string;
  readonly #options: ServingOptions;
  readonly #worlds = new Map<string, ServedWorld>();
  #numbered = 0;
  #stopping = false;

  constructor(options: ServingOptions) {
    this.apiKey = options.apiKey;
    this.#options = options;
  }

  ready(): boolean {
    return !this.#stopping && this.#worlds.has(defaultWorldId);
  }

  find(id: string): ServedWorld | undefined {
    return this.#worlds.get(id);
  }

  /** Serves a world, in the place of the one of that id where there is one. */
  serve(id: string, making: Making, clock: ClockPolicy): ServedWorld {
    this.#worlds.get(id)?.close('this world was made anew');
    let deliveries: Deliveries | undefined;
    const making2: Making = (onChange) =>
      making((change) => {
        deliveries?.onChange(change);
        onChange(change);
      });
    const served = new ServedWorld(id, making2, {
      clock,
      stallAfterMs: this.#options.stallAfterMs ?? stallAfterMsDefault,
      onBreak: (error) => this.#options.onBreak?.(id, error),
    });
    deliveries = deliveriesOf(served);
    this.#worlds.set(id, served);
    return served;
  }

  worlds(): readonly Hosted[] {
    return [...this.#worlds.values()].map(hosted);
  }

  createWorld(id: string | undefined, definition: WorldDefinition, clock: ClockPolicy): Hosted {
    return hosted(this.serve(id ?? this.#freshId(), newWorld(definition), clock));
  }

  dropWorld(id: string): void {
    this.#worlds.get(id)?.close('this world was dropped');
    this.#worlds.delete(id);
  }

  resetWorld(id: string, definition: WorldDefinition): Hosted {
    return hosted(this.serve(id, newWorld(definition), this.clockPolicy(id)));
  }

  clockPolicy(id: string): ClockPolicy {
    return this.#worlds.get(id)?.clock.policy ?? this.#options.clock;
  }

  setClockPolicy(id: string, policy: ClockPolicy): void {
    this.#worlds.get(id)?.setClock(policy);
  }

  /** Answers all who wait, and ends all that goes on. */
  close(): void {
    this.#stopping = true;
    for (const served of this.#worlds.values()) served.close('the server is stopping; ask again when it is back');
  }

  #freshId(): string {
    do this.#numbered += 1;
    while (this.#worlds.has(`world-${this.#numbered}`));
    return `world-${this.#numbered}`;
  }
}

const hosted = ({ id, world, clock }: ServedWorld): Hosted => ({ id, world, clock: clock.policy });

const newWorld =
  (definition: WorldDefinition): Making =>
  (onChange) =>
    new World(definition, { onChange });

/** Posts the webhooks of a world that posts any for real; what comes of each is an input like any other. */
const deliveriesOf = (served: ServedWorld): Deliveries | undefined => {
  const { webhooks } = served.world.header.definition;
  if (webhooks === undefined || webhooks.length === 0) return undefined;
  const deliveries = deliverWebhooks({
    allowed: webhooks,
    report: (jobId, attempt, status) => {
      const request = { params: { job_id: jobId }, query: {}, body: { attempt, status } };
      served.call(reportWebhook, { operation: reportWebhook.id, client: { key: null, because: 'operator' }, request }, () => undefined);
    },
  });
  served.onClose(() => void deliveries.close());
  return deliveries;
};

const reportWebhook = findOperation('reportWebhook') as Operation;
