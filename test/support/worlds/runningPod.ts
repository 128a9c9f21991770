import type { StateOf } from '../../../engine/cloud/entities.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, jobIdOf, worldOf } from './worlds.ts';

/** A pod that runs, as a world has it. */
export const runningPod = (): StateOf<'pod'> => {
  const world = new World(worldOf({ settings: { pod: { imagePull: 0, start: 0 } } }));
  const id = jobIdOf(world.call(callOf('createPod', {}, { body: { name: 'p', image: 'an-image', gpu: { id: 'NVIDIA L4' } } })));
  world.advance({ by: 600_000 });
  const pod = world.state.find('pod', id);
  if (pod?.status !== 'RUNNING') throw new Error('the pod does not run');
  return structuredClone(pod);
};
