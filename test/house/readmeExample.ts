import { parseScenario, play, timeline } from '../../engine/index.ts';

const parsed = parseScenario(
  'cancel.scenario.yaml',
  `
title: A running job is cancelled
world:
  endpoints: [{ id: ep-a, handler: { duration: { fixed: 1m } } }]
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }
  - { when: job $job is IN_PROGRESS, within: 5m, act: cancel, with: { endpoint: ep-a, job: $job } }
`,
  () => undefined,
);
if (parsed._tag === 'Left') throw new Error(parsed.left.map(({ line, message }) => `${line}: ${message}`).join('\n'));
const [scenario] = parsed.right;
if (scenario === undefined) throw new Error('the file asks for no run');

const { verdict, failures, world } = play(scenario);
console.log(verdict, failures, world.state.jobCounters.of('ep-a'));
console.log(timeline(world.log.entries()));
