import { kindOf } from '../entities.ts';
import type { PodEvent } from '../pod/events.ts';
import type { Pod } from '../pod/evolve.ts';
import type { PodStatus } from '../pod/lifecycle.ts';
import {
  creation,
  fromContainer,
  hostLost,
  type Narrator,
  noLines,
  pulling,
  removal,
  type Stage,
  start,
  system,
  type Written,
} from './logLines.ts';

/**
 * What a pod's container writes, and the platform around it. `pod` is the pod as it was before the first event told: a
 * new one for a whole log. Where the beginning has left memory, the pod as it is now comes close: events correct it.
 */
export const podNarrator = (pod: Pod): Narrator => {
  const told: Told = { container: pod.config.container, pulled: pod.pulled, stage: stages[pod.status] ?? 'none' };
  return (event) => (kindOf(event) === 'pod' && (event as PodEvent).podId === pod.id ? linesOf(told, event as PodEvent) : noLines);
};

interface Told {
  container: Pod['config']['container'];
  pulled: boolean;
  stage: Stage;
}

const stages: { readonly [Status in PodStatus]?: Stage } = { STARTING: 'created', RUNNING: 'up' };

const linesOf = (told: Told, event: PodEvent): readonly Written[] => {
  const { image } = told.container;
  switch (event.type) {
    case 'PodCreated':
      told.container = event.config.container;
      told.pulled = false;
      told.stage = 'none';
      return noLines;
    case 'PodUpdated':
      if (event.config.container.image !== image) told.pulled = false;
      told.container = event.config.container;
      return noLines;
    case 'PodStarting':
      told.stage = 'created';
      return creation(image, told.pulled);
    case 'PodPullTroubled':
      return [system(`pull image ${image}: ${event.pulls ? 'slow' : 'failed, trying again'}`)];
    case 'PodPullRestarted':
      return [pulling(image)];
    case 'PodStarted':
      told.pulled = true;
      told.stage = 'up';
      return [start(image), ...banner(told)];
    case 'PodRestarted':
      return [...removed(told, 'created'), ...creation(image, told.pulled)];
    case 'PodStopped':
    case 'PodTerminated':
      return removed(told, 'none');
    case 'PodFailed':
      if (event.reason === 'image') return [system(`pull image ${image}: failed`), ...removed(told, 'none')];
      told.pulled = false;
      told.stage = 'none';
      return [hostLost];
    case 'PodResumed':
    case 'PodRanked':
      return noLines;
  }
};

const removed = (told: Told, next: Stage): readonly Written[] => {
  const lines = removal(told.stage);
  told.stage = next;
  return lines;
};

/** What the start script of the platform's own images says; the environment tells it what to start (pod.ssh-keys, pod.jupyter). */
const banner = ({ container: { env } }: Told): readonly Written[] =>
  [
    'Pod Started',
    ...(env['PUBLIC_KEY'] === undefined ? [] : ['Setting up SSH...']),
    ...(env['JUPYTER_PASSWORD'] === undefined ? [] : ['Starting Jupyter Lab...']),
    'Start script(s) finished, pod is ready to use.',
  ].map(fromContainer);
