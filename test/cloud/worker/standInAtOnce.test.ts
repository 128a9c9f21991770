import { isLeft } from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { finish } from '../../../engine/kernel/steps.ts';
import { standInText } from '../../../engine/scenario/standIn/handlerText.ts';
import { readWork } from '../../../engine/scenario/standIn/recordedWork.ts';
import { recordStandIn } from '../../../engine/scenario/standIn/recordStandIn.ts';
import { playedText } from '../../support/worlds/playing.ts';

/** A real worker that takes two, and then one by one while it still has the other. */
const twoAtOnce = `title: two at once
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: { external: {} } }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: { nth: 1 } } }, save: { one: id } }
  - { act: run, with: { endpoint: ep-a, body: { input: { nth: 2 } } }, save: { two: id } }
  - { act: run, with: { endpoint: ep-a, body: { input: { nth: 3 } } }, save: { three: id } }
  - { act: takeJobBatch, with: { endpoint: ep-a, worker: ep-a-w1, query: { batch_size: 2 } } }
  - { at: 4s, act: postOutput, with: { endpoint: ep-a, worker: ep-a-w1, job: $one, body: { output: 1 } } }
  - { act: takeJob, with: { endpoint: ep-a, worker: ep-a-w1 } }
  - { at: 6s, act: postOutput, with: { endpoint: ep-a, worker: ep-a-w1, job: $two, body: { output: 2 } } }
  - { at: 7s, act: postOutput, with: { endpoint: ep-a, worker: ep-a-w1, job: $three, body: { output: 3 } } }
`;

test('a stand-in runs as many at once as its real workers did, and each as long', () => {
  const { world } = playedText(twoAtOnce);
  const work = finish(readWork(world.log.entries()))?.get('ep-a');
  expect(work?.atOnce).toBe(2);
  const text = work && standInText('ep-a', work);
  if (text === undefined || isLeft(text)) throw new Error('no text');
  expect(text.right).toContain('A worker ran up to 2 at once.');
  expect(text.right).toMatch(/^ {2}concurrency: 2$/m);

  const recorded = recordStandIn(world.header, [...world.log.entries()]);
  if (isLeft(recorded)) throw new Error(recorded.left);
  const again = playedText(recorded.right).world;
  const endsIn = (one: typeof world) =>
    [...one.log.entries()].flatMap(({ at, event }) => (event.type === 'JobCompleted' ? [[at, event.output, event.executionTime]] : []));
  expect(endsIn(again)).toStrictEqual([
    [4_000, 1, 4_000],
    [6_000, 2, 6_000],
    [7_000, 3, 3_000],
  ]);
  expect(endsIn(again)).toStrictEqual(endsIn(world));
});
