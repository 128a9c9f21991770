import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { containerOf, type Mounts, overlaid } from '../../container/config.ts';
import { canonicalText } from '../../kernel/canonical.ts';
import type { Rejection } from '../../kernel/decider.ts';
import type { PodConfig } from '../../pod/events.ts';
import type { Pod } from '../../pod/evolve.ts';
import type { Simulation } from '../../simulation.ts';
import type { UpdatePodRequest } from '../contract/pod.ts';
import { mountContradiction } from './podConfig.ts';
import { registryFor, templateFor } from './references.ts';

/** The pod's configuration after a PATCH, and whether its container must start anew (pod.patch-reset). */
export const patchedPod = (
  world: Simulation,
  accountId: string,
  { config }: Pod,
  body: UpdatePodRequest,
): Either<Rejection, { readonly config: PodConfig; readonly resets: boolean }> => {
  const registry = registryFor(world, accountId, body.registry);
  if (isLeft(registry)) return registry;
  const template =
    body.templateId === undefined
      ? right(undefined)
      : templateFor(world, accountId, body.templateId, { serverless: false, rule: 'pod.template' });
  if (isLeft(template)) return template;
  const mounts = patchedMounts(config, body.mounts);
  if (isLeft(mounts)) return mounts;
  const container = {
    ...config.container,
    ...overlaid(template.right?.shape.container ?? {}, containerOf(body)),
  } as PodConfig['container'];
  const patched: PodConfig = {
    ...config,
    name: body.name ?? config.name,
    templateId: body.templateId ?? config.templateId,
    locked: body.locked ?? config.locked,
    globalNetworking: body.globalNetworking ?? config.globalNetworking,
    mounts: mounts.right,
    container,
  };
  return right({ config: patched, resets: canonicalText(container) !== canonicalText(config.container) });
};

/** The mount kind is fixed at create; its path may change, and a persistent mount may grow. */
const patchedMounts = ({ mounts, cpu }: PodConfig, patch: UpdatePodRequest['mounts']): Either<Rejection, Mounts> => {
  const no = (rule: string, detail: string) => left({ kind: 'contradictory', rule, detail } as const);
  const clash = mountContradiction(patch, cpu !== null);
  if (clash !== undefined) return left(clash);
  if (patch?.persistent !== undefined) {
    if (mounts.persistent === undefined)
      return no('mounts.patch-kind', `the pod was created with ${kindOf(mounts)}; a persistent mount cannot be added`);
    if (patch.persistent.size < mounts.persistent.size)
      return no('mounts.persistent-size', `a persistent mount only grows: it has ${mounts.persistent.size} GB`);
    return right({ persistent: patch.persistent });
  }
  const [mount] = patch?.network ?? [];
  if (mount === undefined) return right(mounts);
  const [own] = mounts.network ?? [];
  if (own === undefined) return no('mounts.patch-kind', `the pod was created with ${kindOf(mounts)}; a network mount cannot be added`);
  if (own.volumeId !== mount.volumeId)
    return no('mounts.patch-volume', `the pod mounts ${own.volumeId}; the volume of a mount cannot be changed`);
  return right({ network: [mount] });
};

const kindOf = ({ persistent, network }: Mounts): string =>
  persistent !== undefined ? 'a persistent mount' : network !== undefined ? 'a network mount' : 'no mount';
