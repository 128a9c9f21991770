import fc from 'fast-check';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../../adapters/cli/files.ts';
import { sha256 } from '../../adapters/store/sha256.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { seconds, type VirtualTime } from '../../engine/kernel/time.ts';
import { Choice } from '../../engine/lab/explorer/choice.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { record } from '../../engine/scenario/recording/record.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { World } from '../../engine/world/world.ts';
import { checkProperty } from '../support/checkProperty.ts';
import { everyNth, fewOrAll } from '../support/long.ts';
import { sequenceFor } from '../support/sequences/sequences.ts';
import { busyWorld, playBusily } from '../support/worlds/busyWorld.ts';
import { scenariosIn, scenariosOf } from '../support/worlds/playing.ts';
import { reread } from '../support/worlds/reread.ts';
import { worldAfter } from '../support/worlds/runSequence.ts';
import { callOf, endpointOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** Of the longest runs, only the beginning is recorded. */
const entriesMax = fewOrAll(200, 1_000_000);

/** Records a world's log as read from a file, and plays the recording. */
const playedAgain = (world: World) => {
  const text = record(JSON.parse(JSON.stringify(world.header)), reread(world), sha256);
  if (isLeft(text)) throw new Error(text.left);
  const [scenario] = scenariosOf(text.right);
  if (scenario === undefined) throw new Error('nothing was recorded');
  const run = play(scenario, { sha256 });
  return { wrong: [...run.failures, ...run.unfired], fingerprint: run.world.fingerprint(), text: text.right };
};

describe('what was recorded plays to exactly the same log', () => {
  test.each(everyNth(scenarioFiles(['scenarios']), 5))('of %s', (file) => {
    const [scenario] = scenariosIn(file);
    if (scenario === undefined) throw new Error(`${file} has no run`);
    const { world } = play(scenario, { sha256, entriesMax });
    const { wrong, fingerprint } = playedAgain(world);
    expect(wrong).toStrictEqual([]);
    expect(fingerprint).toBe(world.fingerprint());
  });

  test('of a world in which every event occurs, and clients disconnect while they wait', () => {
    const world = new World(busyWorld());
    playBusily(world);
    const { wrong, fingerprint, text } = playedAgain(world);
    expect(wrong).toStrictEqual([]);
    expect(fingerprint).toBe(world.fingerprint());
    expect(text.match(/leave: call-\d+/g)?.length).toBeGreaterThan(4);
    expect(text).toContain('webhooks:\n  - https://hooks.example.com\n');
  });

  test('of a client that disconnects later than anything else happened, as the clock of a server has it', () => {
    const external = endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { external: { scale: 1, timeoutMs: 600_000 } });
    const world = new World(worldOf({ endpoints: [external] }));
    world.advance({ by: seconds(0) });
    const poll = world.call(callOf('jobStop', { endpoint_id: 'ep-a', worker: 'ep-a-w1' }));
    world.runUntil((world.now + 700) as VirtualTime);
    expect('held' in poll && world.abandon(poll.held)).toBe(true);
    expect(rerun(world.header, world.log.entries(), { sha256 }).fingerprint()).toBe(world.fingerprint());
    const { wrong, fingerprint, text } = playedAgain(world);
    expect(wrong).toStrictEqual([]);
    expect(fingerprint).toBe(world.fingerprint());
    expect(text).toMatch(/at: \S+, leave: call-1/);
  });

  test('of any sequence of operations; and so does a rerun of its log as read from a file', () => {
    checkProperty(
      fc.property(fc.nat(), (number) => {
        const world = worldAfter(sequenceFor(new Choice(String(number), 'sequence')));
        expect(rerun(world.header, reread(world), { sha256 }).fingerprint()).toBe(world.fingerprint());
        const { wrong, fingerprint, text } = playedAgain(world);
        expect(wrong, text).toStrictEqual([]);
        expect(fingerprint, text).toBe(world.fingerprint());
      }),
      fewOrAll(10, 150),
    );
  });
});

describe('a body with its keys in another order than the log stores', () => {
  const world = new World(worldOf({ settings: { job: { unknownKeys: 'refuse' }, worker: { imagePull: 0, start: 0 } } }));
  const put = (operation: string, params: Record<string, string>, body: Json, isControl = false) => {
    const client = isControl ? ({ key: null, because: 'operator' } as const) : { key: 'key-of-alice' };
    const reply = world.call({ operation, client, request: { params, query: {}, body } });
    return 'answer' in reply ? (reply.answer.body as { readonly errors?: readonly string[] }) : {};
  };
  const gpu = { id: 'NVIDIA GeForce RTX 4090' };
  const refusals = [
    put('run', { endpoint_id: 'ep-a' }, { input: {}, zeta: 1, alpha: 2 }),
    put('createPod', {}, { name: 'p', image: 'i', env: { B: 1, A: 2 }, gpu }),
    put('createKey', {}, { permissions: { queue: 'read', bogus: 'x', abc: 'y' } }, true),
  ].map(({ errors }) => errors);
  put('setHandler', { id: 'ep-a' }, { chances: { hang: '1/10', fail: '1/4', crash: '1/8' } }, true);
  for (let k = 0; k < 20; k++) world.call(runOf('ep-a', { k }, 1_000 * k));
  world.advance({ by: 60_000 });

  test('is refused in one order, whichever it was sent in', () => {
    expect(refusals).toStrictEqual([
      ["$: additional properties 'alpha', 'zeta' not allowed"],
      ['$.env.A: got number, want string; write it as text, in quotes', '$.env.B: got number, want string; write it as text, in quotes'],
      ["$.permissions: additional properties 'abc', 'bogus' not allowed"],
    ]);
  });

  test('gives the same log again, random outcomes included', () => {
    expect(rerun(world.header, reread(world)).fingerprint()).toBe(world.fingerprint());
    expect(playedAgain(world).fingerprint).toBe(world.fingerprint());
  });
});
