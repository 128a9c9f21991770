import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Meter } from '../../../engine/cloud/projections/meter.ts';
import { hours, minutes, type VirtualTime } from '../../../engine/kernel/time.ts';
import { checkProperty } from '../../support/checkProperty.ts';

const change = fc.record({ by: fc.bigInt({ min: 0n, max: 50n }), after: fc.nat(minutes(70)) });

test('an amount is what was held times how long, at each hour of the calendar and from an hour before the newest change on (billing.amounts, list.pages)', () => {
  checkProperty(
    fc.property(fc.array(change, { maxLength: 40 }), fc.nat(hours(2)), fc.array(fc.nat(hours(1))), (changes, startMs, ago) => {
      const meter = new Meter({ ms: startMs });
      const steps: { readonly at: number; readonly by: bigint }[] = [];
      let at = 0;
      for (const { by, after } of changes) {
        at += after;
        meter.change(by, at as VirtualTime);
        steps.push({ at, by });
      }
      const wanted = (until: number): bigint => steps.reduce((sum, step) => sum + step.by * BigInt(Math.max(0, until - step.at)), 0n);
      const firstHour = hours(1) - (startMs % hours(1));
      const instants = [0, at, at + 1, at + hours(5), ...ago.map((ms) => Math.max(0, at - ms))];
      for (let hour = firstHour; hour < at; hour += hours(1)) instants.push(hour);
      for (const instant of instants) expect([instant, meter.amount(instant as VirtualTime)]).toStrictEqual([instant, wanted(instant)]);
      const again = new Meter({ ms: startMs });
      again.load(meter.dump());
      expect(again.amount(at as VirtualTime)).toBe(meter.amount(at as VirtualTime));
      // As many as there are hours, but for those of the last hour.
      const isNew = (step: { readonly at: number }): boolean => step.at > at - hours(1);
      const old = Math.floor((startMs + Math.max(0, at - hours(1))) / hours(1)) - Math.floor(startMs / hours(1)) + 1;
      expect(meter.dump().length).toBeLessThanOrEqual(old + steps.filter(isNew).length);
    }),
  );
});
