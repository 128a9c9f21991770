import { describe, expect, test } from 'vitest';
import type { FleetCommand } from '../../adapters/fleet/fleetProcess.ts';
import { ProcessFleet } from '../../adapters/fleet/processFleet.ts';
import { workerEnvironment } from '../../adapters/fleet/workerEnvironment.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import type { WorldDefinition } from '../../engine/simulator/definition.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { eventually, until } from '../support/eventually.ts';
import { isRunning } from '../support/serving/processGroup.ts';
import { type Served, served } from '../support/serving/served.ts';
import { callOf, endpointOf, worldOf } from '../support/worlds/worlds.ts';

const workers = (min: number, max: number): WorldDefinition =>
  worldOf({ endpoints: [endpointOf('ep-a', { workers: { min, max } }, { external: { scale: 1, timeoutMs: 600_000 } })] });

/** A fleet of the Node worker that the documents show, on a manual clock: only the test moves virtual time. */
class Fleet implements AsyncDisposable {
  readonly server: Served;
  readonly lines: string[] = [];
  readonly #processes: ProcessFleet;

  constructor(server: Served, program = process.execPath, args: readonly string[] = ['test/examples/workers/handler.mjs']) {
    this.server = server;
    const { url, apiKey } = server;
    const commandFor = (workerId: string): FleetCommand => ({
      program,
      args,
      env: workerEnvironment({ url, endpointId: 'ep-a', workerId, apiKey, pingIntervalMs: 10_000 }),
    });
    const onLine = (workerId: string, line: string) => void this.lines.push(`${workerId} | ${line}`);
    this.#processes = new ProcessFleet(server.default, { endpointId: 'ep-a', commandFor, onLine });
  }

  get processIds(): readonly number[] {
    return this.#processes.processIds;
  }

  async submitted(input: Json): Promise<string> {
    return (await this.server.post('/v2/ep-a/run', { input })).body.id;
  }

  /** The job as a client sees it, once it has that status. */
  async untilJob(id: string, status: string): Promise<unknown> {
    let body: { readonly status?: string } = {};
    await eventually(async () => {
      ({ body } = await this.server.get(`/v2/ep-a/status/${id}`));
      expect(body.status).toBe(status);
    });
    return body;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ids = this.processIds;
    await this.#processes.close();
    for (const id of ids) await until(() => !isRunning(id), `the group of process ${id} ends`);
  }
}

