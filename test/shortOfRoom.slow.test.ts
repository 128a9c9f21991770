import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readerFor, scenarioFiles } from '../adapters/cli/files.ts';
import { sha256 } from '../adapters/store/sha256.ts';
import { gpuPools } from '../engine/cloud/catalog/gpuPools.ts';
import type { Json } from '../engine/kernel/canonical.ts';
import type { UsedHost } from '../engine/lab/explorer/corpus/corpus.ts';
import { storyToVary } from '../engine/lab/explorer/index.ts';
import { judgeStory } from '../engine/lab/explorer/outcome.ts';
import { listSteps, type Story } from '../engine/lab/explorer/story.ts';
import { giveTiming } from '../engine/scenario/file/giveTiming.ts';
import { everyNth, fewOrAll } from './support/long.ts';

type Fields = { readonly [key: string]: Json };

const files = everyNth(
  ['pods', 'clusters'].flatMap((folder) => scenarioFiles([`scenarios/${folder}`])),
  fewOrAll(8, 1),
);

const bounds = (file: string) => ({ file, read: readerFor(file), sha256, entriesMax: fewOrAll(2_000, 20_000), laws: fewOrAll(0, 1) === 1 });

/** An endpoint for each sort of GPU, whose workers take what room is left, sleep there, and are woken once in a while. */
const tenantsOn = (hosts: readonly UsedHost[]) =>
  [...new Set(hosts.flatMap(({ host }) => host['gpu'] ?? []))].flatMap((gpu) => {
    const pool = gpuPools.find(({ gpuTypes }) => gpuTypes.includes(String(gpu)));
    return pool === undefined ? [] : [{ id: `ep-tenant-${pool.id.toLowerCase().replaceAll('_', '-')}`, pools: [pool.id] }];
  });

/** The story with no more hosts than it used, which have as much as its largest pod wants, beside workers that sleep. Nothing is expected of it. */
const crowd = (story: Story, used: readonly UsedHost[]): Story => {
  const world = (story['world'] ?? {}) as Fields;
  const settings = (world['settings'] ?? {}) as Fields;
  const tenants = tenantsOn(used);
  const hosts = used.map(({ host, most }) => ({
    ...host,
    ...(host['gpu'] === undefined ? { vcpus: most } : { gpus: Math.min(64, 2 * most) }),
  }));
  return {
    ...story,
    mayBeRefused: true,
    world: {
      ...world,
      ...(hosts.length === 0 ? {} : { hosts }),
      settings: { ...settings, worker: { imagePull: '0s', start: '2s', ...((settings['worker'] ?? {}) as Fields), sleep: 'on' } },
      endpoints: [
        ...((world['endpoints'] ?? []) as Json[]),
        ...tenants.map(({ id, pools }) => ({ id, gpu: { pools }, workers: { min: 0, max: 4 }, handler: { duration: { fixed: '1s' } } })),
      ],
    },
    steps: listSteps(story).map(({ expect: _, ...step }) => step),
    load: tenants.map(({ id }) => ({
      with: { endpoint: id, body: { input: {} } },
      mayBeRefused: true,
      constant: { every: '35s' },
      exactly: 40,
    })),
  } as unknown as Story;
};

describe.each([
  ['with workers that sleep', 'textbook'],
  ['and under measured times', 'measured-2026-11'],
  ['and under those whose starts belong to images', 'measured-2026-12'],
] as const)('where room is short, %s,', (_, timing) => {
  const seen = new Map<string, number>();
  let played = 0;

  // Every invariant is checked after each entry, and where all are played, every law.
  test.each(files)('nothing breaks: %s', { timeout: 600_000 }, (file) => {
    const kept = storyToVary(readFileSync(file, 'utf8'), bounds(file));
    if (kept === undefined) throw new Error(`${file} cannot be varied`);
    const crowded = crowd(kept.story, kept.hosts);
    const story = timing === 'textbook' ? crowded : (giveTiming(crowded as Json, timing) as Story);
    const outcome = judgeStory(story, bounds(file));
    expect(outcome.kind === 'failed' ? outcome.failure : undefined).toBeUndefined();
    expect(outcome.kind).not.toBe('invalid');
    if (outcome.kind !== 'held') return;
    played += 1;
    for (const { event } of outcome.run.world.log.entries()) {
      const name = event.type === 'WorkerStopped' ? `${event.type} ${event.reason}` : event.type;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
  });

  test('workers slept, gave way and waited', () => {
    expect(played).toBeGreaterThan(files.length / 2);
    expect(seen.get('WorkerSlept') ?? 0).toBeGreaterThan(files.length);
    expect(seen.get('WorkerStopped given') ?? 0).toBeGreaterThan(files.length / 10);
    expect(seen.get('WorkerThrottled') ?? 0).toBeGreaterThan(0);
  });
});
