import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { checkAllOverHttp, checkOverHttp } from '../../../adapters/explorer/lawOverHttp.ts';
import { WorldHost } from '../../../adapters/host/world/worldHost.ts';
import { type Explored, type ExploreReport, exploreReportSchema, type Story } from '../../../engine/lab/explorer/index.ts';
import { World } from '../../../engine/world/world.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { playedText, scenarioText, submit } from '../../support/worlds/playing.ts';
import { runOf, worldOf } from '../../support/worlds/worlds.ts';

const text = scenarioText(
  `steps:\n  - ${submit}\n  - { delay: 1m, act: cancel, with: { endpoint: ep-a, job: none } }\n  - { act: runsync, with: { endpoint: ep-a, body: { input: {} } } }\n`,
  ', handler: { duration: { fixed: 5s } }',
);

const broken = (): World => {
  const world = new World(worldOf(), { handlers: { 'ep-a': () => ({ runsMs: 7, ending: 'complete' }) } });
  world.call(runOf('ep-a', {}, 0));
  world.advance({ untilIdle: true });
  return world;
};

describe('the law over HTTP', () => {
  test('holds of a run: its inputs, sent as requests, give the same log', async () => {
    const { world } = playedText(text);
    expect(world.log.length).toBeGreaterThan(10);
    expect(await checkOverHttp(world)).toBeUndefined();
  });

  test('holds of a run whose answers are lost or cut: no client is there to miss them', async () => {
    const faults =
      'faults: [{ fault: answer-cut, window: { from: 0s, to: 50s } }, { fault: answer-lost, window: { from: 50s, to: 1h } }]\n';
    const { world } = playedText(`${text}${faults}`);
    expect(await checkOverHttp(world)).toBeUndefined();
  });

  test('holds of a run whose last input takes many turns, as on a busy machine', async () => {
    const jobs = Array.from({ length: 200 }, () => `  - ${submit}\n`).join('');
    const { world } = playedText(scenarioText(`steps:\n${jobs}  - { act: purgeQueue, with: { endpoint: ep-a } }\n`));
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    expect(await checkOverHttp(world)).toBeUndefined();
    clock.mockRestore();
  });

  test('is broken by a run that the server plays in another way', async () => {
    expect(await checkOverHttp(broken())).toMatch(/^sent over HTTP, the log differs: entry \d+ is another JobStarted$/);
  });

  test('is broken by a request that the server answers in another way', async () => {
    const { world } = playedText(text);
    const strange = [...world.log.entries()].map((entry) =>
      entry.event.type === 'InputReceived' ? { ...entry, event: { ...entry.event, client: { digest: 'f'.repeat(32) } } } : entry,
    );
    const { header, sha256 } = world;
    const run = { header, sha256, log: { entries: () => strange.values() } } as unknown as World;
    expect(await checkOverHttp(run)).toMatch(/^sent over HTTP, the log differs: entry \d+ is the end instead of WorkerReady$/);
  });
});

describe('of the runs of an explorer', () => {
  const story: Story = { title: 't', steps: [{ act: 'createPod', with: { body: { name: 'p', image: 'a' } } }] };
  const run = (number: number, kind: Explored['kind'] = 'held'): Explored => ({
    run: number,
    kind,
    entries: 1,
    cells: ['a cell'],
    times: [],
    kept: { story, moments: [], places: {}, hosts: [], seen: [], entries: 1 },
    failures: [],
    properties: [],
  });

  test('every hundredth is sent over HTTP, and the others are what they were', async () => {
    const runs = [run(0), run(1), run(99), run(100), run(200, 'cut')];
    expect(await checkAllOverHttp(runs)).toStrictEqual(runs);
  });
});

describe('a failure of this law that an explorer finds', () => {
  const folder = new Folder();
  const file = folder.write('several.scenario.yaml', text);

  test('is shortened like any other, and its file fails alone while the server plays it in another way', async () => {
    const { serve } = WorldHost.prototype;
    const other = vi.spyOn(WorldHost.prototype, 'serve').mockImplementation(function (this: WorldHost, id, making, clock) {
      return serve.call(this, id, (onChange) => new World({ ...making(onChange).header.definition, seed: 'another' }, { onChange }), clock);
    });
    const { code, out } = await podsim('explore', file, '--runs', '1', '--out', folder.at('found'), '--reporter', 'json', '--jobs', '1');
    const [failure] = (exploreReportSchema.parse(JSON.parse(out)) as ExploreReport).failures;
    const found = String(failure?.file);
    expect(code).toBe(1);
    expect(failure).toMatchObject({
      property: 'law http',
      words: expect.stringMatching(/^sent over HTTP, /),
      shortened: 'fully',
    });
    // The story that broke it has ten steps or more.
    expect(failure?.steps).toBeLessThanOrEqual(1);
    expect(failure?.inevitable).toBeUndefined();
    expect(readFileSync(found, 'utf8')).toContain('# needed');
    expect((await podsim('run', found)).code).toBe(1);
    other.mockRestore();
    expect((await podsim('run', found)).code).toBe(0);
  });
});
