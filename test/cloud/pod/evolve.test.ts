import { describe, expect, test } from 'vitest';
import { assignAddress } from '../../../engine/cloud/pod/address.ts';
import type { PodEvent } from '../../../engine/cloud/pod/events.ts';
import { evolvePod, showMachine } from '../../../engine/cloud/pod/evolve.ts';
import { podEntity } from '../../../engine/cloud/pod/pod.ts';
import { applyEvent } from '../../../engine/kernel/decider.ts';
import { InvariantViolation } from '../../../engine/kernel/invariant.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { foldsAlike } from '../../support/worlds/folding.ts';
import {
  anotherImage,
  config,
  configWith,
  created,
  createdWith,
  elsewhere,
  events,
  failedBy,
  placement,
  podId,
  pullRestarted,
  pullSlows,
  ranked,
  restarted,
  resumed,
  started,
  starting,
  stopped,
  terminated,
  updatedTo,
} from './examples.ts';

/** The pod after events at 1 s, 2 s, 3 s, … */
const podAfter = (...happened: readonly PodEvent[]) =>
  happened.reduce((pod, event, k) => applyEvent(evolvePod, pod, event, ((k + 1) * 1_000) as VirtualTime), podEntity.initial(podId));

const running = [created, starting, started] as const;

describe('a pod', () => {
  test('knows since when it is in its status; a PATCH is no change of it, nor is its rank, and a start begins again', () => {
    expect(podAfter(...running).since).toBe(3_000);
    expect(podAfter(...running, updatedTo(anotherImage), ranked).since).toBe(3_000);
    expect(podAfter(created, starting, updatedTo(anotherImage), ranked).since).toBe(2_000);
    for (const again of [restarted, pullSlows, pullRestarted]) expect(podAfter(created, starting, again).since, again.type).toBe(3_000);
  });

  test('keeps its host while it is stopped, and has another one if it resumed there', () => {
    expect(podAfter(...running, stopped).placement).toStrictEqual(placement);
    expect(podAfter(...running, failedBy('host'), { type: 'PodResumed', podId, placement: elsewhere }).placement).toStrictEqual(elsewhere);
  });

  test('has ports and an address exactly while it runs', () => {
    const addressAfter = (...more: readonly PodEvent[]) => {
      const { ip, ports } = podAfter(...running, ...more);
      return [ip !== null, ports.length];
    };
    expect(addressAfter()).toStrictEqual([true, 3]);
    for (const event of [stopped, restarted, failedBy('image'), failedBy('host'), terminated]) {
      expect(addressAfter(event), event.type).toStrictEqual([false, 0]);
    }
  });

  test('loses the data of its mount with its host, whatever its status is, and never otherwise', () => {
    const dataAfter = (...more: readonly PodEvent[]) => podAfter(...running, ...more).mountSince;
    expect(dataAfter()).toBe(3_000);
    expect(dataAfter(restarted, started)).toBe(3_000);
    expect(dataAfter(stopped, resumed, starting, started)).toBe(3_000);
    expect(dataAfter(failedBy('image'))).toBe(3_000);
    expect(dataAfter(failedBy('host'))).toBeNull();
    expect(dataAfter(stopped, failedBy('host'))).toBeNull();
    expect(dataAfter(failedBy('image'), failedBy('host'))).toBeNull();
  });

  test('has a machine of its own once it is provisioned there, and until it is placed on another', () => {
    const machineAfter = (...events: readonly PodEvent[]) => showMachine(podAfter(...events))?.hostId ?? null;
    const moved: PodEvent = { type: 'PodResumed', podId, placement: elsewhere };
    expect(machineAfter(created)).toBeNull();
    expect(machineAfter(created, stopped)).toBeNull();
    expect(machineAfter(created, starting)).toBe('host-1');
    expect(machineAfter(...running, stopped)).toBe('host-1');
    expect(machineAfter(...running, stopped, resumed)).toBe('host-1');
    expect(machineAfter(...running, failedBy('host'))).toBe('host-1');
    expect(machineAfter(...running, failedBy('host'), moved)).toBeNull();
    expect(machineAfter(...running, failedBy('host'), moved, starting)).toBe('host-2');
  });

  test('without a mount has none', () => {
    expect(podAfter(createdWith({ mounts: {} }), starting, started).mountSince).toBeNull();
  });

  test('has its image on the host until it is another one, or another host', () => {
    expect(podAfter(created, starting).pulled).toBe(false);
    expect(podAfter(...running).pulled).toBe(true);
    expect(podAfter(...running, stopped, resumed).pulled).toBe(true);
    expect(podAfter(...running, updatedTo(configWith({ name: 'renamed' }))).pulled).toBe(true);
    expect(podAfter(...running, updatedTo(anotherImage)).pulled).toBe(false);
    expect(podAfter(...running, failedBy('host')).pulled).toBe(false);
  });

  test('shows the networking it started with, not the one it will have', () => {
    const networked = configWith({ globalNetworking: true });
    expect(podAfter(...running, updatedTo(networked)).networked).toBe(false);
    expect(podAfter(...running, updatedTo(networked), restarted, started).networked).toBe(true);
  });

  test('knows why it failed, until it is started again', () => {
    expect(podAfter(...running, failedBy('host')).failure).toBe('host');
    expect(podAfter(...running, failedBy('host'), resumed).failure).toBeNull();
  });

  test('refuses an event that cannot have happened', () => {
    expect(() => podAfter(created, started)).toThrow(InvariantViolation);
    expect(() => podAfter(created, terminated, resumed)).toThrow(InvariantViolation);
  });
});

describe('the address of a pod', () => {
  const { ip, ports } = assignAddress(podAfter(created, starting));

  test('has a public port for each tcp and udp port, and none for http', () => {
    expect(ports.map(({ private: port, type }) => `${port}/${type}`)).toStrictEqual(config.container.ports);
    expect(ports.map((port) => [port.public === null, port.ip])).toStrictEqual([
      [true, null],
      [false, ip],
      [false, ip],
    ]);
  });

  test('is in its reserved range, and no two ports are the same', () => {
    const many = Array.from({ length: 500 }, (_, k) => assignAddress({ ...podAfter(created, starting), id: `pod-${k}` }));
    for (const one of many) {
      expect(one.ip).toMatch(/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d{1,3}\.\d{1,3}$/);
      const open = one.ports.flatMap((port) => port.public ?? []);
      expect(new Set(open).size).toBe(open.length);
      for (const port of open) expect(port).toBeLessThanOrEqual(65_535);
    }
    expect(new Set(many.map((one) => one.ip)).size).toBeGreaterThan(495);
  });

  test('is new each time its container starts', () => {
    const again = assignAddress(podAfter(...running, restarted));
    expect(again.ip).not.toBe(ip);
    expect(assignAddress(podAfter(...running, restarted))).toStrictEqual(again);
  });
});

test('folding events in place and folding them into copies give the same state, for every sequence of events', () => {
  foldsAlike(podEntity, events);
});
