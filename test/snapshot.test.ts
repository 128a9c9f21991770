import { deserialize, serialize } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../adapters/cli/files.ts';
import { playInputs } from '../engine/rerun.ts';
import { historyOf } from '../engine/rewind.ts';
import { play } from '../engine/scenario/play.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import { World, type WorldSnapshot } from '../engine/world.ts';
import { scenariosIn } from './support/playing.ts';

/** What an adapter does with a snapshot: bytes, and back, identities kept. */
const stored = (snapshot: WorldSnapshot): WorldSnapshot => deserialize(serialize(snapshot)) as WorldSnapshot;

const scenarios = scenarioFiles(['scenarios']).map((file) => [file, scenariosIn(file)[0] as Scenario] as const);

describe('a world that goes on from a snapshot', () => {
  test.each(scenarios)('comes to the same log: %s', (_name, scenario) => {
    const { world } = play(scenario);
    const entries = [...world.log.entries()];
    const inputs = entries.filter(({ event }) => ['InputReceived', 'ClockAdvanced', 'CallerLeft'].includes(event.type));
    for (const share of [0.3, 0.7]) {
      const cut = inputs[Math.floor(inputs.length * share)]?.seq ?? 1;
      const before = new World(scenario.definition);
      playInputs(before, entries.slice(0, cut - 1));
      const snapshot = stored(before.snapshot());
      const past = entries.slice(0, snapshot.seq);
      const after = new World(scenario.definition, {}, { snapshot, past: historyOf(world.header, past).log });
      playInputs(after, entries.slice(cut - 1));
      expect(after.fingerprint()).toBe(world.fingerprint());
    }
  });
});
