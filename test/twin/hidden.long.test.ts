import { isLeft } from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { sha256 } from '../../adapters/store/sha256.ts';
import { problemText } from '../../engine/scenario/format/problem.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { parseScenario } from '../../engine/scenario/scenario.ts';
import { drawEndpoint } from './hidden/draw.ts';
import { playHidden } from './hidden/endpoint.ts';

// Where they agree to the millisecond, a recommendation that is wrong is wrong by what was fitted, and not by how it was played.
test.each([1, 2, 3, 4, 5, 6])('a hidden endpoint is played by the engine as by the plain loop, job by job (%i)', (number) => {
  const drawn = drawEndpoint(number);
  const [{ medianMs }] = drawn.starts as [(typeof drawn.starts)[number]];
  const start = Math.round(medianMs);
  const hidden = { ...drawn, days: 3, workersMax: 1 + (number % 4), starts: [{ medianMs: start, sigma: 0, share: 1 }] };
  const jobs = [...playHidden(hidden).jobs].sort((a, b) => a.submitted - b.submitted);
  const text = `title: hidden
world:
  settings: { worker: { imagePull: 0s, start: ${start}ms } }
  endpoints:
    - id: ep
      workers: { min: 0, max: ${hidden.workersMax}, idleTimeout: ${hidden.idleTimeoutMs / 1_000}s }
      scaling: { type: QUEUE_DELAY, queueDelay: ${hidden.queueDelayMs / 1_000}s }
      timeout: 1h
load:
  - with: { endpoint: ep, body: { input: {} } }
    trace: [${jobs.map(({ submitted }) => `${submitted}ms`).join(', ')}]
    durations: [${jobs.map(({ execution }) => `${execution}ms`).join(', ')}]
`;
  const parsed = parseScenario('hidden.scenario.yaml', text, () => undefined);
  if (isLeft(parsed)) throw new Error(parsed.left.map(problemText).join('\n'));
  const [scenario] = parsed.right;
  if (scenario === undefined) throw new Error('it is one run');
  const { world } = play({ ...scenario, spec: { ...scenario.spec, invariants: 'none' } }, { sha256, entriesMax: 1_000_000 });
  const queuedAt = new Map<string, number>();
  const delays: (readonly [number, number])[] = [];
  for (const { at, event } of world.log.entries()) {
    if (event.type === 'JobQueued') queuedAt.set(event.jobId, at);
    if (event.type === 'JobStarted') delays.push([queuedAt.get(event.jobId) ?? 0, at - (queuedAt.get(event.jobId) ?? 0)]);
  }
  expect(delays.sort(([one], [other]) => one - other)).toStrictEqual(jobs.map(({ submitted, delay }) => [submitted, delay]));
});
