import { describe, expect, test } from 'vitest';
import { later, minutes, worldStart } from '../../engine/kernel/time.ts';
import { play } from '../../engine/scenario/play/play.ts';
import type { UnloggedCall } from '../../engine/scenario/play/unloggedCalls.ts';
import { timeline, timelineLines } from '../../engine/scenario/timeline/timeline.ts';
import { filterFor, type TimelineFilter } from '../../engine/scenario/timeline/timelineFilter.ts';
import { entriesOf, playedText, scenariosOf, scenarioText, submit } from '../support/worlds/playing.ts';

const of = (text: string): string => timeline(entriesOf(playedText(text)));
const linesOf = (text: string): string[] => of(text).trimEnd().split('\n');
const fails = ', handler: { duration: { fixed: 2s }, outcomes: [fail] }';

test('the events of a job, one line each', () => {
  const text = scenarioText(
    `steps:\n  - ${submit}\n  - { when: job $job is FAILED, within: 1m, act: cancel, with: { endpoint: ep-a, job: $job }, expect: { status: 409 } }`,
    fails,
  );
  expect(`\n${of(text)}`).toMatchInlineSnapshot(`
    "
    seq  virtual time  entity   event               what
      1  00:00:00.000  team     AccountOpened
      2  00:00:00.000  team     AccountKeyCreated   key=dev
      3  00:00:00.000  ep-a     EndpointCreated     account=team config={QUEUE REQUEST_COUNT 1 workers=1..1 idle=10s timeout=5m flashboot=OFF ADA_24×1 podsim/worker:1}
      4  00:00:00.000  ep-a-w1  WorkerLaunched      starting=0s endpoint=ep-a number=1 placement=EU-RO-1/rtx-4090/s1 gpuCount=1 vcpus=0 version=1 kept=true idleTimeout=10s
      5  00:00:00.000  ep-a     EndpointHandlerSet  handler={"duration":{"kind":"fixed","ms":2000},"outcomes":["fail"]}
      6  00:00:00.000  ep-a-w1  WorkerReady
      7  00:00:00.000  dev      InputReceived       run ep-a {"input":{"prompt":"hi"}}
      8  00:00:00.000  job-1    JobQueued           endpoint=ep-a source=run input={"prompt":"hi"} terms={ttl=1d retention=30m lowPriority=false}
      9  00:00:00.000  ep-a-w1  WorkerTookJob       job=job-1
     10  00:00:00.000  job-1    JobStarted          worker=ep-a-w1 attempt={runs=2s ending=fail} timeout=5m
     11  00:00:02.000  job-1    JobFailed           worker=ep-a-w1 error="handler failed" executionTime=2s
     12  00:00:02.000  ep-a-w1  WorkerFreed         job=job-1 succeeded=false
     14  00:00:02.000  dev      InputReceived       cancel ep-a job-1
     15  00:00:02.000  dev      InputRefused        409 job.cancel-terminal: job-1 is FAILED and cannot be cancelled: only a job that is IN_QUEUE or IN_PROGRESS can; this one can be retried

    job-1 = 80199852-7894-4005-a94e-391adae04cd9-u1
    "
  `);
});

describe('long ids that chance made', () => {
  const two = scenarioText(
    `steps:\n  - ${submit}\n  - ${submit.replace('hi', 'ho')}\n  - { act: cancel, with: { endpoint: ep-a, job: $job } }`,
  );

  test('have short names in order of appearance, and a legend at the end', () => {
    const lines = linesOf(two);
    expect(lines.filter((line) => line.includes('JobQueued')).map((line) => line.split(/ +/)[3])).toStrictEqual(['job-1', 'job-2']);
    expect(lines.at(-2)).toMatch(/^job-1 = [0-9a-f-]{36}-u1$/);
    expect(lines.at(-1)).toMatch(/^job-2 = [0-9a-f-]{36}-u1$/);
  });

  test('are used wherever the entities are named', () => {
    const lines = of(two).split('\n\n')[0] ?? '';
    expect(lines).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    expect(lines).toContain('cancel ep-a job-2');
  });

  test('in what a client was refused, too', () => {
    const refused = scenarioText(`steps:\n  - ${submit}\n  - { act: retry, with: { endpoint: ep-a, job: $job }, expect: { status: 409 } }`);
    expect(of(refused)).toContain('409 job.retry-refused: job-1 is IN_PROGRESS');
  });
});

test('moves of the clock are not in the timeline', () => {
  const run = playedText(scenarioText('steps: [{ at: 1h }]'));
  expect(entriesOf(run).map(({ event }) => event.type)).toContain('ClockAdvanced');
  expect(timeline(entriesOf(run))).not.toContain('ClockAdvanced');
});

