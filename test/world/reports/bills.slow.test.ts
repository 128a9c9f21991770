import { expect, test } from 'vitest';
import { scenarioFiles } from '../../../adapters/cli/files.ts';
import { seconds, type VirtualTime, worldStart } from '../../../engine/kernel/time.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import { Keyframes } from '../../../engine/world/history/keyframes.ts';
import type { BilledSpan } from '../../../engine/world/reports/record/runBill.ts';
import { Spending } from '../../../engine/world/reports/record/spending.ts';
import { World } from '../../../engine/world/world.ts';
import { entriesOf, scenariosIn } from '../../support/worlds/playing.ts';
import { endpointOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const entriesMax = 3_000;
const files = scenarioFiles(['scenarios']).filter((_, k) => k % 6 === 0);

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);

/** What is billed in a span, by bill and by who caused it: both add up to the whole. */
const checkSum = (spending: Spending, span: BilledSpan): void => {
  const { bills } = spending;
  expect(sum(bills.map((bill) => bill.nanoUsd(span)))).toBe(spending.nanoUsd(span));
  for (const bill of bills) {
    const shares = bill.share(span);
    expect([bill.id, sum(shares.map(({ nanoUsd }) => nanoUsd))]).toStrictEqual([bill.id, bill.nanoUsd(span)]);
    expect(shares.filter(({ nanoUsd }) => nanoUsd < 0n)).toStrictEqual([]);
  }
};

test('the bills of a run are those of its state, to the nano-dollar, and their rows add up in any span of it', () => {
  const seen = new Set<string>();
  let holders = 0;
  for (const file of files) {
    const [scenario] = scenariosIn(file);
    if (scenario === undefined) continue;
    const run = play(scenario, { entriesMax });
    const [keyframes, spending] = [new Keyframes(run.world.header), new Spending()];
    const moments = [worldStart];
    for (const entry of entriesOf(run)) {
      const change = keyframes.append(entry);
      const state = keyframes.at(entry.seq);
      if (change !== undefined) spending.add(change, state);
      if (entry.seq % 50 !== 0) continue;
      moments.push(entry.at);
      expect([file, spending.nanoUsd({ from: worldStart, to: entry.at })]).toStrictEqual([file, state.billing.nanoUsd(entry.at)]);
    }
    const { now, state } = run.world;
    const whole = { from: worldStart, to: now };
    expect([file, spending.nanoUsd(whole)]).toStrictEqual([file, state.billing.nanoUsd(now)]);
    for (const bill of spending.bills) {
      seen.add(bill.product);
      expect([file, bill.id, bill.nanoUsd(whole)]).toStrictEqual([file, bill.id, state.billing.nanoUsd(now, bill.id)]);
    }
    moments.push(now);
    for (const [k, to] of moments.entries()) checkSum(spending, { from: moments[Math.floor(k / 2)] ?? worldStart, to });
    holders = Math.max(holders, ...spending.bills.map((bill) => bill.share(whole).length));
  }
  expect([...seen].sort()).toStrictEqual(['cluster', 'pod', 'serverless', 'volume']);
  expect(holders).toBeGreaterThan(3);
});

test('a log that grows without end forgets workers that are gone, and no dollar of what it still shows', () => {
  const world = new World(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 0, max: 3 } })] }));
  const [keyframes, whole, short] = [new Keyframes(world.header), new Spending(), new Spending()];
  for (let round = 0; round < 40; round++) {
    // Later there are no more jobs, and then no workers that cost anything.
    for (let k = 0; k < 3 && round < 30; k++) world.call(runOf('ep-a', { round, k }));
    world.advance({ by: seconds(97) });
    for (const entry of world.log.entries(keyframes.length)) {
      const change = keyframes.append(entry);
      for (const spending of [whole, short]) if (change !== undefined) spending.add(change, keyframes.at(entry.seq));
    }
    const from = Math.max(0, world.now - seconds(300)) as VirtualTime;
    short.forget(from);
    const span = { from, to: world.now };
    expect(short.bills.map((bill) => bill.share(span))).toStrictEqual(whole.bills.map((bill) => bill.share(span)));
    checkSum(short, span);
  }
  expect([short.bills[0]?.size, whole.bills[0]?.size]).toStrictEqual([0, 3]);
  expect(whole.nanoUsd({ from: worldStart, to: world.now })).toBe(world.state.billing.nanoUsd(world.now));
});
