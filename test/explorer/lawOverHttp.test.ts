import { describe, expect, test } from 'vitest';
import { brokenOverHttp, checkedOverHttp } from '../../adapters/explorer/lawOverHttp.ts';
import type { Explored, Story } from '../../engine/explorer/index.ts';
import { World } from '../../engine/world.ts';
import { playedText, scenarioText, submit } from '../support/playing.ts';
import { runOf, worldOf } from '../support/worlds.ts';

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
    expect(await brokenOverHttp(world)).toBeUndefined();
  });

  test('is broken by a run that the server plays in another way', async () => {
    expect(await brokenOverHttp(broken())).toMatch(/^sent over HTTP, the log differs: entry \d+ is another JobStarted$/);
  });

  test('is broken by a request that the server answers in another way', async () => {
    const { world } = playedText(text);
    const strange = [...world.log.entries()].map((entry) =>
      entry.event.type === 'InputReceived' ? { ...entry, event: { ...entry.event, client: { key: 'no such key' } } } : entry,
    );
    const { header, sha256 } = world;
    const run = { header, sha256, log: { entries: () => strange.values() } } as unknown as World;
    expect(await brokenOverHttp(run)).toMatch(/^sent over HTTP, the log differs: entry \d+ is ClockAdvanced instead of InputReceived$/);
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
    expect(await checkedOverHttp(runs)).toStrictEqual(runs);
  });
});
