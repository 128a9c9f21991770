import { findCpuFlavor } from '../../../engine/cloud/catalog/cpuFlavors.ts';
import { gpuPools } from '../../../engine/cloud/catalog/gpuPools.ts';
import { findGpuType } from '../../../engine/cloud/catalog/gpuTypes.ts';
import { gigabyteRates, terabyte } from '../../../engine/cloud/catalog/prices.ts';
import type { PodConfig } from '../../../engine/cloud/pod/events.ts';
import type { Component } from '../../../engine/cloud/projections/bill.ts';
import type { VolumeShape } from '../../../engine/cloud/resources/volume.ts';
import type { WorkerShape } from '../../../engine/cloud/worker/events.ts';

/** What is held costs so much, in whole micro-dollars for a month of 30 days: for each component, by its place in this list. */
export type HeldRates = readonly bigint[];
export const billedComponents: readonly Component[] = ['gpu', 'cpu', 'disk', 'standard', 'highPerformance'];
export const noRates: HeldRates = [0n, 0n, 0n, 0n, 0n];

/** What of a pod is held. */
export interface HeldPod {
  readonly config: PodConfig;
  /** `disk`: only its persistent disk on its host. */
  readonly on: 'host' | 'disk' | 'nowhere';
  /** The host it is placed on, or was placed on last. */
  readonly place: string;
  /** The host on which its container last began to start. Only this host has data of the pod. */
  readonly machine?: string | undefined;
}

/** Of a pod that holds compute. */
export const ratesOfPod = ({ gpu, cpu, cloud, container, mounts }: PodConfig): HeldRates => {
  const gpuType = gpu === null ? undefined : findGpuType(gpu.id);
  const gpuPrice = cloud === 'SECURE' ? gpuType?.secure : gpuType?.community;
  const cpuPrice = cpu === null ? null : findCpuFlavor(cpu.id)?.securePerVcpu;
  const gigabytes = BigInt(container.disk) + BigInt(mounts.persistent?.size ?? 0);
  return [monthly(gpuPrice, gpu?.count), monthly(cpuPrice, cpu?.vcpuCount), gigabytes * gigabyteRates.disk, 0n, 0n];
};

/** Of a pod whose host keeps its persistent mount, and nothing else. */
export const ratesOfMount = ({ mounts }: PodConfig): HeldRates => [
  0n,
  0n,
  BigInt(mounts.persistent?.size ?? 0) * gigabyteRates.stoppedDisk,
  0n,
  0n,
];

export const ratesOfWorker = (shape: WorkerShape): HeldRates => {
  const { placement, gpuCount, vcpus, cpu, kept } = shape;
  const pool = gpuPools.find(({ gpuTypes }) => gpuTypes.includes(placement?.gpuTypeId ?? ''));
  const active = kept ? pool?.activePerSecond : undefined;
  const gpuPrice = active === null || active === undefined ? findGpuType(placement?.gpuTypeId ?? '')?.serverless : active * 3_600;
  return [monthly(gpuPrice, gpuCount), monthly(findCpuFlavor(cpu?.id ?? '')?.serverlessPerVcpu, vcpus), 0n, 0n, 0n];
};

export const ratesOfVolume = ({ size, tier }: VolumeShape): HeldRates => {
  const whole = BigInt(size) * gigabyteRates[tier];
  if (tier === 'HIGH_PERFORMANCE') return [0n, 0n, 0n, 0n, whole];
  const beyond = size > terabyte ? BigInt(size - terabyte) : 0n;
  return [0n, 0n, 0n, whole - beyond * (gigabyteRates.STANDARD - gigabyteRates.beyondTerabyte), 0n];
};

const monthly = (usdPerHour: number | null | undefined, count = 0): bigint =>
  BigInt(Math.round((usdPerHour ?? 0) * 720_000_000)) * BigInt(count);
