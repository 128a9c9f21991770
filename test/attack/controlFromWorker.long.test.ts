import { expect, test } from 'vitest';
import { FleetProcess } from '../../adapters/fleet/fleetProcess.ts';
import { endedProcess } from '../support/serving/servingProcess.ts';

/** A worker's process, whose code is a stranger's, tries to use the control plane of the server that has started it. */

test('the process of a worker has the variables of podsim, and not the token of its control plane', async () => {
  const before = { ...process.env };
  process.env['PODSIM_CONTROL_TOKEN'] = 'hush';
  process.env['PODSIM_ANOTHER'] = 'seen';
  try {
    const lines: string[] = [];
    const script = 'console.log(process.env.PODSIM_CONTROL_TOKEN, process.env.PODSIM_ANOTHER, process.env.OWN)';
    const worker = new FleetProcess({ program: process.execPath, args: ['-e', script], env: { OWN: 'own' } }, (line) => lines.push(line));
    expect(await worker.ended).toMatchObject({ code: 0 });
    expect(lines).toStrictEqual(['undefined seen own']);
  } finally {
    for (const name of ['PODSIM_CONTROL_TOKEN', 'PODSIM_ANOTHER'])
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
  }
});

test('nor has the command of podsim exec, which is a client', async () => {
  const script = 'console.log(process.env.PODSIM_CONTROL_TOKEN, process.env.PODSIM_API_KEY, process.env.PODSIM_ANOTHER)';
  const env = { PODSIM_CONTROL_TOKEN: 'hush', PODSIM_ANOTHER: 'seen' };
  const { code, out } = await endedProcess(['exec', '--quiet', '--port', '0', '--', process.execPath, '-e', script], env);
  expect([code, out]).toStrictEqual([0, 'undefined podsim-dev-key seen\n']);
});
