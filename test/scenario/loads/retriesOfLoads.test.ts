import { expect, test } from 'vitest';
import { scenariosOf } from '../../support/worlds/playing.ts';

/** What the clients of a load do again, and no file writes. */

test('a fault on the retries of jobs strikes something', () => {
  const [scenario] = scenariosOf(`title: x
world: { endpoints: [{ id: ep-a }] }
faults: [{ fault: api-error, limit: 1, match: { operation: retry } }]
load: [{ with: { endpoint: ep-a, body: { input: {} } }, burst: { size: 1 }, onFailure: { retry: job } }]`);
  expect(scenario?.findings).toStrictEqual([]);
});