describe.skipIf(process.platform === 'win32')('a fleet of real processes', () => {
  test('runs the jobs of an endpoint, whose log reruns without them', async () => {
    await using server = await served({ definition: workers(1, 1) });
    await using fleet = new Fleet(server);
    await server.advance({ by: '0s' });
    const [gives, fails, streams] = [
      await fleet.submitted({ give: { größe: 1 } }),
      await fleet.submitted({ error: 'no such prompt' }),
      await fleet.submitted({ chunks: ['a', { b: 1 }] }),
    ];
    expect(await fleet.untilJob(gives, 'COMPLETED')).toMatchObject({ output: { größe: 1 }, workerId: 'ep-a-w1' });
    expect(await fleet.untilJob(fails, 'FAILED')).toMatchObject({ error: expect.stringContaining('no such prompt') });
    expect(await fleet.untilJob(streams, 'COMPLETED')).toMatchObject({ output: ['a', { b: 1 }] });
    const { world } = server;
    expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
  });

  test('loses a job with the process that ran it: it goes back to the queue once, and then fails', async () => {
    await using server = await served({ definition: workers(1, 1) });
    await using fleet = new Fleet(server);
    await server.advance({ by: '0s' });
    const job = await fleet.submitted({ crash: true });
    const crashes = () => fleet.lines.filter((line) => line === 'ep-a-w1 | the process ended with exit code 1').length;
    await until(() => crashes() === 1, 'the process crashes');
    // The platform notices after half a minute; meanwhile the container starts again, and so does its process.
    await server.advance({ by: '40s' });
    await until(() => crashes() === 2, 'the next process crashes, too');
    await server.advance({ by: '40s' });
    expect(await fleet.untilJob(job, 'FAILED')).toMatchObject({ error: expect.any(String) });
  });

  test('puts what a process prints into the log of its worker, to its last line, in front of its end', async () => {
    await using server = await served({ definition: workers(1, 1) });
    const lines = ['loading', JSON.stringify({ requestId: 'job-7', message: 'Traceback:\n  no such prompt', level: 'ERROR' }), '{"a": 1}'];
    const script = `${lines.map((line) => `echo '${line.replaceAll('\\', '\\\\')}'`).join('; ')}; echo 'out of memory' >&2; exit 3`;
    await using fleet = new Fleet(server, 'sh', ['-c', script]);
    await server.advance({ by: '0s' });
    await until(() => crashesOf(server) > 0, 'the worker crashes');
    const reply = server.world.call(callOf('getWorkerLogs', { id: 'ep-a', workerId: 'ep-a-w1' }));
    const log = 'answer' in reply ? (reply.answer.body as readonly { readonly source: string; readonly line: string }[]) : [];
    const shown = ['loading', 'ERROR | job-7 | Traceback:', 'ERROR | job-7 |   no such prompt', '{"a": 1}', 'out of memory'];
    // Its container starts again, and the next process prints the same.
    const ended = log.findIndex(({ line }) => line === 'container exited with an error');
    const printed = log.slice(0, ended).flatMap(({ source, line }) => (source === 'container' ? [line] : []));
    expect(printed.toSorted()).toStrictEqual(shown.toSorted());
    expect(fleet.lines[shown.length]).toBe('ep-a-w1 | the process ended with exit code 3');
    expect(fleet.lines.slice(0, shown.length).toSorted()).toStrictEqual(shown.map((line) => `ep-a-w1 | ${line}`).toSorted());
    const { world } = server;
    expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
  });

  test('stops what it runs for a job that is cancelled', async () => {
    await using server = await served({ definition: workers(1, 1) });
    await using fleet = new Fleet(server);
    await server.advance({ by: '0s' });
    const [long, next] = [await fleet.submitted({ seconds: 3_600 }), await fleet.submitted({ give: 'next' })];
    await fleet.untilJob(long, 'IN_PROGRESS');
    await server.post(`/v2/ep-a/cancel/${long}`);
    expect(await fleet.untilJob(next, 'COMPLETED')).toMatchObject({ output: 'next' });
    expect(await fleet.untilJob(long, 'CANCELLED')).not.toHaveProperty('output');
  });

  test('is as large as the simulated fleet', async () => {
    await using server = await served({ definition: workers(0, 2) });
    await using fleet = new Fleet(server);
    await server.advance({ by: '0s' });
    expect(fleet.processIds).toHaveLength(0);
    const jobs = [await fleet.submitted({ give: 1 }), await fleet.submitted({ give: 2 })];
    await server.advance({ by: '1s' });
    for (const job of jobs) await fleet.untilJob(job, 'COMPLETED');
    expect(fleet.processIds.length).toBeGreaterThan(0);
    // The workers are idle for longer than their endpoint lets them.
    await eventually(async () => {
      await server.advance({ by: '15s' });
      expect(fleet.processIds).toHaveLength(0);
    });
    expect(fleet.lines).toStrictEqual([]);
  });

  test('says that there is no such command, and that its worker crashed', async () => {
    await using server = await served({ definition: workers(1, 1) });
    await using fleet = new Fleet(server, 'no-such-command', []);
    await server.advance({ by: '0s' });
    await until(() => fleet.lines.length > 0, 'the fleet says so');
    expect(fleet.lines[0]).toBe('ep-a-w1 | there is no such command: no-such-command');
    await until(() => crashesOf(server) > 0, 'the worker crashes');
  });
});

const crashesOf = ({ world }: Served): number => [...world.log.entries()].filter(({ event }) => event.type === 'WorkerCrashed').length;
