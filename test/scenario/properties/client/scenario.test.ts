import { describe, expect, test } from 'vitest';
import { playedText } from '../../../support/worlds/playing.ts';

const failuresOf = (steps: string, property: string): readonly string[] => {
  const world = 'world: { endpoints: [{ id: ep, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 30s } } }] }';
  return playedText(`title: a client\n${world}\nsteps:\n${steps}\nproperties: [{ client: ${property} }]\n`).failures;
};

const run = '  - { act: run, with: { endpoint: ep, body: { input: {} } }, save: { job: id } }';
const runsync = '  - { act: runsync, with: { endpoint: ep, query: { wait: 1000 }, body: { input: {} } }, save: { job: id } }';

describe('a property of clients in a scenario', () => {
  test('is checked of the calls that its steps make, also of those that leave no entry in the log', () => {
    expect(failuresOf(runsync, 'terminal-is-terminal')).toEqual([
      expect.stringMatching(/properties\.0.* call 1 \(POST \/v2\/ep\/runsync at 00:00:00\.000\) said that \S+ is IN_(QUEUE|PROGRESS)/),
    ]);
    const polled = `${runsync}\n  - { delay: 5s, act: status, with: { endpoint: ep, job: $job } }`;
    expect(failuresOf(polled, 'terminal-is-terminal')).toEqual([expect.stringContaining('call 2 (GET /v2/ep/status/')]);
    const followed = `${runsync}\n  - { delay: 1m, act: status, with: { endpoint: ep, job: $job } }`;
    expect(failuresOf(followed, 'terminal-is-terminal')).toEqual([]);
  });

  test('is judged by what stands at the end', () => {
    expect(failuresOf(run, 'jobs-accounted-for')).toEqual([expect.stringContaining('returned without knowing its end')]);
    expect(failuresOf(`${run}\n  - { act: cancel, with: { endpoint: ep, job: $job } }`, 'jobs-accounted-for')).toEqual([]);
    const pod = '  - { act: createPod, with: { body: { name: p, image: a, gpu: { id: NVIDIA L4 } } }, save: { pod: id } }';
    expect(failuresOf(pod, 'no-orphans')).toEqual([expect.stringContaining('which still exists')]);
    expect(failuresOf(`${pod}\n  - { act: deletePod, with: { pod: $pod } }`, 'no-orphans')).toEqual([]);
  });

  test('takes an answer for lost where it says so, and what the operator does for no call of the client', () => {
    const named = run.replace('{ act', '{ name: submit, act');
    const operator =
      '  - { act: injectFault, with: { body: { fault: api-error, match: { operation: listPods }, limit: 1 } } }\n  - { act: clearFaults }';
    const failures = (more: string) => failuresOf(`${operator}\n${named}\n  - { delay: 1m, act: listPods }`, `jobs-accounted-for${more}`);
    expect(failures(", lost: { submit: 'the connection broke' }")).toEqual([
      expect.stringMatching(/call 1 \(POST \/v2\/ep\/run at 00:00:00\.000\) got no answer \(the connection broke\), but it submitted/),
    ]);
    expect(failures('')).toEqual([expect.stringMatching(/call 1 .* the last it heard is IN_QUEUE/)]);
  });

  test('sees what the platform says of limits', () => {
    const failures = (pause: string) =>
      playedText(`
title: a client
world: { endpoints: [{ id: ep }], settings: { account: { runPerWindow: 1 } } }
steps:
  - { act: run, with: { endpoint: ep, body: { input: {} } } }
  - { act: run, with: { endpoint: ep, body: { input: {} } }, expect: { status: 429 } }
  - { delay: ${pause}, act: run, with: { endpoint: ep, body: { input: {} } }, expect: { status: { gte: 200 } } }
properties: [{ client: obeys-retry-after }]
`).failures;
    expect(failures('2s')).toEqual([expect.stringContaining('Wait as long as Retry-After says')]);
    expect(failures('20s')).toEqual([]);
  });
});
