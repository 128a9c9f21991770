import { z } from 'zod';
import { strictObject } from '../../api/contract/parts/objects.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import { type DurationMs, days } from '../../kernel/time.ts';

/** Traits that only some worlds have, by the event that shows each. */
// biome-ignore format: a table
const traits = {
  queues:           { words: 'a queue',                    shows: (event) => event.type === 'EndpointCreated' && event.config.type === 'QUEUE' },
  'load-balancers': { words: 'a load balancer',            shows: (event) => event.type === 'EndpointCreated' && event.config.type === 'LOAD_BALANCER' },
  'real-processes': { words: 'workers of real processes',  shows: (event) => event.type === 'EndpointHandlerSet' && event.handler.external !== undefined },
  'low-priority':   { words: 'a job of low priority',      shows: (event) => event.type === 'JobQueued' && event.terms.lowPriority },
  pods:             { words: 'a pod',                      shows: (event) => event.type === 'PodCreated' },
  clusters:         { words: 'a cluster',                  shows: (event) => event.type === 'ClusterCreated' },
  volumes:          { words: 'a network volume',           shows: (event) => event.type === 'VolumeCreated' },
  'long-terms':     { words: 'something that may take more than a day', shows: (event) => longest(event) > days(1) },
  faults:           { words: 'a fault',                    shows: (event) => event.type === 'FaultInjected' },
} as const satisfies Readonly<Record<string, { readonly words: string; readonly shows: (event: DomainEvent) => boolean }>>;

/** The longest time that an event gives to something: to live, to run, to start, or by which a fault delays it. */
function longest(event: DomainEvent): DurationMs {
  switch (event.type) {
    case 'JobQueued':
      return Math.max(event.terms.ttlMs, event.terms.executionTimeoutMs ?? 0);
    case 'JobStarted':
    case 'RequestStarted':
      return Math.max(event.timeoutMs ?? 0, event.attempt.runsMs);
    case 'WorkerLaunched':
    case 'PodStarting':
      return event.startingMs;
    case 'FaultInjected':
      return event.spec.delayMs;
    default:
      return 0;
  }
}

export type WorldTrait = keyof typeof traits;

/** The text for each trait. */
export const traitWords = (name: WorldTrait): string => traits[name].words;

export const worldTraits = Object.keys(traits) as readonly WorldTrait[];

const trait = z.enum(worldTraits as [WorldTrait, ...WorldTrait[]]);

/** The worlds to which a property applies. */
export const worlds = z
  .union([
    z.enum(['own', 'all']),
    strictObject(() => ({
      with: z.array(trait).min(1).optional().describe('Only worlds that have all of these'),
      without: z.array(trait).min(1).optional().describe('Only worlds that have none of these'),
    })),
  ])
  .describe(
    'Where it applies: `own` is this file and its variations; `all`, or those that have or lack something, takes it to every other file that is explored with this one, too. `own` unless given, and `all` for `settles`',
  );

export type WorldsSpec = z.output<typeof worlds>;

/** The traits that the log of a run shows. */
export class WorldTraits {
  readonly #seen = new Set<WorldTrait>();

  note(event: DomainEvent): void {
    for (const name of worldTraits) if (!this.#seen.has(name) && traits[name].shows(event)) this.#seen.add(name);
  }

  /** Why a property does not apply to this world; undefined if it does. */
  excludes(spec: WorldsSpec): string | undefined {
    if (typeof spec === 'string') return undefined;
    const lacking = spec.with?.find((name) => !this.#seen.has(name));
    if (lacking !== undefined) return `it is about worlds with ${traits[lacking].words}, and this one has none`;
    const present = spec.without?.find((name) => this.#seen.has(name));
    return present === undefined ? undefined : `it is about worlds without ${traits[present].words}, and this one has one`;
  }
}
