import { expect, test } from 'vitest';
import { reportSchema } from '../../engine/scenario/format/reportFormat.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { scenarioText, submit } from '../support/worlds/playing.ts';

const folder = new Folder();
const steps = `steps:\n  - ${submit}\n  - { at: 1m }\n`;
const write = (name: string, properties: string): string =>
  folder.write(`${name}.scenario.yaml`, scenarioText(`${steps}properties:\n${properties}`));

test('podsim run fails by a broken property with exit code 1: what, which entity, which entry and when', async () => {
  const file = write('broken', '  - { name: no job is done, never: JobCompleted }\n  - sometimes: JobFailed\n');
  const { code, out } = await podsim('run', file);
  expect(code).toBe(1);
  expect(out).toContain(`${file}:10:36: properties.0 (no job is done): JobCompleted\n      expected  never\n      actual    once\n`);
  expect(out).toMatch(/nearest {3}job-1, entry \d+, 00:00:01\.000/);
  expect(out).toContain('\n  sometimes JobFailed: not seen\n');
});

test('podsim run passes where nothing is broken, though something is never seen; a property that says nothing is a warning', async () => {
  const file = write('held', '  - sometimes: JobFailed\n  - never: PodStopped\n');
  const { code, out } = await podsim('run', file);
  expect(code).toBe(0);
  expect(out).toContain(`${file}:11:5: properties.1: 'never PodStopped' was never evaluated: nothing in the run is about it`);
  expect((await podsim('run', '--strict', file)).code).toBe(1);
});

test('the JSON report has a result for each property, as its schema says', async () => {
  const file = write('json', '  - never: JobCompleted\n  - reachable: [JobQueued, JobFailed]\n');
  const { runs } = reportSchema.parse(JSON.parse((await podsim('run', '--reporter', 'json', file)).out));
  expect(runs[0]?.properties).toMatchObject([
    { kind: 'never', evaluated: true, broken: { shape: 'JobCompleted', at: 1_000 } },
    { kind: 'reachable', seen: false, progress: { met: 1, of: 2, next: 'JobFailed' } },
  ]);
});
