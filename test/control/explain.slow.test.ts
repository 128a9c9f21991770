import { describe, expect, test } from 'vitest';
import type { ControlContext } from '../../engine/control/operation.ts';
import { asked, type Body, FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** One worker busy for a minute, one job that waits behind it, and a retry of that one which was refused. */
const waiting = (): { readonly desk: ControlContext; readonly id: string } => {
  const endpoint = endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'fixed', ms: 60_000 } });
  const desk = new FakeHost(worldOf({ endpoints: [endpoint] })).desk();
  const { world } = desk;
  world.advance({ by: 1_000 });
  world.call(runOf('ep-a', {}));
  const id = jobIdOf(world.call(runOf('ep-a', { k: 1 })));
  world.advance({ by: 1_000 });
  world.call(callOf('retry', { endpoint_id: 'ep-a', job_id: id }));
  return { desk, id };
};

describe('GET explain/{entity}', () => {
  test('says how an entity got into its state, what was refused, and what it waits for', () => {
    const { desk, id } = waiting();
    const { text, possible, timers, ...rest } = said(desk, 'explainEntity', { params: { entity: id } });
    const queued = { instant: '2026-01-01T00:00:01.000Z', virtual: '00:00:01.000', ms: 1_000 };
    const input = (rest['history'] as readonly Body[])[0]?.['because'] as readonly Body[] | undefined;
    expect(rest).toStrictEqual({
      kind: 'job',
      id,
      status: 'IN_QUEUE',
      description: 'waits for a worker',
      history: [
        {
          at: queued,
          event: expect.objectContaining({ type: 'JobQueued', jobId: id, at: 1_000 }),
          from: 'NEW',
          to: 'IN_QUEUE',
          rule: 'job.run',
          description: expect.any(String),
          because: [{ seq: expect.any(Number), type: 'InputReceived' }],
          becauseLeftOut: 0,
        },
      ],
      earlier: 0,
      refusals: [
        {
          seq: desk.world.log.length,
          at: { instant: '2026-01-01T00:00:02.000Z', virtual: '00:00:02.000', ms: 2_000 },
          operation: 'retry',
          rule: 'job.retry-refused',
          detail: expect.any(String),
        },
      ],
      earlierRefusals: 0,
      before: null,
      lookedAfter: 0,
      waitsFor: ['it is number 1 of 1 in the queue of ep-a, which has 1 of at most 1 workers', '1 of them run other jobs'],
      way: {
        to: 'COMPLETED',
        steps: [
          { event: 'JobStarted', to: 'IN_PROGRESS', rule: 'job.start', description: 'a ready worker takes it', byCaller: false },
          { event: 'JobCompleted', to: 'COMPLETED', rule: 'job.complete', description: 'the handler returns', byCaller: false },
        ],
      },
    });
    expect(desk.world.log.entry(Number(input?.[0]?.['seq']))?.event.type).toBe('InputReceived');
    expect((possible as readonly Body[]).map(({ event }) => event)).toContain('JobStarted');
    expect((timers as readonly Body[]).map(({ name }) => name)).toContain('ttl');
    expect(text).toContain(`job-2 is IN_QUEUE: waits for a worker\njob-2 = ${id}\n\nhow it got there\n`);
    for (const heading of [
      'what was refused',
      'what it waits for',
      'what you can do to it now',
      'what the machine will do',
      'what the machine may do',
    ])
      expect(text).toContain(`\n\n${heading}\n  `);
  });

  test('knows things by the names that timelines give them', () => {
    const { desk, id } = waiting();
    expect(said(desk, 'explainEntity', { params: { entity: 'job-2' } })['id']).toBe(id);
  });

  test('explains deleted entities, too', () => {
    const { desk, id } = waiting();
    desk.world.call(callOf('purgeQueue', { endpoint_id: 'ep-a' }));
    const { status, possible, timers, waitsFor, text } = said(desk, 'explainEntity', { params: { entity: id } });
    expect([status, possible, timers, waitsFor]).toStrictEqual(['REMOVED', [], [], []]);
    expect(text).toContain('\n\nnothing can happen to it any more\n');
  });

  test('separates entities that had the same id: the newest one is explained', () => {
    const desk = new FakeHost(
      worldOf({ accounts: [{ id: 'twin', keys: [] }], endpoints: [{ ...endpointOf('twin'), accountId: 'twin' }] }),
    ).desk();
    const { kind, history } = said(desk, 'explainEntity', { params: { entity: 'twin' } });
    expect([kind, (history as readonly Body[]).map(({ from }) => from)]).toStrictEqual(['endpoint', ['NEW', 'ACTIVE']]);
  });

  test('does not know a name that is not in the log, and suggests similar ones: 404', () => {
    const { desk } = waiting();
    const why = (entity: string) => refusal(desk, 'explainEntity', { params: { entity } });
    expect(why('ep-b')).toStrictEqual([404, 'control.explain', 'this world knows no entity ep-b; it knows ep-a, ep-a-w1']);
    expect(why('job-7')).toStrictEqual([404, 'control.explain', 'this world knows no entity job-7; it knows job-1 to job-2']);
    expect(why('x'.repeat(100_000))[0]).toBe(404);
    expect(why('')).toStrictEqual([404, 'control.explain', 'this world knows no entity ; GET /_podsim/v1/events lists what has happened']);
  });
});

