import { describe, expect, test } from 'vitest';
import { until } from '../support/eventually.ts';
import { Folder } from '../support/folder.ts';
import { isRunning } from '../support/serving/processGroup.ts';
import { ServingProcess } from '../support/serving/servingProcess.ts';

const folder = new Folder();
const scenario = folder.write(
  'real.scenario.yaml',
  `title: two real workers
world:
  endpoints: [{ id: ep-a, workers: { min: 2, max: 2 }, handler: { external: {} } }]
`,
);

/** A worker that says which process group it leads, and has started a process of its own that ends by no signal but SIGKILL. */
const worker = folder.write(
  'worker.sh',
  `trap '' TERM INT HUP
(sleep 3600) &
trap - TERM INT HUP
echo "group $$"
exec ${process.execPath} test/examples/workers/handler.mjs
`,
);

/** `podsim exec` with two workers, once both have said their groups. */
const started = async (...command: readonly string[]) => {
  const args = ['exec', '--scenario', scenario, '--clock', 'realtime'];
  const exec = new ServingProcess(
    command.length === 0
      ? [...args, '--workers', 'ep-a', '--', 'sh', worker]
      : [...args, '--workers', `ep-a=sh ${worker}`, '--', ...command],
  );
  const groups = () => [...exec.err.matchAll(/group (\d+)$/gm)].map(([, id]) => Number(id));
  await until(() => groups().length === 2, 'both workers start');
  expect(groups().map(isRunning)).toStrictEqual([true, true]);
  return { exec, groups };
};

const gone = (groups: readonly number[]) => until(() => !groups.some(isRunning), `the groups ${groups.join(', ')} end`);

describe.skipIf(process.platform === 'win32')('the workers of exec are gone with all that they started, when it', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('is told to stop by %s', async (signal) => {
    const { exec, groups } = await started('sh', '-c', 'trap "exit 7" INT TERM; echo it traps >&2; while :; do sleep 0.05; done');
    await until(() => exec.err.includes('it traps'), 'the command is ready for signals');
    exec.signal(signal);
    expect((await exec.ended).code).toBe(7);
    await gone(groups());
  });

  test('ends with its command, which fails', async () => {
    const mark = folder.at('go');
    const { exec, groups } = await started('sh', '-c', `while [ ! -e ${mark} ]; do sleep 0.05; done; exit 3`);
    folder.write('go', '');
    expect((await exec.ended).code).toBe(3);
    await gone(groups());
  });

  test('is killed itself, and can do nothing more', async () => {
    const { exec, groups } = await started();
    exec.signal('SIGKILL');
    await exec.ended;
    await gone(groups());
  });

  test('goes on: what a killed worker has started ends with it', async () => {
    const { exec, groups } = await started();
    const [first = 0] = groups();
    process.kill(first, 'SIGKILL');
    await gone([first]);
    // Its container starts again, and so does a process.
    await until(() => groups().length > 2, 'another process starts');
    exec.signal('SIGTERM');
    await exec.ended;
    await gone(groups());
  });
});
