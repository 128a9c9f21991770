import { describe, expect, test } from 'vitest';
import { callEntity } from '../../../engine/cloud/call/call.ts';
import { callLifecycle } from '../../../engine/cloud/call/lifecycle.ts';
import { jobEntity } from '../../../engine/cloud/job/job.ts';
import { allowEvent } from '../../../engine/kernel/decider.ts';
import {
  commands,
  completed,
  events,
  jobId,
  jobs,
  queue,
  queued,
  settings,
  started,
  startedWith,
  streamedOf,
} from '../../cloud/job/examples.ts';
import { commandMatrix, specification } from '../contract/specification.ts';
import { foldsAlike } from '../worlds/folding.ts';

/** Test helpers must fail when their claim is false. */
const given = specification(jobEntity, settings);

describe('a specification fails', () => {
  const lastChunk = given(queued, startedWith({ stream: { count: 2, everyMs: 1 } }), streamedOf(1)).when({ type: 'EndAttempt' });

  test.each([
    ['when an event is missing', () => lastChunk.then(completed)],
    ['when there is one too many', () => given(queued).when({ type: 'PurgeJob' }).then({ type: 'JobPurged', jobId }, completed)],
    ['when they come in another order', () => lastChunk.then(completed, streamedOf(2))],
    ['when a field differs', () => lastChunk.then(streamedOf(3), completed)],
    ['when a field is undefined instead of absent', () => lastChunk.then({ ...streamedOf(2), more: undefined } as never, completed)],
    ['when nothing happens, and something was to', () => given(queued).when({ type: 'DrainChunks' }).then(completed)],
    ['when the command is refused', () => given(queued, started).when(queue).then(queued)],
    ['when it is refused for another reason', () => given(queued).when(queue).thenRejected('unknown', 'job.run')],
    ['when it is refused by another rule', () => given(queued).when(queue).thenRejected('refused', 'job.retry')],
    ['when it is not refused', () => given().when(queue).thenRejected('refused', 'job.run')],
    ['when the past cannot have been', () => given(completed).when(queue)],
  ])('%s', (_, claim) => {
    expect(claim).toThrow();
  });

  test('when a rule is not in the rulebook', () => {
    const unruly = specification(
      {
        ...callEntity,
        decide: (_command, call) => allowEvent(callLifecycle, call, 'call.unheard-of', { type: 'CallAbandoned', callId: call.id }),
      },
      { edgeCut: 0 },
    );
    expect(() => unruly().when({ type: 'AnswerCall' }).thenRejected('unknown', 'call.unheard-of')).toThrow('rulebook');
  });

  test('and passes when the claim is true', () => {
    lastChunk.then(streamedOf(2), completed);
  });
});

test('a matrix wants one example of every status', () => {
  expect(() => commandMatrix(jobEntity, settings, commands, jobs.slice(1))).toThrow('one example a status');
});

describe('foldsAlike fails', () => {
  test('when an event has no example', () => {
    expect(() => foldsAlike(jobEntity, events.slice(1))).toThrow('one example an event');
  });

  test('when an event changes what others hold, too', () => {
    const shared: unknown[] = [];
    const leaky: typeof jobEntity = {
      ...jobEntity,
      initial: (id) => ({ ...jobEntity.initial(id), chunks: shared as never }),
      evolve: (job, event, at) => {
        jobEntity.evolve(job, event, at);
        if (event.type === 'JobQueued') shared.push('a chunk');
      },
    };
    expect(() => foldsAlike(leaky, events)).toThrow();
  });
});
