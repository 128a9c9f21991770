import { describe, expect, test, vi } from 'vitest';
import { WorldHost } from '../../../adapters/host/world/worldHost.ts';
import { later } from '../../../engine/kernel/time.ts';
import { textOfFound } from '../../../engine/lab/explorer/index.ts';
import type { Invariant } from '../../../engine/simulator/invariants.ts';
import { World } from '../../../engine/world/world.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { untilDoneWith } from '../../support/worlds/withInvariant.ts';

const folder = new Folder();
const story = {
  world: { endpoints: [{ id: 'ep-a' }] },
  steps: [
    { act: 'run', with: { endpoint: 'ep-a', body: { input: {} } }, save: { job: 'id' } },
    { delay: '1m', act: 'status', with: { endpoint: 'ep-a', job: '$job' } },
  ],
};
const found = (property: string): string =>
  folder.write(`${property.replaceAll(' ', '-')}.scenario.yaml`, textOfFound(story, { property, words: 'as it was found', shape: '' }));

const noneStarts: Invariant = {
  name: 'no job starts',
  about: 'no job ever starts',
  broken: ({ event }) => (event.type === 'JobStarted' ? 'a job started' : undefined),
};

describe('a found file fails alone, with exit code 1', () => {
  const invariantFile = found('no job starts');

  test('while the invariant does not hold, with words and place; and passes when it does again', async () => {
    await untilDoneWith(noneStarts, async () => {
      const { code, out, err } = await podsim('run', invariantFile);
      expect(out).toMatch(
        /no-job-starts\.scenario\.yaml:\d+:\d+: invariants: no job starts: a job started \(entry \d+\) \(JobStarted, entry \d+, 00:00:\d\d/,
      );
      expect([code, err]).toStrictEqual([1, '']);
    });
    expect((await podsim('run', invariantFile)).code).toBe(0);
  });

  test('with the log up to there, in every view of the run', async () => {
    await untilDoneWith(noneStarts, async () => {
      expect((await podsim('run', invariantFile, '--timeline')).out).toContain('JobStarted');
      const [run] = JSON.parse((await podsim('run', invariantFile, '--reporter', 'json')).out).runs;
      expect(run).toMatchObject({ verdict: 'fail', failures: [expect.stringContaining('no job starts: a job started')] });
      expect(run.events).toBeGreaterThan(5);
      expect((await podsim('run', invariantFile, '--page', folder.at('pages'))).code).toBe(1);
      expect((await podsim('explain', invariantFile, 'job-1')).out).toContain('IN_PROGRESS');
    });
  });

  test('while an error is thrown that is no violation', async () => {
    const file = found('ends without an error');
    const abandoning = vi.spyOn(World.prototype, 'call').mockImplementation(() => {
      throw new TypeError('x is not a function');
    });
    const { code, out } = await podsim('run', file);
    abandoning.mockRestore();
    expect(out).toContain('invariants: an error is thrown: x is not a function');
    expect(code).toBe(1);
  });

  test('while a law does not hold, and passes when it does again', async () => {
    const file = found('law rerun');
    const { callInSteps } = World.prototype;
    // Calls come a second later when the log is played again.
    const late = vi.spyOn(World.prototype, 'callInSteps').mockImplementation(function (this: World, given, onAnswer) {
      return callInSteps.call(this, { ...given, at: later(given.at ?? this.now, 1_000) }, onAnswer);
    });
    const { code, out } = await podsim('run', file);
    late.mockRestore();
    expect(out).toMatch(/law-rerun\.scenario\.yaml:\d+:\d+: properties\.0: played again, the log differs: entry \d+ is /);
    expect(code).toBe(1);
    expect((await podsim('run', file)).code).toBe(0);
  });

  test('while the law over HTTP does not hold', async () => {
    const file = found('law http');
    expect(await podsim('run', file)).toMatchObject({ code: 0 });
    const { serve } = WorldHost.prototype;
    const other = vi.spyOn(WorldHost.prototype, 'serve').mockImplementation(function (this: WorldHost, id, making, clock) {
      return serve.call(this, id, (onChange) => new World({ ...making(onChange).header.definition, seed: 'another' }, { onChange }), clock);
    });
    const { code, out } = await podsim('run', file);
    other.mockRestore();
    expect(out).toMatch(/law-http\.scenario\.yaml:\d+:\d+: properties\.0: sent over HTTP, the log differs: entry \d+ is /);
    expect(code).toBe(1);
  });

  test('while the world cannot even begin', async () => {
    await untilDoneWith(
      { name: 'no endpoint', about: '', broken: ({ kind }) => (kind === 'endpoint' ? 'an endpoint' : undefined) },
      async () => {
        const { code, out } = await podsim('run', invariantFile);
        expect(out).toContain('invariants: no endpoint: an endpoint (entry ');
        expect(code).toBe(1);
      },
    );
  });
});

test('a file that does not ask for invariants shows a fault of podsim, as before, with exit code 70', async () => {
  const file = folder.write(
    'usual.scenario.yaml',
    textOfFound(story, { property: 'x', words: '', shape: '' }).replace('invariants: all\n', ''),
  );
  await untilDoneWith(noneStarts, async () => {
    const { code, err } = await podsim('run', file);
    expect(err).toContain('our fault, not yours: an invariant does not hold: no job starts');
    expect(code).toBe(70);
  });
});
