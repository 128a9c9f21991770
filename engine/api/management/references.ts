import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { EndpointConfig } from '../../endpoint/events.ts';
import type { Rejection } from '../../kernel/decider.ts';
import type { Simulation } from '../../simulation.ts';
import type { Template } from '../../template/evolve.ts';
import type { Volume } from '../../volume/evolve.ts';
import type { UpdateEndpointRequest } from '../contract/endpoint.ts';

/** A template of the account's own, or a public one: 404. One for the other kind of resource: 422. */
export const templateFor = (
  world: Simulation,
  accountId: string,
  id: string,
  { serverless, rule }: { readonly serverless: boolean; readonly rule: string },
): Either<Rejection, Template> => {
  const template = world.find('template', id);
  if (template === undefined || (template.accountId !== accountId && !template.shape.public)) {
    return left({ kind: 'unknown', rule, detail: `template not found: ${id}` });
  }
  if (template.shape.serverless === serverless) return right(template.accountId === accountId ? template : withoutRegistry(template));
  const errors = [`$.templateId: ${id} is ${template.shape.serverless ? 'a' : 'no'} serverless template`];
  return left({ kind: 'invalid', rule, detail: 'Request validation failed.', errors });
};

/** Somebody else's public template does not lend its owner's registry credential (container.registry). */
const withoutRegistry = (template: Template): Template => {
  const { shape } = template;
  return { ...template, shape: { ...shape, container: { ...shape.container, registry: null } } };
};

/** Whether a registry credential is the account's: 404 (container.registry). */
export const registryFor = (world: Simulation, accountId: string, id: string | null | undefined): Either<Rejection, void> => {
  if (typeof id !== 'string' || world.find('registry', id)?.accountId === accountId) return right(undefined);
  return left({ kind: 'unknown', rule: 'container.registry', detail: `registry not found: ${id}` });
};

/** A network volume of the account: 404 (mounts.volume-datacenter). */
export const volumeFor = (world: Simulation, accountId: string, id: string): Either<Rejection, Volume> => {
  const volume = world.find('volume', id);
  if (volume !== undefined && volume.accountId === accountId) return right(volume);
  return left({ kind: 'unknown', rule: 'mounts.volume-datacenter', detail: `network volume not found: ${id}` });
};

/** What an endpoint's body refers to, and the template of it. Whatever is not there (404) comes before a template of the other kind (422). */
export const endpointReferences = (
  world: Simulation,
  accountId: string,
  { templateId, registry, networkVolumes = [] }: Pick<UpdateEndpointRequest, 'templateId' | 'registry' | 'networkVolumes'>,
): Either<Rejection, Template | undefined> => {
  const known = registryFor(world, accountId, registry);
  if (isLeft(known)) return known;
  for (const id of networkVolumes) {
    const volume = volumeFor(world, accountId, id);
    if (isLeft(volume)) return volume;
  }
  if (templateId === undefined) return right(undefined);
  return templateFor(world, accountId, templateId, { serverless: true, rule: 'endpoint.template-access' });
};

/** Whether an endpoint's workers can be where its volumes are: 400 (mounts.volume-datacenter). */
export const reachesVolumes = (world: Simulation, { dataCenterIds, networkVolumes }: EndpointConfig): Either<Rejection, void> => {
  const stray = dataCenterIds.length === 0 ? undefined : networkVolumes.find((id) => !dataCenterIds.includes(centerOf(world, id)));
  if (stray === undefined) return right(undefined);
  const detail = `network volume ${stray} is in ${centerOf(world, stray)}, and dataCenterIds allows ${dataCenterIds.join(', ')} only`;
  return left({ kind: 'contradictory', rule: 'mounts.volume-datacenter', detail });
};

const centerOf = (world: Simulation, volumeId: string): string => world.find('volume', volumeId)?.shape.dataCenterId ?? '';
