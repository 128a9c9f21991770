// Writes the log of the newest format once, when the format is released. `npx vitest run` does not run it. See README.md here.
import { existsSync, writeFileSync } from 'node:fs';
import { LogFileWriter } from '../../adapters/store/logFile.ts';
import { seconds } from '../../engine/kernel/time.ts';
import { logFormat } from '../../engine/version.ts';
import { World } from '../../engine/world.ts';
import { busyWorld, playBusily } from '../support/busyWorld.ts';
import { callOf } from '../support/worlds.ts';
import { toldBy } from './told.ts';

/** Calls that leave no entry but count towards limits, before one that leaves an entry. */
const readQuietly = (world: World): void => {
  world.call({ operation: 'createKey', client: operator, request: { params: {}, query: {}, body: { name: 'counted' } } });
  const key = world.state.keyring.named('counted')?.key.secret ?? '';
  for (const operation of ['listPods', 'listTemplates']) world.call({ ...callOf(operation, {}), client: { key } });
  world.call({ ...callOf('deletePod', { id: 'nosuch' }), client: { key } });
};

const operator = { key: null, because: 'operator' } as const;

/** A world in which every type of event occurs. Its seed and its settings change during the run. */
export const writeHistory = (folder: string): void => {
  const path = `${folder}/format-${logFormat}.ndjson`;
  if (existsSync(path)) throw new Error(`${path} is there: a released format is never written anew`);
  const world = new World(busyWorld());
  playBusily(world);
  world.reseed('busier');
  world.reconfigure({ worker: { start: seconds(2) }, job: { retentionRun: seconds(90) } });
  for (let k = 0; k < 5; k++) world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: { late: k } } }));
  world.advance({ by: seconds(30) });
  readQuietly(world);
  const writer = new LogFileWriter(path, world.header);
  writer.sink(world.log.entries());
  writer.close();
  writeFileSync(`${folder}/format-${logFormat}.json`, `${JSON.stringify(toldBy(world.header, [...world.log.entries()]), null, 2)}\n`);
};
