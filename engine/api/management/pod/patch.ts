import { chain, type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type Mounts, overlay, readContainer } from '../../../cloud/container/config.ts';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { PodConfig } from '../../../cloud/pod/events.ts';
import type { Pod } from '../../../cloud/pod/evolve.ts';
import type { RuleId } from '../../../cloud/rulebook/rules.ts';
import type { Referred } from '../../admission/references.ts';
import type { UpdatePodRequest } from '../../contract/pod.ts';
import { mountContradiction } from './config.ts';

/**
 * The pod's configuration after a PATCH. A template named in it is laid over the container once. The template's mounts are
 * ignored, startSsh and startJupyter stay as created, and the pod still shows the template it was created from.
 */
export const patchPod = ({ config }: Pod, body: UpdatePodRequest, { template }: Referred): Either<Rejection, PodConfig> => {
  const mounts = patchMounts(config, body.mounts);
  if (isLeft(mounts)) return mounts;
  const { templateId, gpu, cpu, cloud, dataCenterIds } = config;
  return right({
    name: body.name ?? config.name,
    templateId,
    container: {
      ...config.container,
      ...overlay(template?.shape.container ?? {}, readContainer(body, template?.shape.container.args ?? config.container.args)),
    },
    gpu,
    cpu,
    cloud,
    dataCenterIds,
    mounts: mounts.right,
    globalNetworking: body.globalNetworking ?? config.globalNetworking,
    locked: body.locked ?? config.locked,
  });
};

/**
 * A pod's mounts are fixed at creation. The path of a mount may change, and a persistent mount may grow. Mounts that the body does not name
 * stay.
 */
const patchMounts = (config: PodConfig, patch: UpdatePodRequest['mounts']): Either<Rejection, Mounts> =>
  pipe(
    patchDataMount(config, patch),
    chain((changed) => patchGlobalMount(config, patch?.global, changed)),
  );

/** The volume of a global mount is fixed, as that of a network mount is. */
const patchGlobalMount = (
  { mounts: { global } }: PodConfig,
  patch: NonNullable<UpdatePodRequest['mounts']>['global'],
  changed: Mounts,
): Either<Rejection, Mounts> => {
  const [own] = global ?? [];
  const [mount] = patch ?? [];
  if (mount === undefined) return right(own === undefined ? changed : { ...changed, global: [own] });
  if (own?.volumeId === mount.volumeId) return right({ ...changed, global: [mount] });
  const has =
    own === undefined ? 'was created without a global mount, and none can be added' : `mounts ${own.volumeId}, which cannot be changed`;
  return left({ kind: 'contradictory', rule: 'volume.global', detail: `the pod ${has}` });
};

const patchDataMount = ({ mounts, cpu }: PodConfig, patch: UpdatePodRequest['mounts']): Either<Rejection, Mounts> => {
  const no = (rule: RuleId, detail: string) => left({ kind: 'contradictory', rule, detail } as const);
  const clash = mountContradiction(patch, cpu !== null);
  if (clash !== undefined) return left(clash);
  if (patch?.persistent !== undefined) {
    if (mounts.persistent === undefined)
      return no('mounts.patch-kind', `the pod was created with ${nameMount(mounts)}; a persistent mount cannot be added`);
    if (patch.persistent.size < mounts.persistent.size)
      return no('mounts.persistent-size', `a persistent mount only grows: it has ${mounts.persistent.size} GB`);
    return right({ persistent: patch.persistent });
  }
  const [mount] = patch?.network ?? [];
  const { global: _, ...data } = mounts;
  if (mount === undefined) return right(data);
  const [own] = mounts.network ?? [];
  if (own === undefined) return no('mounts.patch-kind', `the pod was created with ${nameMount(mounts)}; a network mount cannot be added`);
  if (own.volumeId !== mount.volumeId)
    return no('mounts.patch-volume', `the pod mounts ${own.volumeId}; the volume of a mount cannot be changed`);
  return right({ network: [mount] });
};

const nameMount = ({ persistent, network }: Mounts): string =>
  persistent !== undefined ? 'a persistent mount' : network !== undefined ? 'a network mount' : 'no mount';
