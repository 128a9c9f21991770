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

  test('is broken by a request that the server does not take as it is', async () => {
    const { world } = playedText(text);
    const entries = [...world.log.entries()].filter(({ event }) => event.type !== 'JobCompleted');
    const shorter = { ...world, header: world.header, sha256: world.sha256, log: { ...world.log, entries: () => entries.values() } };
    expect(await brokenOverHttp(shorter as unknown as World)).toMatch(/^sent over HTTP, /);
  });
});

describe('of the runs of an explorer', () => {
  const story: Story = { title: 't', steps: [{ act: 'createPod', with: { body: { name: 'p', image: 'a' } } }] };
  const run = (number: number, kind: Explored['kind'] = 'held'): Explored => ({
    run: number,
    kind,
    entries: 1,
    cells: ['a cell'],
    kept: { story, moments: [], entries: 1 },
    failures: [],
    properties: [],
  });

  test('every hundredth is sent over HTTP, and the others are what they were', async () => {
    const runs = [run(0), run(1), run(99), run(100), run(200, 'cut')];
    expect(await checkedOverHttp(runs)).toStrictEqual(runs);
  });
});
