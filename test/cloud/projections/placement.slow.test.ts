import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAs } from '../../../engine/cloud/catalog/hostGroups.ts';
import type { HostSpec } from '../../../engine/cloud/catalog/hostSpec.ts';
import { HostList } from '../../../engine/cloud/catalog/hosts.ts';
import { newHost } from '../../../engine/cloud/host/evolve.ts';
import { type ComputeRequest, Placements } from '../../../engine/cloud/projections/placement.ts';

const cloud = fc.constantFrom('SECURE' as const, 'COMMUNITY' as const);
const types = ['type-a', 'type-b'];
const centers = ['here', 'there', 'elsewhere'];
const versions = ['12.4', '12.8', '13.0'];

const host = fc
  .record({
    gpuTypeId: fc.option(fc.constantFrom(...types)),
    room: fc.integer({ min: 1, max: 8 }),
    dataCenterId: fc.constantFrom(...centers),
    cloud,
    cudaVersion: fc.option(fc.constantFrom(...versions)),
  })
  .map(({ room, ...rest }) => ({ ...rest, gpus: rest.gpuTypeId === null ? 0 : room, vcpus: rest.gpuTypeId === null ? room : 0 }));

const request: fc.Arbitrary<ComputeRequest> = fc
  .record({
    gpuTypes: fc.subarray([...types, 'type-none']),
    needed: fc.integer({ min: 1, max: 8 }),
    cloud,
    dataCenterIds: fc.array(fc.constantFrom(...centers, 'nowhere'), { maxLength: 3 }),
    allowedCudaVersions: fc.subarray(versions, { maxLength: 2 }),
    minCudaVersion: fc.option(fc.constantFrom(...versions)),
  })
  .map(({ needed, ...rest }) => ({
    ...rest,
    gpuCount: rest.gpuTypes.length === 0 ? 0 : needed,
    vcpus: rest.gpuTypes.length === 0 ? needed : 0,
  }));

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ holds: request, on: fc.nat(), as: fc.nat(20), from: fc.constantFrom(0, 0.3, 0.5, 0.9) }) },
  { weight: 1, arbitrary: fc.record({ ends: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ fails: fc.nat(), isBack: fc.boolean() }) },
);

/** What the tree of rooms is an index of: one host after the other, GPU type by GPU type, from the one on that is so far down its list. */
const firstOf = (placements: Placements, asked: ComputeRequest, isOpen: (host: HostSpec) => boolean, from = 0): HostSpec | undefined => {
  const all = [...placements.hosts.all()].filter((each) => isAs(each, asked));
  const candidates = (asked.gpuTypes.length === 0 ? [null] : asked.gpuTypes).flatMap((type) => {
    const same = all.filter(({ gpuTypeId }) => gpuTypeId === type);
    const begin = Math.floor(from * same.length);
    return [...same.slice(begin), ...same.slice(0, begin)];
  });
  return candidates.find((each) => {
    const { gpus, vcpus } = placements.free(each);
    return gpus >= asked.gpuCount && vcpus >= asked.vcpus && isOpen(each);
  });
};

describe('the first host that has room', () => {
  test('is the first one that fits in the order of the world, or from a host on', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(host, { minLength: 1, maxLength: 30 }), fc.array(step, { maxLength: 60 }), (specs, steps) => {
        const hosts = specs.map((spec, k) => ({ ...spec, id: `host-${k}` }));
        const placements = new Placements(new HostList(hosts));
        const named = (n: number) => `host-${n % hosts.length}`;
        for (const one of steps) {
          if ('fails' in one) placements.applyHost({ ...newHost(named(one.fails)), status: one.isBack ? 'UP' : 'DOWN' });
          else if ('ends' in one) placements.hold(`holder-${one.ends}`, null);
          else {
            const isOpen = ({ id }: HostSpec) => id !== named(one.on);
            const first = placements.find(one.holds, isOpen, 'free', one.from);
            expect(first?.id).toBe(firstOf(placements, one.holds, isOpen, one.from)?.id);
            if (first === undefined) continue;
            found += 1;
            placements.hold(`holder-${one.as}`, { hostId: first.id, gpus: one.holds.gpuCount, vcpus: one.holds.vcpus });
          }
        }
      }),
      { seed: 1, numRuns: 1_000 },
    );
    expect(found).toBeGreaterThan(100);
  });
});
