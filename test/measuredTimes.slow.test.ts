import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../adapters/cli/files.ts';
import { sha256 } from '../adapters/store/sha256.ts';
import { checkLaw, laws } from '../engine/scenario/laws/laws.ts';
import { play } from '../engine/scenario/play/play.ts';
import { everyNth, fewOrAll } from './support/long.ts';
import { withMeasuredTimes } from './support/measured.ts';
import { scenariosIn } from './support/worlds/playing.ts';

/** Of the longest runs, only the beginning. */
const entriesMax = fewOrAll(300, 20_000);

/** Those whose endpoints work: the times of other things were hardly measured. */
const files = everyNth(
  ['workers', 'jobs', 'queue', 'scaling', 'streaming'].flatMap((folder) => scenarioFiles([`scenarios/${folder}`])),
  5,
);

describe('under measured times', () => {
  const seen = new Map<string, number>();

  // Every invariant is checked after each entry: one that does not hold throws.
  test.each(files)('every invariant and every law holds: %s', { timeout: 600_000 }, (file) => {
    const [scenario] = scenariosIn(file);
    if (scenario === undefined) throw new Error(`${file} has no run`);
    const { world } = play(withMeasuredTimes(scenario), { sha256, entriesMax });
    for (const { event } of world.log.entries()) seen.set(event.type, (seen.get(event.type) ?? 0) + 1);
    for (const law of laws) expect(checkLaw(law, world), law.name).toBeUndefined();
  });

  test('workers slept, and were woken', () => {
    expect(seen.get('WorkerSlept') ?? 0).toBeGreaterThan(4);
    expect(seen.get('WorkerWoken') ?? 0).toBeGreaterThan(2);
  });
});