describe('GET next', () => {
  test('says what will happen by itself, in order', () => {
    const { desk } = waiting();
    const { next, pending, now } = said(desk, 'listNext', { query: { limit: '3' } });
    expect([pending, now]).toMatchObject([desk.world.calendar.size, { ms: 2_000 }]);
    const [first = {} as Body] = next as readonly Body[];
    expect([first['kind'], first['timer'], first['then'], (first['at'] as Body)['virtual']]).toStrictEqual([
      'job',
      'attempt',
      'EndAttempt',
      '00:01:01.000',
    ]);
    expect((next as readonly Body[]).map(({ at }) => (at as Body)['ms'])).toStrictEqual(
      desk.world.calendar
        .inOrder()
        .slice(0, 3)
        .map(({ due }) => due),
    );
  });

  test('lists the operations that are possible now', () => {
    const { desk, id } = waiting();
    const { world } = desk;
    const pod = (name: string) =>
      jobIdOf(world.call(callOf('createPod', {}, { body: { name, image: 'i', cpu: { id: 'cpu3c', vcpuCount: 2 } } })));
    const [free, locked] = [pod('free'), pod('locked')];
    world.call(
      callOf(
        'createCluster',
        {},
        {
          body: { name: 'c', type: 'SLURM', compute: { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 }, image: 'i' },
        },
      ),
    );
    world.call(callOf('updatePod', { id: locked }, { body: { locked: true } }));
    world.advance({ by: 30_000 });
    const { possible, live } = said(desk, 'listNext');
    const actions = Object.fromEntries((possible as readonly Body[]).map((one) => [one['id'], one['actions']]));
    expect(live).toBe((possible as readonly Body[]).length);
    expect(actions).toMatchObject({
      [free]: ['stop', 'restart', 'terminate'],
      [locked]: ['terminate'],
      'ep-a': ['run', 'runsync', 'purgeQueue', 'updateEndpoint', 'deleteEndpoint', 'setHandler'],
      'ep-a-w1': [],
      [id]: ['cancel'],
    });
    const kinds = (possible as readonly Body[]).map(({ kind }) => String(kind));
    expect([...new Set(kinds)]).toStrictEqual(['pod', 'cluster', 'endpoint', 'worker', 'job']);
    expect((possible as readonly Body[]).find((one) => one['id'] === 'ep-a-w1')?.['events']).toContain('WorkerFreed');
    expect((possible as readonly Body[]).find((one) => one['id'] === id)?.['waitsFor']).toStrictEqual([
      'it is number 1 of 1 in the queue of ep-a, which has 1 of at most 1 workers',
      '1 of them run other jobs',
    ]);
    const members = [...world.state.all('pod')].filter(({ member }) => member !== null);
    expect(members.map((one) => actions[one.id])).toStrictEqual([[], []]);
  });

  test('lists no more than it is asked for', () => {
    const { desk } = waiting();
    const { next, possible, live } = said(desk, 'listNext', { query: { limit: '1' } });
    expect([(next as readonly unknown[]).length, (possible as readonly unknown[]).length, live]).toStrictEqual([1, 1, 4]);
    for (const limit of ['0', '1001', 'x']) expect(asked(desk, 'listNext', { query: { limit } }).status).toBe(422);
  });
});

