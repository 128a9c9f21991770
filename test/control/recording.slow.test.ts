import { describe, expect, test } from 'vitest';
import { later, worldStart } from '../../engine/kernel/time.ts';
import { definitionOfLog } from '../../engine/world/arguments.ts';
import { FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { runOf, worldOf } from '../support/worlds/worlds.ts';

describe('GET scenario', () => {
  test('returns the session so far, and playing it gives the same log', () => {
    const host = new FakeHost(worldOf());
    const { world } = host.desk();
    world.call(runOf('ep-a', { prompt: 'hi' }, 1_000));
    world.advance({ to: later(worldStart, 9_000) });
    const { scenario } = said(host.desk(), 'getScenario') as { readonly scenario: string };
    expect(scenario).toContain('{ at: 1s, act: run, with: { endpoint: ep-a, body: { input: { prompt: hi } } }');
    expect(said(host.desk(), 'runScenario', { body: { scenario } })).toMatchObject({ verdict: 'pass', fingerprint: world.fingerprint() });
  });

  test('is refused where a scenario cannot hold it', () => {
    const host = new FakeHost(definitionOfLog(worldOf({ settings: { job: { of: 'old' } as never } })));
    const why = 'a scenario has no words for world.settings.job: GET /_podsim/v1/log returns the whole log';
    expect(refusal(host.desk(), 'getScenario')).toStrictEqual([409, 'control.recording', why]);
  });

  test('is refused where the log is long', () => {
    const host = new FakeHost(worldOf({ settings: { worker: { imagePull: 0, start: 0 } } }));
    const { world } = host.desk();
    while (world.log.length <= 200_000) world.advance({ by: 1 });
    expect(refusal(host.desk(), 'getScenario')[2]).toMatch(/^the log has 200001 entries, and at most 200000 are recorded here: /);
  });
});
