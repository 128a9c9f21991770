import { bind, chain, chainFirst, type Either, fromNullable, left, map, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { HostSpec } from '../../../cloud/catalog/hostSpec.ts';
import { placementOn } from '../../../cloud/catalog/hosts.ts';
import type { Rejection } from '../../../cloud/decisions.ts';
import { resetsContainer, unfit } from '../../../cloud/pod/decide.ts';
import { type Pod, showMachine } from '../../../cloud/pod/evolve.ts';
import { actionsIn, type PodAction } from '../../../cloud/pod/lifecycle.ts';
import type { SimulationContext } from '../../../cloud/policies/context.ts';
import type { Seeker } from '../../../cloud/policies/faults.ts';
import { imageForPod } from '../../../cloud/policies/images.ts';
import { hostFor, placeFor } from '../../../cloud/policies/placement.ts';
import { requestCompute } from '../../../cloud/projections/wants.ts';
import { createPodRequest, podActionRequest, podList, podResource, podsQuery, updatePodRequest } from '../../contract/pod.ts';
import { operation } from '../../row.ts';
import { checkBalance, paid } from '../balance.ts';
import { createEntity, readBack, resource } from '../resource.ts';
import { mountContradiction, podContradiction, podPlan, podReferences, podTemplate } from './config.ts';
import { launchContradiction } from './launch.ts';
import { patchPod } from './patch.ts';
import { podView } from './view.ts';

const pods = resource({
  kind: 'pod',
  path: '/v2/pods',
  group: 'pods',
  schema: podResource,
  listed: 'pods',
  list: podList,
  view: podView,
});

/** GET /v2/pods: the account's pods; members of clusters only on request. */
export const listPods = pods.list({
  id: 'listPods',
  summary: 'List pods',
  query: podsQuery,
  shown: (pod, query) => pod.member === null || query.includeClusterPods,
  cutsFirst: true,
  rules: ['pod.cluster-member', 'pod.terminated-hidden', 'list.pages', 'list.short-pages'],
});

/** POST /v2/pods: creates a pod on the first host with room; without one, nothing is created. */
export const createPod = pods.create({
  id: 'createPod',
  summary: 'Create a pod',
  ...paid,
  body: createPodRequest,
  rules: [
    'pod.create',
    'pod.create-compute',
    'pod.create-cuda',
    'pod.cpu-flavor',
    'pod.capacity',
    'pod.placement',
    'pod.template',
    'mounts.exclusive',
    'volume.global',
    'container.registry',
    'mounts.volume-datacenter',
    'mounts.persistent-cpu',
    'mounts.secure-cloud',
    'billing.priced',
    'account.balance',
    'container.launch',
    'pod.gpu-filters',
  ],
  contradiction: podContradiction,
  refersTo: podReferences,
  run: (sim, { accountId, body, referred, inputKey }) =>
    pipe(
      podPlan(sim, accountId, body, referred, inputKey()),
      chainFirst(() => checkBalance(sim, accountId)),
      bind('host', ({ compute }) => fromNullable(noCapacity)(hostFor(sim, compute, { trialKey: inputKey() }))),
      chain(({ config, host }) =>
        createEntity(sim, 'pod', inputKey(), { type: 'CreatePod', accountId, config, placement: placementOn(host), member: null }),
      ),
    ),
});

/** GET /v2/pods/{id}: one pod. */
export const getPod = pods.read({ id: 'getPod', summary: 'Read a pod', rules: ['pod.terminated-hidden', 'pod.runtime', 'pod.cost'] });

/** PATCH /v2/pods/{id}: a change of the container restarts it; a change of name, lock or mount paths does not. */
export const updatePod = pods.update({
  id: 'updatePod',
  summary: 'Change a pod',
  body: updatePodRequest,
  refuses: [409],
  rules: [
    'pod.patch-reset',
    'pod.locked',
    'pod.template',
    'pod.cluster-member',
    'mounts.patch-omitted',
    'mounts.patch-kind',
    'mounts.patch-volume',
    'pod.networking',
    'container.registry',
    'mounts.patch-empty-network',
    'mounts.persistent-size',
    'mounts.exclusive',
    'volume.global',
    'container.launch',
  ],
  contradiction: (body) => mountContradiction(body.mounts, false) ?? launchContradiction(body),
  refersTo: ({ registry, templateId }) => ({ registry, template: podTemplate(templateId) }),
  run: (sim, { pod, body, referred }) =>
    pipe(
      patchPod(pod, body, referred),
      chainFirst(() => checkManagedAlone(pod)),
      map((config) => ({ config, isReset: resetsContainer(pod.config, config) })),
      chainFirst(({ config }) => sim.dispatch('pod', pod.id, { type: 'UpdatePod', config })),
      chain(({ config, isReset }) =>
        isReset && (pod.status === 'RUNNING' || pod.status === 'STARTING')
          ? sim.dispatch('pod', pod.id, { type: 'RestartPod', reason: 'patch', ...imageForPod(sim, pod, config.container.image) })
          : right(undefined),
      ),
    ),
});

/** DELETE /v2/pods/{id}: the same as the action terminate. */
export const deletePod = pods.delete({
  id: 'deletePod',
  summary: 'Terminate a pod',
  refuses: [409],
  rules: ['pod.terminate', 'pod.cluster-member'],
  run: (sim, { pod, inputKey }) => act(sim, pod, 'terminate', inputKey),
});

/** POST /v2/pods/{id}/action: start, stop, restart or terminate, if the pod's status permits it. */
export const podAction = operation({
  id: 'podAction',
  api: 'management',
  methods: ['POST'],
  path: '/v2/pods/{id}/action',
  resolves: { id: 'pod' },
  summary: 'Start, stop, restart or terminate a pod',
  ...paid,
  permission: { group: 'pods', level: 'write' },
  body: podActionRequest,
  bodyMax: 'body',
  success: { status: 200, schema: podResource, orEmpty: 204 },
  refuses: [409],
  rules: [
    'pod.actions',
    'pod.start',
    'pod.stop',
    'pod.restart',
    'pod.terminate',
    'pod.action-conflict',
    'pod.action-body',
    'pod.locked',
    'pod.same-host',
    'pod.capacity',
    'pod.cluster-member',
    'account.balance',
  ],
  run: (sim, { pod, body: { action }, inputKey }) =>
    pipe(
      act(sim, pod, action, inputKey),
      map(() => ({
        answer: action === 'terminate' ? { status: 204 } : { status: 200, body: podView(sim, readBack(sim, 'pod', pod.id)) },
      })),
    ),
});

/** Performs the action if the pod's status permits it. */
const act = (sim: SimulationContext, pod: Pod, action: PodAction, inputKey: () => string): Either<Rejection, void> =>
  pipe(
    checkManagedAlone(pod),
    chain(() => checkPermitted(pod, action)),
    chain(() => perform(sim, pod, action, inputKey)),
  );

/** pod.action-conflict */
const checkPermitted = (pod: Pod, action: PodAction): Either<Rejection, void> =>
  actionsIn(pod.status).includes(action) ? right(undefined) : left(unfit(pod, action));

const perform = (sim: SimulationContext, pod: Pod, action: PodAction, inputKey: () => string): Either<Rejection, void> => {
  switch (action) {
    case 'start':
      return pipe(
        checkBalance(sim, pod.accountId),
        chain(() => resume(sim, pod, { trialKey: inputKey(), place: { pod: pod.id } })),
      );
    case 'stop':
      return sim.dispatch('pod', pod.id, { type: 'StopPod' });
    case 'restart':
      return sim.dispatch('pod', pod.id, { type: 'RestartPod', reason: 'action', ...imageForPod(sim, pod, pod.config.container.image) });
    case 'terminate':
      return sim.dispatch('pod', pod.id, { type: 'TerminatePod' });
  }
};

/**
 * A stopped pod resumes on its own host or not at all. One that never had a machine is placed; so is one that lost everything with its host,
 * on its own host if that has room (pod.same-host, pod.error).
 */
const resume = (sim: SimulationContext, pod: Pod, seeker: Seeker): Either<Rejection, void> => {
  const { placements } = sim.state;
  const own = placements.hosts.find(pod.placement?.hostId ?? '');
  // A network volume stays in its data center, and so does a pod that mounts it.
  const centers = pod.config.mounts.network === undefined ? pod.config.dataCenterIds : [pod.placement?.dataCenterId ?? ''];
  const hadNone = showMachine(pod) === null;
  const moves = hadNone || pod.failure === 'host';
  const host = placeFor(sim, {
    requests: moves ? [requestCompute(pod.config, centers)] : [],
    seeker,
    own: hadNone || own === undefined ? undefined : { host: own, request: requestCompute(pod.config, []) },
  })?.host;
  if (host !== undefined) return sim.dispatch('pod', pod.id, { type: 'ResumePod', placement: placementOn(host) });
  return left(hadNone ? noCapacity : fullHost(sim, pod, own));
};

/** Explains why a pod cannot resume, and what would help. */
const fullHost = ({ state: { placements } }: SimulationContext, { config, failure }: Pod, own: HostSpec | undefined): Rejection => {
  const id = own?.id ?? '';
  const isFull = own === undefined || !placements.fits(own, requestCompute(config, []));
  const why =
    failure === 'host'
      ? `${id} ${placements.isDown(id) ? 'is down' : isFull ? 'is full' : 'takes none'}, and no other host has room; try again later.`
      : isFull
        ? `${id} is full; stop another pod there, or create a new one.`
        : 'Try again later.';
  return {
    kind: 'capacity',
    rule: 'pod.same-host',
    detail: `There are not enough free GPUs on the host machine to start this pod. ${why}`,
  };
};

/** The platform's own message. Nothing was created. */
export const noCapacity: Rejection = {
  kind: 'capacity',
  rule: 'pod.capacity',
  detail: 'There are no longer any instances available with the requested specifications. Please refresh and try again.',
};

/** Members are managed through their cluster (pod.cluster-member). */
const checkManagedAlone = ({ id, member }: Pod): Either<Rejection, void> => {
  if (member === null) return right(undefined);
  const detail = `${id} is a member of cluster ${member.clusterId}: it is managed through /v2/clusters/${member.clusterId}`;
  return left({ kind: 'refused', rule: 'pod.cluster-member', detail });
};