describe('what an explanation leaves out', () => {
  /** An endpoint whose settings were changed so often, each change an input. */
  const patched = (count: number) => {
    const host = new FakeHost(worldOf());
    const { world } = host.desk();
    for (let k = 0; k < count; k++)
      world.call(callOf('updateEndpoint', { endpoint_id: 'ep-a', id: 'ep-a' }, { body: { workers: { max: 1 + (k % 3) } } }));
    return { host, desk: host.desk(), world };
  };
  const explained = (desk: ControlContext, query: Readonly<Record<string, string>> = {}) =>
    said(desk, 'explainEntity', { params: { entity: 'ep-a' }, query }) as {
      readonly history: readonly { readonly event: { readonly seq: number }; readonly from: string; readonly to: string }[];
      readonly earlier: number;
      readonly before: number | null;
      readonly lookedAfter: number;
      readonly text: string;
      readonly status: string;
    };

  test('are earlier steps, which are counted, and can be read on from a cursor', () => {
    const { desk, world } = patched(250);
    const first = explained(desk);
    expect([first.history.length, first.earlier]).toStrictEqual([100, 152]);
    expect(first.text).toContain('  … 152 earlier steps left out …\n');
    const seqs: number[] = [];
    for (let before: number | null = world.log.length + 1; before !== null; ) {
      const page = explained(desk, { before: String(before), limit: '60' });
      seqs.unshift(...page.history.map(({ event }) => event.seq));
      before = page.before;
    }
    const all = [...world.log.entries()].filter(({ event }) => event.type.startsWith('Endpoint')).map(({ seq }) => seq);
    expect([all.length, seqs]).toStrictEqual([252, all]);
  });

  test('are steps that are too large for one answer: an input may be of megabytes', () => {
    const host = new FakeHost(worldOf());
    host.limits = { ...host.limits, answerSize: 4_500 };
    const desk = host.desk();
    const id = jobIdOf(desk.world.call(runOf('ep-a', { text: 'x'.repeat(2_900) })));
    desk.world.advance({ by: 5_000 });
    const { history, earlier } = said(desk, 'explainEntity', { params: { entity: id } });
    expect([(history as readonly unknown[]).length, earlier]).toStrictEqual([2, 1]);
    const whole = said(desk, 'explainEntity', { params: { entity: id }, query: { limit: '1', before: String(jobQueuedAt(desk, id) + 1) } });
    expect((whole['history'] as readonly Body[]).map(({ to }) => to)).toStrictEqual(['IN_QUEUE']);
  });

  test('are entries that were not read: nothing is invented for earlier ones', () => {
    const { host, desk, world } = patched(20);
    host.limits = { ...host.limits, entriesExplained: 4 };
    const { history, lookedAfter, before, status, text } = explained(desk);
    expect([history.length, lookedAfter, before, status]).toStrictEqual([2, world.log.length - 4, world.log.length - 3, 'ACTIVE']);
    expect(history.map(({ from, to }) => [from, to])).toStrictEqual([
      ['ACTIVE', 'ACTIVE'],
      ['ACTIVE', 'ACTIVE'],
    ]);
    expect(text).toContain(`… entries up to ${lookedAfter} were not read …`);
  });

  test('are the causes in the middle of a chain: it shows five, and the first one', () => {
    const endpoint = endpointOf('ep-a', { scaling: { type: 'QUEUE_DELAY', queueDelay: 1 }, workers: { min: 0, max: 50 } });
    const desk = new FakeHost(worldOf({ endpoints: [endpoint], settings: { worker: { imagePull: 0, start: 600_000 } } })).desk();
    for (let k = 0; k < 40; k++) desk.world.call(runOf('ep-a', { k }));
    desk.world.advance({ by: 100_000 });
    const { history } = said(desk, 'explainEntity', { params: { entity: 'ep-a-w40' } });
    const [launched] = history as readonly {
      readonly because: readonly { readonly seq: number; readonly type: string }[];
      readonly becauseLeftOut: number;
    }[];
    expect(launched?.because.map(({ type }) => type)).toStrictEqual([
      'EndpointScalerChecked',
      'EndpointScalerArmed',
      'EndpointScalerChecked',
      'EndpointScalerArmed',
      'EndpointScalerChecked',
      'InputReceived',
    ]);
    // All of them, in the order of the log.
    let count = 0;
    for (let seq = launched?.because[0]?.seq ?? 0; seq > 0; seq = desk.world.log.entry(seq)?.cause ?? 0) count += 1;
    expect(launched?.becauseLeftOut).toBe(count - 6);
    expect(count).toBeGreaterThan(70);
  });
});

const jobQueuedAt = ({ world }: ControlContext, id: string): number =>
  [...world.log.entries()].find(({ event }) => event.type === 'JobQueued' && event.jobId === id)?.seq ?? 0;
