import { describe, expect, test } from 'vitest';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { rerun } from '../../../engine/world/history/rerun.ts';
import { World } from '../../../engine/world/world.ts';
import { fewOrAll } from '../../support/long.ts';
import { RealWorkers } from '../../support/serving/realWorkers.ts';
import { callOf, endpointOf, eventTypes, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const kills = fewOrAll(60, 200);
const lost = 'job timed out after 1 retries';

const definition = worldOf({
  settings: { worker: { imagePull: 0, start: 500 } },
  endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 3 } }, { external: { scale: 1, timeoutMs: 120_000 } })],
});

/** A minute or so of work by real workers, one of which is killed at some moment; then time enough for all to end. */
const storyOf = (seed: string) => {
  const choice = new Choice(seed, 'a story of real workers');
  const workers = new RealWorkers(new World({ ...definition, seed }), 'ep-a');
  const { world } = workers;
  const jobs: string[] = [];
  const killedAt = choice.below(40);
  for (let step = 0; step < 40; step++) {
    if (choice.happens(1, 4)) jobs.push(jobIdOf(world.call(runOf('ep-a', { nth: jobs.length }))));
    workers.pass(choice.below(2_500));
    const { running } = workers;
    if (running.length === 0) continue;
    const process = choice.of(running);
    if (step === killedAt) workers.kill(process, choice);
    else if (choice.happens(1, 2)) workers.finish(process, choice.of([{ output: step }, { error: 'no' }, { output: step, stopPod: true }]));
    else if (choice.happens(1, 4) && process.held === undefined) workers.take(process, 1 + choice.below(3));
    else if (choice.happens(1, 6) && process.jobs.length > 0) process.jobs.pop();
    else if (choice.happens(1, 6) && jobs.length > 0)
      world.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: choice.of(jobs) }, { body: {} }));
    if (choice.happens(1, 6) && workers.posted.length > 0) workers.post(process.worker, choice.of(workers.posted).job, { output: 'again' });
  }
  const isUnderWay = () => jobs.some((id) => ['IN_QUEUE', 'IN_PROGRESS'].includes(world.state.find('job', id)?.status ?? ''));
  for (let second = 0; second < 400 && isUnderWay(); second++) {
    workers.pass(1_000);
    for (const process of workers.running) workers.finish(process, { output: 'at last' });
  }
  return { world, workers, jobs };
};

describe('a worker that is killed at any moment', () => {
  test(`loses no job silently, ${kills} times`, () => {
    const endings = new Map<string, number>();
    for (let k = 1; k <= kills; k++) {
      const { world, jobs } = storyOf(`kill-${k}`);
      for (const id of jobs) {
        const job = world.state.find('job', id);
        const ending = `${job?.status}${job?.error === lost ? ', lost' : ''}`;
        expect(['COMPLETED', 'FAILED', 'FAILED, lost', 'CANCELLED'], `kill-${k}: ${id} after ${world.log.length} entries`).toContain(
          ending,
        );
        endings.set(ending, (endings.get(ending) ?? 0) + 1);
      }
      for (const worker of world.state.all('worker'))
        expect([worker.id, worker.jobId, worker.otherJobs]).toStrictEqual([worker.id, null, []]);
    }
    // The stories show every ending, and often a job that was lost, and given to a worker again.
    expect([...endings.keys()].sort()).toStrictEqual(['CANCELLED', 'COMPLETED', 'FAILED', 'FAILED, lost']);
  });

  test('leaves a log that reruns without any worker', () => {
    const met = new Set<string>();
    for (let k = 1; k <= 10; k++) {
      const { world } = storyOf(`kill-${k}`);
      for (const type of eventTypes(world)) met.add(type);
      expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
    }
    expect([...met]).toEqual(expect.arrayContaining(['WorkerReported', 'WorkerEndedJob', 'JobRequeued']));
  });
});
