import { describe, expect, test } from 'vitest';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { fingerprintOf } from '../../engine/kernel/log.ts';
import { FailingDisk } from '../store/failingDisk.ts';
import { Folder } from '../support/folder.ts';
import { served } from '../support/served.ts';
import { endpointOf, worldOf } from '../support/worlds.ts';
import { keptIn } from './killing.ts';

const folder = new Folder();
const definition = worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] });
const run = ['/v2/ep-a/run', { input: {} }] as const;

// biome-ignore format: a table
describe.each<[string, (disk: FailingDisk) => void]>([
  ['is full',      (disk) => { disk.room = 0; }],
  ['is read-only', (disk) => disk.failing.set('write', 'EROFS')],
])('a served world whose disk %s', (name, breaks) => {
  test('refuses what it cannot keep, reads on, and goes on once there is room', async () => {
    const disk = new FailingDisk();
    const path = folder.at(name.replaceAll(' ', '-'));
    const store = await openFileStore(path, { disk: disk.disk });
    {
      await using server = await served({ definition, store });
      const { body } = await server.post(...run);
      breaks(disk);

      const refused = await server.post(...run);
      expect(refused).toMatchObject({ status: 503, body: { title: 'Service Unavailable', status: 503 } });
      expect(refused.headers.get('x-podsim-rule')).toBe('store.unwritable');
      expect(refused.body.detail).toContain('can be read, and not changed');
      expect((await server.get(`/v2/ep-a/status/${body.id}`)).status).toBe(200);
      expect((await server.advance({ by: '1s' })).status).toBe(503);
      expect((await server.get('/_podsim/v1/info')).status).toBe(200);

      disk.room = 1e9;
      disk.failing.clear();
      await server.until(() => server.default.trouble === undefined, 'there is room again');
      expect((await server.post(...run)).status).toBe(200);
      expect((await server.advance({ by: '1s' })).status).toBe(200);
    }
    const kept = await keptIn(path);
    expect(fingerprintOf(kept.header, kept.entries)).toBe(kept.link);
  });
});
