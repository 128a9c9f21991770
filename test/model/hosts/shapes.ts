/** What a worker takes of its host: so many GPUs (no flavor), or so many vCPUs of a flavor. */
export interface Shape {
  readonly flavor: string | null;
  readonly units: number;
}

/** Of each flavor, GB for a vCPU, and micro-dollars an hour for a vCPU; one without a price cannot be rented (billing.priced). */
const flavors: Readonly<Record<string, { readonly memory: number; readonly price: number | null }>> = {
  cpu3c: { memory: 2, price: 36_000 },
  cpu3g: { memory: 4, price: 50_000 },
  cpu5c: { memory: 2, price: 42_000 },
  cpu5g: { memory: 4, price: null },
};

const vcpuCounts = [2, 4, 8, 16, 32];
const powersOfTwo = [...vcpuCounts, 64, 128];

/** Micro-dollars an hour: vCPUs have no price of their own for workers that hold the minimum (billing.active-workers). */
export const findPrice = ({ flavor, units }: Shape, ofGpu: number): number =>
  units * (flavor === null ? ofGpu : (flavors[flavor]?.price ?? 0));

/** Shapes as an endpoint shows them, with the memory that follows from each (endpoint.compute-shape). */
export const tellShapes = (shapes: readonly Shape[]): string =>
  shapes
    .map(({ flavor, units }) => (flavor === null ? `${units} GPUs` : `${flavor} ${units} ${findMemory({ flavor, units })}`))
    .join(' or ');

/** GB. */
export const findMemory = ({ flavor, units }: Shape): number => units * (flavors[flavor ?? '']?.memory ?? 0);

/** How many GPUs workers have; null on CPUs. */
export const countGpus = ([first]: readonly Shape[]): number | null => (first?.flavor === null ? first.units : null);

/** What a PATCH of the shapes may not say (endpoint.cpu-duplicates, endpoint.patch, pod.cpu-flavor, billing.priced). */
export const refuseShapes = (before: readonly Shape[], after: readonly Shape[]): string | undefined => {
  const names = after.map(({ flavor, units }) => `${flavor} ${units}`);
  if (new Set(names).size < names.length) return '422 endpoint.cpu-duplicates';
  if (after.some(({ flavor, units }) => flavor !== null && !powersOfTwo.includes(units))) return '422 errors.validation';
  const wrong = after.some(({ flavor, units }) => flavor !== null && (flavors[flavor] === undefined || !vcpuCounts.includes(units)));
  if (wrong) return '400 pod.cpu-flavor';
  if ((countGpus(before) === null) !== (countGpus(after) === null)) return '400 endpoint.patch';
  return after.some(({ flavor }) => flavor !== null && flavors[flavor]?.price === null) ? '400 billing.priced' : undefined;
};
