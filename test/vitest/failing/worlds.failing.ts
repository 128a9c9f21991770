import { describe, expect } from 'vitest';
import { test } from '../../../adapters/vitest/index.ts';

const input = { body: { input: { prompt: 'hi' } } };

describe('a world', () => {
  test.override({
    worldOptions: {
      seed: 'of-the-failing-test',
      world: { endpoints: [{ id: 'ep' }], settings: { worker: { imagePull: '10s', start: '2s' } } },
    },
  });

  test('has a job that (never) ends', async ({ world }) => {
    await world.call.run({ endpoint_id: 'ep', ...input });
    await world.advance('5s');
    expect(world).toHaveEmitted('JobCompleted');
  });

  test('is waited for in vain', async ({ world }) => {
    await world.call.runsync({ endpoint_id: 'ep', ...input });
  });

  test('is as it should be', async ({ world }) => {
    await world.call.run({ endpoint_id: 'ep', ...input });
    expect(world).toHaveEmitted('JobQueued');
  });
});
