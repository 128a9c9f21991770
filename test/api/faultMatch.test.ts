import { expect, test } from 'vitest';
import type { FaultSpec } from '../../engine/cloud/fault/events.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { World } from '../../engine/world/world.ts';
import { endpointOf, gpuHost, worldOf } from '../support/worlds/worlds.ts';

const spec = (some: Partial<FaultSpec>): FaultSpec => ({
  fault: 'host-failure',
  match: {},
  from: 0 as VirtualTime,
  atOnce: true,
  until: 9_000 as VirtualTime,
  chance: null,
  limit: null,
  delayMs: 0,
  status: 0,
  ...some,
});

test('a definition with a fault that could never trigger is refused, and so is one with too many workers', () => {
  const made = (fault: FaultSpec) => new World(worldOf({ hosts: [gpuHost('host-1', 1)], faults: [spec({}), fault] }));
  expect(() => made(spec({ match: { host: 'host-1' } }))).not.toThrow();
  expect(() => made(spec({ match: { host: 'host-2' } }))).toThrow(
    "definition.faults.1.match.host: there is no host 'host-2'; there are host-1",
  );
  expect(() => made(spec({ match: { pod: 'a1b2c3d4e5f6g7' } }))).toThrow('definition.faults.1.match.pod: host-failure cannot match by pod');
  const crowd = ['ep-a', 'ep-b'].map((id) => endpointOf(id, { workers: { min: 0, max: 600 } }));
  expect(() => new World(worldOf({ endpoints: crowd }))).toThrow(
    'definition.endpoints.1.config.workers.max: Max workers across all endpoints must not exceed your workers quota (1000)',
  );
});
