import { findKind } from '../../../cloud/entities.ts';
import type { PodEvent } from '../../../cloud/pod/events.ts';
import type { Pod } from '../../../cloud/pod/evolve.ts';
import type { PodStatus } from '../../../cloud/pod/lifecycle.ts';
import {
  creation,
  fromContainer,
  hostLost,
  type LogLineGenerator,
  type NewLogLine,
  noLines,
  pulling,
  removal,
  type Stage,
  start,
  system,
} from './logLines.ts';

/**
 * The log lines of a pod's container and of the platform around it. `pod` is the pod before the first event that follows: a new
 * one for a whole log. If the beginning is no longer in memory, the pod as it is now is a good start, because events correct it.
 */
export const podLogLines = (pod: Pod): LogLineGenerator => {
  const { config, pulled, mountSince } = pod;
  const state: ContainerState = { config, pulled, holdsData: mountSince !== null, stage: stages[pod.status] ?? 'none' };
  return (event) => (findKind(event) === 'pod' && (event as PodEvent).podId === pod.id ? listLines(state, event as PodEvent) : noLines);
};

interface ContainerState {
  config: Pod['config'];
  pulled: boolean;
  /** Whether its persistent mount holds what a container wrote there. */
  holdsData: boolean;
  stage: Stage;
}

const stages: { readonly [Status in PodStatus]?: Stage } = { STARTING: 'created', RUNNING: 'up' };

const listLines = (state: ContainerState, event: PodEvent): readonly NewLogLine[] => {
  const { container, mounts } = state.config;
  const { image } = container;
  switch (event.type) {
    case 'PodCreated':
      state.config = event.config;
      state.pulled = false;
      state.holdsData = false;
      state.stage = 'none';
      return noLines;
    case 'PodUpdated':
      if (event.config.container.image !== image) state.pulled = false;
      state.config = event.config;
      return noLines;
    case 'PodStarting':
      if (event.imageOnHost === true) state.pulled = true;
      state.stage = 'created';
      return creation(image, state.pulled);
    case 'PodPullTroubled':
      return [system(`pull image ${image}: ${event.pulls ? 'slow' : 'failed, trying again'}`)];
    case 'PodPullRestarted':
      return [pulling(image)];
    case 'PodStarted': {
      // A container that is not there yet prints nothing: its lines come once it can be reached.
      const lines = event.pulling === true ? [pulling(image)] : [start(image), ...banner(state)];
      state.pulled = event.pulling !== true;
      state.holdsData = mounts.persistent !== undefined;
      state.stage = 'up';
      return lines;
    }
    case 'PodBecameReachable': {
      if (state.pulled) return noLines;
      const lines = [start(image), ...banner(state)];
      state.pulled = true;
      return lines;
    }
    case 'PodRestarted':
      if (event.imageOnHost === true) state.pulled = true;
      return [...removeContainer(state, 'created'), ...creation(image, state.pulled)];
    case 'PodStopped':
    case 'PodTerminated':
      return removeContainer(state, 'none');
    case 'PodFailed':
      if (event.reason === 'image') return [system(`pull image ${image}: failed`), ...removeContainer(state, 'none')];
      return loseWithHost(state);
    case 'PodPrinted':
      return event.lines.map(fromContainer);
    case 'PodResumed':
    case 'PodRanked':
      return noLines;
  }
};

const removeContainer = (state: ContainerState, next: Stage): readonly NewLogLine[] => {
  const lines = removal(state.stage);
  state.stage = next;
  return lines;
};

/** When its host fails, a pod loses its container and its data on the host, if it had any (pod.error). */
const loseWithHost = (state: ContainerState): readonly NewLogLine[] => {
  const { persistent } = state.config.mounts;
  const lines = [
    ...(state.stage === 'none' ? noLines : [hostLost]),
    ...(persistent !== undefined && state.holdsData ? [system(`host failed: the data in ${persistent.path} is lost`)] : noLines),
  ];
  state.pulled = false;
  state.holdsData = false;
  state.stage = 'none';
  return lines.length > 0 ? lines : [system('host failed')];
};

/**
 * The lines of the start script of the platform's own images: whether the persistent mount holds data already, and what the script
 * starts because the environment asks for it (pod.ssh-keys, pod.jupyter).
 */
const banner = ({ config: { container, mounts }, holdsData }: ContainerState): readonly NewLogLine[] => {
  const { env } = container;
  return [
    'Pod Started',
    ...(mounts.persistent === undefined ? [] : [`Volume ${mounts.persistent.path}: ${holdsData ? 'data kept' : 'empty'}`]),
    ...(env['PUBLIC_KEY'] === undefined ? [] : ['Setting up SSH...']),
    ...(env['JUPYTER_PASSWORD'] === undefined ? [] : ['Starting Jupyter Lab...']),
    'Start script(s) finished, pod is ready to use.',
  ].map(fromContainer);
};
