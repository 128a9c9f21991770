import { right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { clockPolicy } from '../../api/contract/clockPolicy.ts';
import { distributionView } from '../../api/contract/parts/distribution.ts';
import { json } from '../../api/contract/parts/json.ts';
import { openObject, strictObject } from '../../api/contract/parts/objects.ts';
import { flag } from '../../api/contract/parts/query.ts';
import { entities, kinds } from '../../cloud/entities.ts';
import type { Distribution } from '../../cloud/handler/distribution.ts';
import type { Json } from '../../kernel/canonical.ts';
import { formatInstant } from '../../kernel/instant.ts';
import type { Setting } from '../../kernel/settings.ts';
import { formatDuration } from '../../kernel/time.ts';
import { engineVersion } from '../../simulator/version.ts';
import type { World } from '../../world/world.ts';
import { serverOperation } from '../operation.ts';
import { showTimePoint, timePoint } from '../timePoint.ts';

/** GET info: which world this is, its current time, and its settings. */
export const getInfo = serverOperation({
  id: 'getInfo',
  methods: ['GET'],
  path: '/_podsim/v1/info',
  summary: 'Describe this world and the simulator',
  query: openObject(() => ({ all: flag.optional().describe('Every setting, not only those that differ from the defaults') })),
  success: {
    status: 200,
    schema: strictObject(() => ({
      version: z.string(),
      world: z.string(),
      seed: z.string(),
      start: z.iso.datetime(),
      now: timePoint,
      clock: clockPolicy,
      settings: z
        .record(z.string(), z.record(z.string(), json))
        .describe('As in a scenario’s `world.settings`: those that differ from the defaults'),
      limits: z.record(z.string(), z.int()).describe('The limits of this server for one request'),
      entries: z.int().describe('The number of log entries'),
      fingerprint: z.string().describe('Of the log so far'),
    })),
  },
  rules: ['control.worlds', 'server.limits'],
  *answer({ world, worldId, host }, { query }) {
    const { seed, startMs } = world.header.definition;
    return right({
      status: 200,
      body: {
        version: engineVersion,
        world: worldId,
        seed,
        start: formatInstant(startMs),
        now: showTimePoint(world, world.now),
        clock: host.clockPolicy(worldId),
        settings: settingsView(world, query.all === true),
        limits: { ...host.limits },
        entries: world.log.length,
        fingerprint: yield* world.fingerprintInSteps(),
      },
    });
  },
});

/** A drawn duration is shown as its distribution. */
const showSetting = (unit: Setting<unknown>['unit'], value: Json): Json => {
  if (unit !== 'duration') return value;
  return typeof value === 'number' ? formatDuration(value) : (distributionView(value as unknown as Distribution) as unknown as Json);
};

/** Settings by kind of entity and name; durations as people write them. */
const settingsView = ({ settings }: World, all: boolean): { readonly [kind: string]: { readonly [name: string]: Json } } => {
  const tables = kinds.map((kind) => {
    const values = settings[kind] as Readonly<Record<string, Json>>;
    const rows = Object.entries(entities[kind].settings as Readonly<Record<string, Setting<unknown>>>)
      .filter(([name, { default: usual }]) => all || JSON.stringify(values[name]) !== JSON.stringify(usual))
      .map(([name, { unit }]) => [name, showSetting(unit, values[name] ?? null)] as const);
    return [kind, Object.fromEntries(rows)] as const;
  });
  return Object.fromEntries(tables.filter(([, table]) => Object.keys(table).length > 0));
};
