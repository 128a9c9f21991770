import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { World } from '../../../engine/world/world.ts';
import { RealWorkers } from '../serving/realWorkers.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from './worlds.ts';

/** The endpoint `ep-a`, whose jobs real workers take. */
export const withRealWorkers = worldOf({
  settings: { worker: { imagePull: 0, start: 500 } },
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 3 } }, { external: { scale: 1, timeoutMs: 120_000 } })],
});

/**
 * A minute or so in which real workers complete and fail jobs, after some time each; one is killed, a client cancels, and another asks again
 * for what has failed. Not all have ended when it is over.
 */
export const recordedStory = (seed: string): { readonly world: World; readonly jobs: readonly string[] } => {
  const choice = new Choice(seed, 'a story to record');
  const workers = new RealWorkers(new World({ ...withRealWorkers, seed }), 'ep-a');
  const { world } = workers;
  const jobs: string[] = [];
  const killedAt = choice.below(60);
  for (let step = 0; step < 60; step++) {
    if (choice.happens(1, 3)) jobs.push(jobIdOf(world.call(runOf('ep-a', { nth: choice.below(5) }))));
    workers.pass(1 + choice.below(1_500));
    const { running } = workers;
    if (running.length === 0) continue;
    const process = choice.of(running);
    if (step === killedAt) workers.kill(process, choice);
    else if (choice.happens(1, 2))
      workers.finish(process, choice.of([{ output: `at step ${step}` }, { output: 'the same' }, { error: 'no' }]));
    const failed = jobs.filter((id) => world.state.find('job', id)?.status === 'FAILED');
    if (failed.length > 0 && choice.happens(1, 3)) world.call(callOf('retry', { endpoint_id: 'ep-a', job_id: choice.of(failed) }));
    else if (jobs.length > 0 && choice.happens(1, 15))
      world.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: choice.of(jobs) }, { body: {} }));
  }
  return { world, jobs };
};
