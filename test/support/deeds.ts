import fc from 'fast-check';
import type { SomeSettings } from '../../engine/entities.ts';
import type { AdvanceTarget } from '../../engine/input.ts';
import { days, type VirtualTime } from '../../engine/kernel/time.ts';
import type { World } from '../../engine/world.ts';
import { runOf } from './worlds.ts';

/** Something done to a world that is not a call. */
export type Deed =
  | { readonly do: 'advance'; readonly target: AdvanceTarget }
  | { readonly do: 'reseed'; readonly seed: string }
  | { readonly do: 'settings'; readonly settings: SomeSettings }
  /** The client of the call that has waited longest goes away. */
  | { readonly do: 'leave' }
  /** The sequence continues in a fork. With a seed, the fork draws other numbers. */
  | { readonly do: 'fork'; readonly seed: string | null }
  | { readonly do: 'snapshot' }
  | { readonly do: 'record' }
  /** A wrong argument, by its number. */
  | { readonly do: 'wrong'; readonly which: number };

/** The most calendar entries that an advance of the clock runs. */
export const jumpMax = 60;

export const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom<AdvanceTarget>({ next: true }, { untilIdle: true }, { by: days(1) }, { by: 0 })
      .map((target) => ({ do: 'advance' as const, target })),
  },
  { weight: 1, arbitrary: fc.constantFrom('other', '').map((seed) => ({ do: 'reseed' as const, seed })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<SomeSettings>(
        { worker: { imagePull: 0, start: 0 } },
        { job: { retentionRun: 1, workerMissedAfter: 0 } },
        { endpoint: { queuePerWorkerMax: 500, scalerEvery: 1_000 } },
        { account: { perMinute: 60, runPerWindow: 1_000 } },
        { worker: { crashLoop: 1, unhealthyRetry: 1 }, pod: { provision: 0 } },
      )
      .map((settings) => ({ do: 'settings' as const, settings })),
  },
  { weight: 2, arbitrary: fc.constant<Deed>({ do: 'leave' }) },
  { weight: 2, arbitrary: fc.constantFrom('another', null, null).map((seed) => ({ do: 'fork' as const, seed })) },
  { weight: 2, arbitrary: fc.constant<Deed>({ do: 'snapshot' }) },
  { weight: 1, arbitrary: fc.constant<Deed>({ do: 'record' }) },
  { weight: 4, arbitrary: fc.nat(99).map((which) => ({ do: 'wrong' as const, which })) },
);

const run = (some: object) => ({ ...runOf('ep-a', {}), ...some }) as never;

/** Arguments that every world refuses. */
export const wrongArguments: readonly ((world: World) => unknown)[] = [
  (world) => world.advance({ by: -1 }),
  (world) => world.advance({ by: Number.NaN }),
  (world) => world.advance({ by: 0.5 }),
  (world) => world.advance({ by: Number.POSITIVE_INFINITY }),
  (world) => world.advance({ to: (world.now - 1) as VirtualTime }),
  (world) => world.advance({} as never),
  (world) => world.advance({ next: true }, undefined, -1),
  (world) => world.runUntil((world.now - 1) as VirtualTime),
  (world) => world.call(run({ at: world.now - 1 })),
  (world) => world.call(run({ at: world.now + 0.5 })),
  (world) => world.call(run({ operation: 'fly' })),
  (world) => world.call(run({ key: '' })),
  (world) => world.call(run({ client: { key: 7 } })),
  (world) => world.call(run({ request: { params: {}, query: {}, body: { input: { when: new Date(0) } } } })),
  (world) => world.call(run({ request: { params: { endpoint_id: null }, query: {} } })),
  (world) => world.reseed(7 as never),
  (world) => world.reseed('s', -1 as VirtualTime),
  (world) => world.reconfigure({ job: { ttl: Number.NaN } }),
  (world) => world.reconfigure({ endpoint: { scalerEvery: 0 } }),
  (world) => world.reconfigure({ nothing: {} } as never),
];
