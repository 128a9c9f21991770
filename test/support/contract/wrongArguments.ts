import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { World } from '../../../engine/world/world.ts';
import { runOf } from '../worlds/worlds.ts';

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
