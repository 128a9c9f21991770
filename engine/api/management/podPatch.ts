import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { containerOf, type Mounts, overlay } from '../../cloud/container/config.ts';
import type { PodConfig } from '../../cloud/pod/events.ts';
import type { Pod } from '../../cloud/pod/evolve.ts';
import type { Rejection } from '../../kernel/decider.ts';
import type { UpdatePodRequest } from '../contract/pod.ts';
import type { Referred } from '../references.ts';
import { mountContradiction } from './podConfig.ts';

/**
 * The pod's configuration after a PATCH. A template named in it is laid over the container once. The template's mounts are
 * ignored, startSsh and startJupyter stay as created, and the pod still shows the template it was created from.
 */
export const patchPod = ({ config }: Pod, body: UpdatePodRequest, { template }: Referred): Either<Rejection, PodConfig> => {
  const mounts = patchMounts(config, body.mounts);
  if (isLeft(mounts)) return mounts;
  return right({
    ...config,
    name: body.name ?? config.name,
    locked: body.locked ?? config.locked,
    globalNetworking: body.globalNetworking ?? config.globalNetworking,
    mounts: mounts.right,
    container: {
      ...config.container,
      ...overlay(template?.shape.container ?? {}, containerOf(body, template?.shape.container.args ?? config.container.args)),
    },
  });
};

/** The kind of mount is fixed at creation. Its path may change, and a persistent mount may grow. */
const patchMounts = ({ mounts, cpu }: PodConfig, patch: UpdatePodRequest['mounts']): Either<Rejection, Mounts> => {
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
