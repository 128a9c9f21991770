import { expect, test } from 'vitest';
import { entriesOf, playedText, problemsOf } from '../support/worlds/playing.ts';

// The platform makes ids of letters and digits in any order, and clients have them in their code.
const id = '4xk2abcdef12ab';
const text = `title: an endpoint as the platform names it
world:
  settings: { worker: { imagePull: 0s, start: 1s } }
  templates: [{ id: 30zmvf89kd, image: a/b, serverless: true }]
  endpoints: [{ id: ${id}, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 2s } } }]
faults: [{ fault: api-error, status: 503, match: { operation: run, endpoint: ${id} }, limit: 1 }]
steps:
  - { act: run, with: { endpoint: ${id}, body: { input: {} } }, expect: { status: 503 } }
  - { act: run, with: { endpoint: ${id}, body: { input: {} } }, save: { job: id } }
  - { act: status, when: job $job is COMPLETED, within: 1m, with: { endpoint: ${id}, job: $job }, expect: { status: 200 } }
assert:
  - { count: WorkerTookJob, where: { workerId: ${id}-w1 }, is: 1 }
  - { metric: delayTime, of: ${id}, max: 1s }
`;

test('an endpoint whose id begins with a digit runs jobs, is met by faults, and is measured', () => {
  expect(problemsOf(text)).toStrictEqual([]);
  const run = playedText(text);
  expect(run.failures).toStrictEqual([]);
  expect(entriesOf(run).map(({ event }) => ('workerId' in event ? event.workerId : undefined))).toContain(`${id}-w1`);
});
