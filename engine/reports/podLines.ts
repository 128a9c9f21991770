import { kindOf } from '../entities.ts';
import type { PodEvent } from '../pod/events.ts';
import type { Pod } from '../pod/evolve.ts';
import type { PodStatus } from '../pod/lifecycle.ts';
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
 * What a pod's container writes, and the platform around it. `pod` is the pod as it was before the first event told: a
 * new one for a whole log. Where the beginning has left memory, the pod as it is now comes close: events correct it.
 */
export const podLogLines = (pod: Pod): LogLineGenerator => {
  const { config, pulled, mountSince } = pod;
  const told: ContainerState = { config, pulled, holdsData: mountSince !== null, stage: stages[pod.status] ?? 'none' };
  return (event) => (kindOf(event) === 'pod' && (event as PodEvent).podId === pod.id ? linesOf(told, event as PodEvent) : noLines);
};

interface ContainerState {
  config: Pod['config'];
  pulled: boolean;
  /** Whether its persistent mount holds what a container wrote there. */
  holdsData: boolean;
  stage: Stage;
}

const stages: { readonly [Status in PodStatus]?: Stage } = { STARTING: 'created', RUNNING: 'up' };

const linesOf = (told: ContainerState, event: PodEvent): readonly NewLogLine[] => {
  const { container, mounts } = told.config;
  const { image } = container;
  switch (event.type) {
    case 'PodCreated':
      told.config = event.config;
      told.pulled = false;
      told.holdsData = false;
      told.stage = 'none';
      return noLines;
    case 'PodUpdated':
      if (event.config.container.image !== image) told.pulled = false;
      told.config = event.config;
      return noLines;
    case 'PodStarting':
      told.stage = 'created';
      return creation(image, told.pulled);
    case 'PodPullTroubled':
      return [system(`pull image ${image}: ${event.pulls ? 'slow' : 'failed, trying again'}`)];
    case 'PodPullRestarted':
      return [pulling(image)];
    case 'PodStarted': {
      const lines = [start(image), ...banner(told)];
      told.pulled = true;
      told.holdsData = mounts.persistent !== undefined;
      told.stage = 'up';
      return lines;
    }
    case 'PodRestarted':
      return [...removed(told, 'created'), ...creation(image, told.pulled)];
    case 'PodStopped':
    case 'PodTerminated':
      return removed(told, 'none');
    case 'PodFailed':
      if (event.reason === 'image') return [system(`pull image ${image}: failed`), ...removed(told, 'none')];
      return lostWithHost(told);
    case 'PodResumed':
    case 'PodRanked':
      return noLines;
  }
};

const removed = (told: ContainerState, next: Stage): readonly NewLogLine[] => {
  const lines = removal(told.stage);
  told.stage = next;
  return lines;
};

/** A failed host takes along the container and the data that it held for the pod, as far as there were any (pod.error). */
const lostWithHost = (told: ContainerState): readonly NewLogLine[] => {
  const { persistent } = told.config.mounts;
  const lines = [
    ...(told.stage === 'none' ? noLines : [hostLost]),
    ...(persistent !== undefined && told.holdsData ? [system(`host failed: the data in ${persistent.path} is lost`)] : noLines),
  ];
  told.pulled = false;
  told.holdsData = false;
  told.stage = 'none';
  return lines.length > 0 ? lines : [system('host failed')];
};

/**
 * What the start script of the platform's own images says: whether the persistent mount holds anything yet, and what it
 * starts because the environment tells it to (pod.ssh-keys, pod.jupyter).
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
