import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { placementOn } from '../../catalog/hosts.ts';
import type { Rejection } from '../../kernel/decider.ts';
import { invariant } from '../../kernel/invariant.ts';
import { keyText } from '../../kernel/rng.ts';
import { mapInSteps } from '../../kernel/steps.ts';
import { resetsContainer } from '../../pod/decide.ts';
import { machineOf, type Pod } from '../../pod/evolve.ts';
import { actionsIn, type PodAction } from '../../pod/lifecycle.ts';
import { hasRoom, hostFor, type Seeker } from '../../policies/placement.ts';
import { computeOf } from '../../projections/wants.ts';
import type { SimulationContext } from '../../simulationContext.ts';
import { createPodRequest, includeClusterPods, podActionRequest, podList, podResource, updatePodRequest } from '../contract/pod.ts';
import { operation } from '../operation.ts';
import { mountContradiction, podContradiction, podPlan, podReferences, podTemplate } from './podConfig.ts';
import { patchPod } from './podPatch.ts';
import { podView } from './podView.ts';

/** GET /v2/pods: the account's pods; members of clusters only on request. */
export const listPods = operation({
  id: 'listPods',
  api: 'management',
  methods: ['GET'],
  path: '/v2/pods',
  summary: 'List pods',
  permission: { group: 'pods', level: 'read' },
  query: includeClusterPods,
  success: { status: 200, schema: podList },
  rules: ['pod.cluster-member', 'pod.terminated-hidden'],
  *run(sim, { accountId, query }) {
    const shown = sim.state.related('pod', 'account', accountId).filter((pod) => pod.member === null || query.includeClusterPods);
    const pods = yield* mapInSteps(shown, (pod) => podView(sim, pod));
    return right({ answer: { status: 200, body: { pods } } });
  },
});

/** POST /v2/pods: creates a pod on the first host with room; without one, nothing is created. */
export const createPod = operation({
  id: 'createPod',
  api: 'management',
  methods: ['POST'],
  path: '/v2/pods',
  summary: 'Create a pod',
  permission: { group: 'pods', level: 'write' },
  body: createPodRequest,
  bodyMax: 'body',
  success: { status: 201, schema: podResource },
  rules: [
    'pod.create',
    'pod.create-compute',
    'pod.create-cuda',
    'pod.cpu-flavor',
    'pod.capacity',
    'pod.placement',
    'pod.template',
    'mounts.exclusive',
    'container.registry',
    'mounts.volume-datacenter',
    'mounts.persistent-cpu',
  ],
  contradiction: podContradiction,
  refersTo: podReferences,
  run: (sim, { accountId, body, referred, inputKey }) => {
    const plan = podPlan(sim, accountId, body, referred, inputKey());
    if (isLeft(plan)) return plan;
    const { config, compute } = plan.right;
    const host = hostFor(sim, compute, { trialKey: inputKey() });
    if (host === undefined) return left(noCapacity);
    const id = sim.shortId(keyText('pod', inputKey()));
    const created = sim.dispatch('pod', id, { type: 'CreatePod', accountId, config, placement: placementOn(host), member: null });
    return isLeft(created) ? created : right({ answer: { status: 201, body: view(sim, id) } });
  },
});

/** GET /v2/pods/{id}: one pod. */
export const getPod = operation({
  id: 'getPod',
  api: 'management',
  methods: ['GET'],
  path: '/v2/pods/{id}',
  resolves: { id: 'pod' },
  summary: 'Read a pod',
  permission: { group: 'pods', level: 'read' },
  success: { status: 200, schema: podResource },
  rules: ['pod.terminated-hidden', 'pod.runtime', 'pod.cost'],
  run: (sim, { pod }) => right({ answer: { status: 200, body: podView(sim, pod) } }),
});

/** PATCH /v2/pods/{id}: a change of the container restarts it; a change of name, lock or mount paths does not. */
export const updatePod = operation({
  id: 'updatePod',
  api: 'management',
  methods: ['PATCH'],
  path: '/v2/pods/{id}',
  resolves: { id: 'pod' },
  summary: 'Change a pod',
  permission: { group: 'pods', level: 'write' },
  body: updatePodRequest,
  bodyMax: 'body',
  success: { status: 200, schema: podResource },
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
  ],
  contradiction: ({ mounts }) => mountContradiction(mounts, false),
  refersTo: ({ registry, templateId }) => ({ registry, template: podTemplate(templateId) }),
  run: (sim, { pod, body, referred }) => {
    const patched = patchPod(pod, body, referred);
    if (isLeft(patched)) return patched;
    if (pod.member !== null) return left(memberRefused(pod));
    const isReset = resetsContainer(pod.config, patched.right);
    const updated = sim.dispatch('pod', pod.id, { type: 'UpdatePod', config: patched.right });
    if (isLeft(updated)) return updated;
    if (isReset && (pod.status === 'RUNNING' || pod.status === 'STARTING')) {
      const restarted = sim.dispatch('pod', pod.id, { type: 'RestartPod', reason: 'patch' });
      if (isLeft(restarted)) return restarted;
    }
    return right({ answer: { status: 200, body: view(sim, pod.id) } });
  },
});

