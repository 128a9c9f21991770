import { describe, expect, test } from 'vitest';
import type { FaultCommand } from '../../../engine/cloud/fault/decide.ts';
import type { FaultEvent, FaultSpec } from '../../../engine/cloud/fault/events.ts';
import type { Fault } from '../../../engine/cloud/fault/evolve.ts';
import { faultEntity } from '../../../engine/cloud/fault/fault.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { commandMatrix, oneOfEach, specification, stateAfter } from '../../support/contract/specification.ts';
import { foldsAlike } from '../../support/worlds/folding.ts';

const given = specification(faultEntity, {});

const faultId = 'fault-1';
const target = 'ep-a-w1';
const spec: FaultSpec = {
  fault: 'worker-crash',
  match: { endpoint: 'ep-a' },
  from: 1_000 as VirtualTime,
  atOnce: false,
  until: 9_000 as VirtualTime,
  chance: [1, 20],
  limit: null,
  delayMs: 0,
  status: 503,
};
const injectedWith = (some: Partial<FaultSpec>): FaultEvent => ({ type: 'FaultInjected', faultId, spec: { ...spec, ...some } });
const injected = injectedWith({});
const began: FaultEvent = { type: 'FaultBegan', faultId };
const struck = (strikes: number): FaultEvent => ({ type: 'FaultStruck', faultId, target, strikes });
const ended: FaultEvent = { type: 'FaultEnded', faultId, reason: 'window' };

const strike = { type: 'StrikeFault', target } satisfies FaultCommand;
const commands = oneOfEach<FaultCommand>({
  InjectFault: { spec },
  BeginFault: {},
  StrikeFault: strike,
  EndFault: { reason: 'window' },
});

test('what each command does in each status', () => {
  const examples = [[], [injected], [injected, began], [injected, ended]].map((events) => stateAfter(faultEntity, events));
  expect(commandMatrix(faultEntity, {}, commands, examples)).toMatchInlineSnapshot(`
    "
             InjectFault  BeginFault  StrikeFault  EndFault
    NEW      Injected     ·           ·            ·
    WAITING  ·            Began       ·            Ended
    ACTIVE   ·            ·           Struck       Ended
    ENDED    ·            ·           ·            ·
    "
  `);
});

describe('InjectFault', () => {
  test('injects a fault with its whole specification', () => {
    given().when({ type: 'InjectFault', spec }).then(injected);
  });
  test('is refused for an id that is taken', () => {
    given(injected).when({ type: 'InjectFault', spec }).thenRejected('refused', 'fault.window');
  });
});

describe('BeginFault', () => {
  test('opens its window', () => {
    given(injected).when({ type: 'BeginFault' }).then(began);
  });
  test('is refused once it has begun', () => {
    given(injected, began).when({ type: 'BeginFault' }).thenRejected('refused', 'fault.window');
  });
});

describe('StrikeFault', () => {
  test('counts its hits, without bound where it has no limit', () => {
    given(injected, began).when(strike).then(struck(1));
    given(injected, began, struck(1), struck(2)).when(strike).then(struck(3));
  });
  test('ends the fault with the last hit of its limit', () => {
    const limited = injectedWith({ limit: 2 });
    given(limited, began).when(strike).then(struck(1));
    given(limited, began, struck(1)).when(strike).then(struck(2), { type: 'FaultEnded', faultId, reason: 'limit' });
  });
  test('leaves the end of a `no-capacity` fault to a timer of the same instant, when what it struck waits', () => {
    const limited = injectedWith({ fault: 'no-capacity', limit: 2 });
    given(limited, began, struck(1)).when(strike).then(struck(2));
    const spent = faultEntity.timers.find(({ name }) => name === 'spent');
    const rings = (...events: FaultEvent[]) => spent?.dueAt(stateAfter(faultEntity, [limited, began, ...events]) as Fault, {});
    expect([rings(), rings(struck(1)), rings(struck(1), struck(2))]).toStrictEqual([null, null, 0]);
    expect(spent?.command).toStrictEqual({ type: 'EndFault', reason: 'limit' });
  });
  test('is refused before its window, and after', () => {
    given(injected).when(strike).thenRejected('refused', 'fault.window');
    given(injected, began, ended).when(strike).thenRejected('refused', 'fault.window');
  });
  test('does not know a fault that never existed', () => {
    given().when(strike).thenRejected('unknown', 'fault.window');
  });
});

describe('EndFault', () => {
  test.each(['window', 'removed', 'done'] as const)('says why: %s', (reason) => {
    given(injected, began).when({ type: 'EndFault', reason }).then({ type: 'FaultEnded', faultId, reason });
  });
  test('ends a fault before it begins', () => {
    given(injected).when({ type: 'EndFault', reason: 'removed' }).then({ type: 'FaultEnded', faultId, reason: 'removed' });
  });
  test('is refused the second time', () => {
    given(injected, ended).when({ type: 'EndFault', reason: 'window' }).thenRejected('refused', 'fault.window');
  });
});

test('folding events in place and folding them into copies give the same state, for every sequence of events', () => {
  foldsAlike(faultEntity, [injected, began, struck(1), ended]);
});
