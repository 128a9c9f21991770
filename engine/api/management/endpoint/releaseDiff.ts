import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import { canonicalText, type Json } from '../../../kernel/canonical.ts';

/** One field in which a release differs from the release before it. */
type DiffEntry = { readonly field: string; readonly old: Json; readonly new: Json };

/** What changed from one release to the next, including changes that made no release themselves. */
export const releaseDiff = (before: EndpointConfig, after: EndpointConfig): DiffEntry[] =>
  fields
    .map(([field, read]) => ({ field, old: read(before) ?? null, new: read(after) ?? null }))
    .filter((entry) => canonicalText(entry.old) !== canonicalText(entry.new));

/** The platform's field names, where they are known. It calls a container's settings those of a template. */
// biome-ignore format: a table
const fields: readonly (readonly [string, (config: EndpointConfig) => Json | undefined])[] = [
  ['name',                            ({ name }) => name],
  ['workers.min',                     ({ workers }) => workers.min],
  ['workers.max',                     ({ workers }) => workers.max],
  ['workers.idleTimeout',             ({ idleTimeoutMs }) => idleTimeoutMs / 1_000],
  ['scaling',                         ({ scaling }) => ({ ...scaling })],
  ['flashboot',                       ({ flashboot }) => flashboot],
  ['timeout',                         ({ timeout }) => timeout],
  ['locations',                       ({ dataCenterIds }) => dataCenterIds],
  ['networkVolumes',                  ({ networkVolumes }) => networkVolumes],
  ['gpuCount',                        ({ gpu }) => gpu?.count],
  ['gpuPools',                        ({ gpu }) => gpu?.pools],
  ['gpuExcludedTypes',                ({ gpu }) => gpu?.excludedTypes],
  ['allowedCudaVersions',             ({ gpu }) => gpu?.allowedCudaVersions],
  ['minCudaVersion',                  ({ gpu }) => gpu?.minCudaVersion],
  ['cpu',                             ({ cpu }) => cpu?.map((shape) => ({ ...shape }))],
  ['template.imageName',              ({ container }) => container.image],
  ['template.dockerArgs',             ({ container }) => container.args],
  ['template.containerDiskInGb',      ({ container }) => container.disk],
  ['template.env',                    ({ container }) => container.env],
  ['template.ports',                  ({ container }) => container.ports],
  ['template.containerRegistryAuthId', ({ container }) => container.registry],
];
