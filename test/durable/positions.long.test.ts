import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../adapters/store/sha256.ts';
import { kinds } from '../../engine/cloud/entities.ts';
import type { State } from '../../engine/cloud/state/state.ts';
import { canonicalText } from '../../engine/kernel/canonical.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { hours, minutes } from '../../engine/kernel/time.ts';
import { stateAt } from '../../engine/world/history/rewind.ts';
import { World } from '../../engine/world/world.ts';
import { fewOrAll } from '../support/long.ts';
import { callOf, endpointOf, worldOf } from '../support/worlds/worlds.ts';

const seed = Number(process.env['PODSIM_LAW_SEED'] ?? 1);

/** A digest of all entities of a state. */
const digest = (state: State): string => sha256(canonicalText(kinds.map((kind) => [...state.all(kind)])));

const positionsWanted = fewOrAll(25, 100);

test('a replay has, at many positions of a log of 100,000 entries, the state of the world at that time', () => {
  const world = new World(
    worldOf({
      settings: { account: { runPerWindow: 1_000_000 }, job: { retentionRun: minutes(1) } },
      endpoints: [
        endpointOf(
          'ep-a',
          { workers: { min: 1, max: 40 } },
          { duration: { kind: 'uniform', fromMs: 1_000, toMs: 9_000 }, outcomes: ['complete', 'fail', 'crash'] },
        ),
      ],
    }),
    { invariants: false },
  );
  const positions: { readonly seq: number; readonly digest: string }[] = [];
  const wanted = fc.sample(fc.integer({ min: 1, max: 100_000 }), { numRuns: positionsWanted, seed }).sort((a, b) => a - b);
  for (let n = 0; world.log.length < 100_000; n++) {
    world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: { n } } }));
    world.advance({ by: 400 + (n % 7) * 50 });
    while (wanted[0] !== undefined && wanted[0] <= world.log.length) {
      wanted.shift();
      positions.push({ seq: world.log.length, digest: digest(world.state) });
    }
  }
  expect(positions.length).toBeGreaterThan(0.95 * positionsWanted);
  expect(world.now).toBeGreaterThan(hours(1));
  const history = { header: world.header, log: world.log, now: world.now };
  for (const { seq, digest: live } of positions)
    expect(digest(finish(stateAt(history, seq))), `after entry ${seq}, PODSIM_LAW_SEED=${seed}`).toBe(live);
});
