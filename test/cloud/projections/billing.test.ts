import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bill, type Component } from '../../../engine/cloud/projections/bill.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { hours, minutes, type VirtualTime } from '../../../engine/kernel/time.ts';
import type { World } from '../../../engine/world/world.ts';
import type { AuditDump } from '../../oracle/audit/audit.ts';
import { checkProperty } from '../../support/checkProperty.ts';
import { answered, populatedWorld } from '../../support/worlds/populatedWorld.ts';

const startMs = 1_750_000_123_456;
const changes = fc.array(
  fc.record({
    component: fc.constantFrom<Component>('gpu', 'cpu', 'disk'),
    by: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    after: fc.nat(minutes(70)),
  }),
  { maxLength: 12 },
);

describe('a packed bill', () => {
  test('has the amounts that it had, and goes on like one that was never packed', () => {
    checkProperty(
      fc.property(changes, changes, (before, later) => {
        const [packed, kept] = [billOf(), billOf()];
        let at = 0;
        const compare = () => {
          for (const instant of [at, at + 1, at + hours(7)] as VirtualTime[]) {
            expect(packed.amount(instant)).toBe(kept.amount(instant));
            for (const component of ['gpu', 'cpu', 'disk'] as const)
              expect(packed.nanoUsd(component, instant)).toBe(kept.nanoUsd(component, instant));
          }
          const again = billOf();
          again.load(packed.dump());
          expect(again.amount(at as VirtualTime)).toBe(kept.amount(at as VirtualTime));
        };
        for (const list of [before, later]) {
          // What is held is given back, so that nothing is held in the end.
          for (const sign of [1n, -1n]) {
            for (const { component, by, after } of list) {
              at += after;
              for (const bill of [packed, kept]) bill.change(component, sign * by, at as VirtualTime);
            }
          }
          packed.pack();
          expect(packed.dump().meters).toBeTypeOf('string');
          compare();
        }
      }),
    );
  });

  test('is none that still grows', () => {
    const bill = billOf();
    bill.change('gpu', 5n, 0 as VirtualTime);
    bill.pack();
    expect(bill.dump().meters).toStrictEqual([['gpu', [[0, 5n, 0n]]]]);
  });
});

const billOf = () => new Bill('pod-1', 'team', { ms: startMs });

test('of what is gone, its packed bill is left, and nothing in the ledger of the audit', () => {
  const { world, stage } = populatedWorld();
  const { pod, cluster, volume } = stage;
  const billed = [`pod ${pod}`, `cluster ${cluster}`, `volume ${volume}`];
  expect(billsOf(world)).toMatchObject({ packed: [], counted: expect.arrayContaining(billed) });
  const before = world.state.billing.nanoUsd(world.now);
  world.advance({ by: hours(3) });
  expect(answered(world, 'deletePod', { named: { pod } }).status).toBe(204);
  expect(answered(world, 'deleteCluster', { named: { cluster } }).status).toBe(204);
  expect(answered(world, 'deleteNetworkVolume', { named: { volume } }).status).toBe(204);
  const { packed, counted } = billsOf(world);
  expect(packed.sort()).toStrictEqual(billed.sort());
  expect(counted.filter((bill) => billed.includes(bill))).toStrictEqual([]);
  expect(world.state.billing.nanoUsd(world.now)).toBeGreaterThan(before);
});

/** The packed bills of a world, and those that its audit counts. */
const billsOf = (world: World) => {
  const { bills } = finish(world.state.billing.dump());
  const packed = Object.entries(bills).flatMap(([product, list]) =>
    list.filter(({ meters }) => typeof meters === 'string').map(({ id }) => `${product} ${id}`),
  );
  const sums = [...((world.snapshot().loop.judge as AuditDump).held.sums ?? [])];
  return { packed, counted: sums.flatMap(([product, list]) => [...list.keys()].map((id) => `${product} ${id}`)) };
};