test('a long value is shown by its beginning', () => {
  const long = of(scenarioText(`steps:\n  - ${submit.replace('prompt: hi', `prompt: ${'x'.repeat(1_000)}`)}`));
  expect(Math.max(...long.split('\n').map((line) => line.length))).toBeLessThan(300);
  expect(long).toContain('x…');
});

const byNumber = (a: string, b: string): number => Number(a.slice(4)) - Number(b.slice(4));

describe('a long timeline', () => {
  const burst = (n: number) => scenarioText(`load: [{ with: { endpoint: ep-a, body: { input: {} } }, burst: { size: ${n} } }]`);

  test('shows its beginning and its end, and the digest of all', () => {
    const lines = linesOf(burst(200));
    const fold = lines.findIndex((line) => line.startsWith('…'));
    expect(fold).toBe(101);
    expect(lines[fold]).toMatch(/^… \d+ lines more; all \d+ have the digest [0-9a-f]{16} …$/);
    expect(lines.slice(fold + 1, lines.indexOf(''))).toHaveLength(100);
    const named = (some: readonly string[]) => new Set(some.flatMap((line) => line.match(/\bjob-\d+/g) ?? []));
    const legend = lines.slice(lines.indexOf('') + 1);
    expect(legend.map((line) => line.split(' = ')[0])).toStrictEqual([...named(lines.slice(0, lines.indexOf('')))].sort(byNumber));
    expect(legend.at(-1)).toMatch(/^job-200 = /);
  });

  test('has another digest when a line in its middle is another', () => {
    const seeded = (seed: string) => linesOf(`seed: ${seed}\n${burst(200)}`);
    const text = burst(200);
    const other = text.replace('input: {} }', 'input: {} }').replace('max: 1 }', 'max: 1 }, handler: { chances: { fail: 1/20 } }');
    expect(linesOf(other)[101]).not.toBe(linesOf(text)[101]);
    expect(seeded('a')[101]).toBe(seeded('b')[101]);
  });

  test('is shown whole up to 300 lines', () => {
    const lines = linesOf(burst(40));
    expect(lines.length).toBeGreaterThan(200);
    expect(lines.some((line) => line.startsWith('…'))).toBe(false);
  });
});

describe('a timeline of some entries', () => {
  const run = playedText(
    scenarioText(`steps:\n  - ${submit}\n  - { delay: 1m, ${submit.slice(2)}\n  - { act: cancel, with: { endpoint: ep-a, job: $job } }`),
  );
  const shown = (filter: TimelineFilter): readonly string[] => {
    const isShown = filterFor(run.world.log, filter);
    return entriesOf(run).flatMap((entry) => (isShown === undefined || isShown(entry) ? [entry.event.type] : []));
  };

  test('has those of a job, and the call that created it, which does not name it', () => {
    expect(shown({ of: 'job-1' })).toStrictEqual([
      'InputReceived',
      'JobQueued',
      'WorkerTookJob',
      'JobStarted',
      'JobCompleted',
      'WorkerFreed',
    ]);
  });

  test('has those of some kinds and types, from a time up to another', () => {
    expect(shown({ kinds: ['job'], to: worldStart })).toStrictEqual(['JobQueued', 'JobStarted']);
    expect(shown({ kinds: ['input'], from: later(worldStart, minutes(1)) })).toStrictEqual([
      'ClockAdvanced',
      'InputReceived',
      'InputReceived',
    ]);
    expect(shown({ types: ['JobCancelled'] })).toStrictEqual(['JobCancelled']);
  });

  test('has all where nothing is asked for', () => {
    expect(filterFor(run.world.log, {})).toBeUndefined();
  });
});

test('a call without an entry stands where it came, with its answer', () => {
  const [scenario = expect.fail()] = scenariosOf(
    scenarioText(`steps:\n  - ${submit}\n  - { at: 5s, act: health, with: { endpoint: ep-a } }`),
  );
  const unlogged: UnloggedCall[] = [];
  const run = play(scenario, { onUnlogged: (call) => unlogged.push(call) });
  const lines = timelineLines(entriesOf(run), { unlogged });
  const place = lines.findIndex((line) => line.includes('health ep-a'));
  expect(lines[place - 1]).toContain('WorkerFreed');
  expect(lines.slice(place, place + 2)).toStrictEqual([
    expect.stringMatching(/^ +00:00:05\.000 +dev +call +health ep-a$/),
    expect.stringMatching(/^ +00:00:05\.000 +answer +200 \{.*"completed":1/),
  ]);
});
