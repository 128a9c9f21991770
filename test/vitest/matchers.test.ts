import { describe, expect } from 'vitest';
import { createWorld, matchers, type TestWorld, test } from '../../adapters/vitest/index.ts';
import { Folder } from '../support/folder.ts';
import { playedText, scenarioText, submit } from '../support/worlds/playing.ts';

/** A job that is started, fails, and is tried again by hand. */
const playRetry = async (world: TestWorld): Promise<void> => {
  const { id } = await world.call.run({ endpoint_id: 'ep', body: { input: { n: 1 } } }).orThrow();
  await world.advance('2s');
  await world.call.retry({ endpoint_id: 'ep', job_id: id }).orThrow();
  await world.advance('2s');
};

const worldOptions = {
  seed: 'matchers',
  world: {
    settings: { worker: { imagePull: '0s', start: '0s' } },
    endpoints: [{ id: 'ep', workers: { min: 1, max: 1 }, handler: { duration: { fixed: '2s' }, outcomes: ['fail', 'complete'] } }],
  },
} as const;

/** What a matcher says when it fails. */
const complaint = (assertion: () => unknown): string => {
  try {
    assertion();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was wrong');
};

describe('toHaveEmitted', () => {
  test.override({ worldOptions });

  test('finds an event by its type, and by fields of it', async ({ world }) => {
    await playRetry(world);
    expect(world).toHaveEmitted('JobFailed');
    expect(world).toHaveEmitted('JobFailed', { at: 2_000, error: expect.stringContaining('handler') });
    expect(world).toHaveEmitted('JobStarted', { attempt: { ending: 'complete' } });
    expect(world).not.toHaveEmitted('JobTimedOut');
    expect(world).not.toHaveEmitted('JobFailed', { error: 'another' });
    expect(world.engine).toHaveEmitted('JobFailed');
  });

  test('shows the nearest when none is as it should be', async ({ world }) => {
    await playRetry(world);
    expect(complaint(() => expect(world).toHaveEmitted('JobStarted', { at: 0, workerId: 'ep-w2' }))).toMatchInlineSnapshot(`
      "expected JobStarted {"at": 0, "workerId": "ep-w2"}, and there is none
      the nearest of 2:
        seq  virtual time  entity  event       what
         10  00:00:00.000  job-1   JobStarted  worker=ep-w1 attempt={runs=2s ending=fail} timeout=5m
         17  00:00:02.000  job-1   JobStarted  worker=ep-w1 attempt={runs=2s ending=complete} timeout=5m

        job-1 = e15b661c-5022-4479-930a-897126a5d54b-u1
        #10 workerId: expected "ep-w2", got "ep-w1"
        #17 at: expected 0, got 2000; workerId: expected "ep-w2", got "ep-w1"

      seed matchers; 20 entries, the last at 00:00:04.000
      world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status
      something is due at 00:30:04.000: has the clock been moved far enough?"
    `);
  });

  test('shows what happened instead when there is none', async ({ world }) => {
    await playRetry(world);
    expect(complaint(() => expect(world).toHaveEmitted('JobTimedOut'))).toMatchInlineSnapshot(`
      "expected JobTimedOut, and there is none
      there is no JobTimedOut at all; there are JobQueued ×1, JobStarted ×2, JobFailed ×1, JobRetried ×1, JobCompleted ×1
      the last error is of JobFailed: handler failed

      seed matchers; 20 entries, the last at 00:00:04.000
      world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status
      something is due at 00:30:04.000: has the clock been moved far enough?"
    `);
  });

  test('shows what should not be there', async ({ world }) => {
    await playRetry(world);
    expect(complaint(() => expect(world).not.toHaveEmitted('JobFailed'))).toMatchInlineSnapshot(`
      "expected no JobFailed, and there is one:
        seq  virtual time  entity  event      what
         11  00:00:02.000  job-1   JobFailed  worker=ep-w1 error="handler failed" executionTime=2s

        job-1 = e15b661c-5022-4479-930a-897126a5d54b-u1

      seed matchers; 20 entries, the last at 00:00:04.000
      world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status"
    `);
  });
});

describe('toHaveSequence', () => {
  test.override({ worldOptions });

  test('finds events in order, whatever events are between them', async ({ world }) => {
    await playRetry(world);
    expect(world).toHaveSequence(['JobQueued', 'JobFailed', 'JobRetried', 'JobCompleted']);
    expect(world).toHaveSequence(['JobQueued', { type: 'JobStarted', workerId: 'ep-w1' }, 'InputReceived']);
    expect(world).not.toHaveSequence(['JobFailed', 'JobQueued']);
  });

  test('finds them one after the other where it is to be exact, and of one entity', async ({ world }) => {
    await playRetry(world);
    expect(world).toHaveSequence(['JobFailed', 'WorkerFreed', 'InputReceived'], { exact: true });
    expect(world).not.toHaveSequence(['JobFailed', 'InputReceived'], { exact: true });
    expect(world).toHaveSequence(['JobQueued', 'JobStarted', 'JobFailed', 'JobRetried'], { of: 'job-1', exact: true });
    expect(world).not.toHaveSequence(['WorkerReady', 'JobStarted'], { of: 'job-1' });
  });

  test('says how far it came', async ({ world }) => {
    await playRetry(world);
    expect(
      complaint(() => expect(world).toHaveSequence(['JobQueued', 'JobFailed', { type: 'JobStarted', workerId: 'ep-w2' }])),
    ).toMatchInlineSnapshot(`
      "expected the sequence JobQueued → JobFailed → JobStarted {"workerId": "ep-w2"}
      2 of 3 happened; JobStarted {"workerId": "ep-w2"} did not happen after #11 JobFailed
      what happened instead:
        seq  virtual time  entity  event          what
         12  00:00:02.000  ep-w1   WorkerFreed    job=job-1 succeeded=false
         14  00:00:02.000  dev     InputReceived  retry ep job-1
         15  00:00:02.000  job-1   JobRetried
         16  00:00:02.000  ep-w1   WorkerTookJob  job=job-1
         17  00:00:02.000  job-1   JobStarted     worker=ep-w1 attempt={runs=2s ending=complete} timeout=5m
         18  00:00:04.000  job-1   JobCompleted   worker=ep-w1 output={"n":1} executionTime=2s
         19  00:00:04.000  ep-w1   WorkerFreed    job=job-1 succeeded=true

        job-1 = e15b661c-5022-4479-930a-897126a5d54b-u1
      the nearest of 1:
        seq  virtual time  entity  event       what
         17  00:00:02.000  job-1   JobStarted  worker=ep-w1 attempt={runs=2s ending=complete} timeout=5m

        job-1 = e15b661c-5022-4479-930a-897126a5d54b-u1
        #17 workerId: expected "ep-w2", got "ep-w1"

      seed matchers; 20 entries, the last at 00:00:04.000
      world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status
      something is due at 00:30:04.000: has the clock been moved far enough?"
    `);
    expect(complaint(() => expect(world).toHaveSequence(['JobFailed', 'JobRetried'], { exact: true }))).toMatchInlineSnapshot(`
      "expected the sequence JobFailed → JobRetried
      1 of 2 happened with nothing in between; JobRetried did not happen after #11 JobFailed
      what happened instead:
        seq  virtual time  entity  event          what
         12  00:00:02.000  ep-w1   WorkerFreed    job=job-1 succeeded=false
         14  00:00:02.000  dev     InputReceived  retry ep job-1
         15  00:00:02.000  job-1   JobRetried
         16  00:00:02.000  ep-w1   WorkerTookJob  job=job-1
         17  00:00:02.000  job-1   JobStarted     worker=ep-w1 attempt={runs=2s ending=complete} timeout=5m
         18  00:00:04.000  job-1   JobCompleted   worker=ep-w1 output={"n":1} executionTime=2s
         19  00:00:04.000  ep-w1   WorkerFreed    job=job-1 succeeded=true

        job-1 = e15b661c-5022-4479-930a-897126a5d54b-u1

      seed matchers; 20 entries, the last at 00:00:04.000
      world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status
      something is due at 00:30:04.000: has the clock been moved far enough?"
    `);
    expect(complaint(() => expect(world).toHaveSequence(['JobCompleted', 'JobFailed'], { of: 'job-1' }))).toMatchInlineSnapshot(`
      "expected the sequence of job-1 JobCompleted → JobFailed
      1 of 2 happened; JobFailed did not happen after #18 JobCompleted
      nothing happened after that

      seed matchers; 20 entries, the last at 00:00:04.000
      world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status
      something is due at 00:30:04.000: has the clock been moved far enough?"
    `);
  });

  test('shows what should not come', async ({ world }) => {
    await playRetry(world);
    expect(complaint(() => expect(world).not.toHaveSequence(['JobFailed', 'JobRetried']))).toMatchInlineSnapshot(`
      "expected these events not to happen in this order, but they did:
        seq  virtual time  entity  event       what
         11  00:00:02.000  job-1   JobFailed   worker=ep-w1 error="handler failed" executionTime=2s
         15  00:00:02.000  job-1   JobRetried

        job-1 = e15b661c-5022-4479-930a-897126a5d54b-u1

      seed matchers; 20 entries, the last at 00:00:04.000
      world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status"
    `);
  });

  test('asks for events', ({ world }) => {
    expect(complaint(() => expect(world).toHaveSequence([]))).toBe('toHaveSequence: a sequence names at least one event');
  });
});

describe('toHoldInvariants', () => {
  test.override({ worldOptions });

  test('holds in a world', async ({ world }) => {
    await playRetry(world);
    expect(world).toHoldInvariants();
    expect(complaint(() => expect(world).not.toHoldInvariants())).toMatch(/^expected an invariant to be violated, but all \d+ hold/);
  });

  test('holds in a played scenario', () => {
    expect(playedText(scenarioText(`steps: [${submit}]`)).world).toHoldInvariants();
  });

  test('says which one a log breaks, and where', async ({ world }) => {
    await playRetry(world);
    const entries = [...world.log.entries()];
    const started = entries.filter(({ event }) => event.type === 'JobStarted').slice(0, 1);
    const doctored = { header: world.header, log: { entries: () => [...entries.slice(0, 10), ...started], entry: () => undefined } };
    expect(doctored).not.toHoldInvariants();
    expect(complaint(() => expect(doctored).toHoldInvariants())).toMatchInlineSnapshot(`
      "an invariant does not hold:
        job: JobStarted was recorded, but cannot happen in IN_PROGRESS

        seq  virtual time  entity  event          what
          7  00:00:00.000  dev     InputReceived  run ep {"input":{"n":1}}
          8  00:00:00.000  job-1   JobQueued      endpoint=ep source=run input={"n":1} terms={ttl=1d retention=30m lowPriority=false}
          9  00:00:00.000  ep-w1   WorkerTookJob  job=job-1
         10  00:00:00.000  job-1   JobStarted     worker=ep-w1 attempt={runs=2s ending=fail} timeout=5m
         10  00:00:00.000  job-1   JobStarted     worker=ep-w1 attempt={runs=2s ending=fail} timeout=5m

        job-1 = e15b661c-5022-4479-930a-897126a5d54b-u1

      seed matchers; 11 entries, the last at 00:00:00.000
      world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status
      this is a bug in podsim, or the log was changed by hand: please report it with the seed and the log"
    `);
  });
});

describe('toMatchTimeline', () => {
  test.override({ worldOptions });
  const folder = new Folder();

  test('compares with a text, indented as one likes', async ({ world }) => {
    await playRetry(world);
    expect(world).toMatchTimeline(world.timeline());
    expect(world).toMatchTimeline(`\n${world.timeline('job-1').replaceAll(/^/gm, '      ')}\n  `, { of: 'job-1' });
    expect(world).not.toMatchTimeline('seq\n');
    // One line, and no name of a file that would be written.
    expect(world).not.toMatchTimeline('00:00:00.000  job-1  JobQueued');
    expect(complaint(() => expect(world).toMatchTimeline('seq\n'))).toMatchInlineSnapshot(`
      "the timeline differs from the text; if the new one is right, change the text
        line 1:
          expected seq
          got      seq  virtual time  entity  event               what

      seed matchers; 20 entries, the last at 00:00:04.000
      world.timeline() prints all that happened, world.explain('job-1') why an entity is in its status"
    `);
  });

  test('compares with a file beside the test', async ({ world }) => {
    await playRetry(world);
    folder.write('a.timeline.txt', world.timeline());
    expect(compared(world, 'none')).toMatchObject({ pass: true });
    await world.call.deletePod({ id: 'nosuch' });
    expect(compared(world, 'new')).toMatchObject({ pass: false, expected: expect.stringContaining('JobFailed') });
    expect(compared(world, 'new').message()).toMatch(
      /a\.timeline\.txt; if the new one is right, run vitest -u\n {2}line 20:\n {4}expected \n {4}got {7}21 .*\n\nseed matchers; /,
    );
  });

  test('writes the file as vitest writes snapshots', async ({ world }) => {
    expect(compared(world, 'none', 'b.txt').message()).toMatch(/^there is no file .*b\.txt; run vitest -u to write it/);
    expect(folder.names()).not.toContain('b.txt');
    expect(compared(world, 'new', 'b.txt')).toMatchObject({ pass: true });
    const before = folder.read('b.txt');
    await world.call.deletePod({ id: 'nosuch' });
    expect(compared(world, 'new', 'b.txt')).toMatchObject({ pass: false });
    expect(folder.read('b.txt')).toBe(before);
    expect(compared(world, 'all', 'b.txt')).toMatchObject({ pass: true });
    expect(folder.read('b.txt')).toBe(world.timeline());
  });

  /** The matcher as vitest calls it when it updates none, new, or all snapshots. */
  const compared = (world: TestWorld, snapshotUpdateState: 'none' | 'new' | 'all', file = 'a.timeline.txt') =>
    matchers.toMatchTimeline.call(
      { testPath: folder.at('a.test.ts'), isNot: false, snapshotState: { snapshotUpdateState } } as never,
      world,
      file,
    );
});

test('what is no world is refused by all of them', () => {
  for (const received of [undefined, null, 'world', {}, { log: [] }]) {
    // biome-ignore lint/suspicious/noExplicitAny: what a JavaScript user might do
    expect(complaint(() => expect(received as any).toHaveEmitted('JobQueued'))).toBe(
      'toHaveEmitted needs a world: one of createWorld, or one of the engine',
    );
  }
});

test('a world with a function for a handler holds its invariants too', async () => {
  const handlers = { ep: () => ({ runsMs: 5, ending: 'complete' as const, output: 'done' }) };
  await using world = createWorld({ ...worldOptions, handlers });
  await world.call.run({ endpoint_id: 'ep', body: { input: {} } });
  await world.advance('1s');
  expect(world).toHaveEmitted('JobCompleted', { output: 'done' });
  expect(world).toHoldInvariants();
});