/** DELETE /v2/pods/{id}: the same as the action terminate. */
export const deletePod = operation({
  id: 'deletePod',
  api: 'management',
  methods: ['DELETE'],
  path: '/v2/pods/{id}',
  resolves: { id: 'pod' },
  summary: 'Terminate a pod',
  permission: { group: 'pods', level: 'write' },
  success: { status: 204 },
  refuses: [409],
  rules: ['pod.terminate', 'pod.cluster-member'],
  run: (sim, { pod, inputKey }) => {
    const terminated = acted(sim, pod, 'terminate', inputKey);
    return isLeft(terminated) ? terminated : right({ answer: { status: 204 } });
  },
});

/** POST /v2/pods/{id}/action: start, stop, restart or terminate, if the pod's status permits it. */
export const podAction = operation({
  id: 'podAction',
  api: 'management',
  methods: ['POST'],
  path: '/v2/pods/{id}/action',
  resolves: { id: 'pod' },
  summary: 'Start, stop, restart or terminate a pod',
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
  ],
  run: (sim, { pod, body: { action }, inputKey }) => {
    const done = acted(sim, pod, action, inputKey);
    if (isLeft(done)) return done;
    return right({ answer: action === 'terminate' ? { status: 204 } : { status: 200, body: view(sim, pod.id) } });
  },
});

/** Performs the action if the pod's status permits it (pod.action-conflict). */
const acted = (sim: SimulationContext, pod: Pod, action: PodAction, inputKey: () => string): Either<Rejection, void> => {
  if (pod.member !== null) return left(memberRefused(pod));
  const permitted = actionsIn(pod.status);
  if (!permitted.includes(action)) {
    const detail = `${pod.id} is ${pod.status}: ${action} cannot be done now, only ${permitted.join(', ')}`;
    return left({ kind: 'refused', rule: 'pod.action-conflict', detail });
  }
  switch (action) {
    case 'start':
      return resumed(sim, pod, { trialKey: inputKey(), place: { pod: pod.id } });
    case 'stop':
      return sim.dispatch('pod', pod.id, { type: 'StopPod' });
    case 'restart':
      return sim.dispatch('pod', pod.id, { type: 'RestartPod', reason: 'action' });
    case 'terminate':
      return sim.dispatch('pod', pod.id, { type: 'TerminatePod' });
  }
};

/** A stopped pod resumes on its own host or not at all. It is placed again if its host has failed, or if it never had one (pod.same-host, pod.error). */
const resumed = (sim: SimulationContext, pod: Pod, seeker: Seeker): Either<Rejection, void> => {
  const { placements } = sim.state;
  const own = placements.hosts.find(pod.placement?.hostId ?? '');
  // A network volume stays in its data centre, and so does a pod that mounts it.
  const centers = pod.config.mounts.network === undefined ? pod.config.dataCenterIds : [pod.placement?.dataCenterId ?? ''];
  const isLost = placements.isDown(own?.id ?? '');
  const moves = machineOf(pod) === null || (pod.status === 'ERROR' && isLost);
  const host = moves ? hostFor(sim, computeOf(pod.config, centers), seeker) : own;
  if (host === undefined || (!moves && !hasRoom(sim, host, computeOf(pod.config, []), seeker))) {
    if (machineOf(pod) === null) return left(noCapacity);
    const isFull = own === undefined || !placements.fits(own, computeOf(pod.config, []));
    const why = isLost
      ? `${own?.id} is down, and no other host has room; try again later.`
      : isFull
        ? `${own?.id} is full; stop another pod there, or create a new one.`
        : 'Try again later.';
    return left({
      kind: 'capacity',
      rule: 'pod.same-host',
      detail: `There are not enough free GPUs on the host machine to start this pod. ${why}`,
    });
  }
  return sim.dispatch('pod', pod.id, { type: 'ResumePod', placement: placementOn(host) });
};

/** The platform's own message. Nothing was created. */
export const noCapacity: Rejection = {
  kind: 'capacity',
  rule: 'pod.capacity',
  detail: 'There are no longer any instances available with the requested specifications. Please refresh and try again.',
};

const memberRefused = ({ id, member }: Pod): Rejection => ({
  kind: 'refused',
  rule: 'pod.cluster-member',
  detail: `${id} is a member of cluster ${member?.clusterId}: it is managed through /v2/clusters/${member?.clusterId}`,
});

const view = (sim: SimulationContext, id: string) => {
  const pod = sim.find('pod', id);
  invariant(pod !== undefined, () => `pod ${id} has just been written`);
  return podView(sim, pod);
};
