import { describe, expect, test, vi } from 'vitest';
import {
  assertEmitted,
  assertInvariants,
  assertNotEmitted,
  assertNotSequence,
  assertSequence,
  assertTimeline,
  type CheckedWorld,
  createWorld,
  type TestWorld,
} from '../../adapters/vitest/index.ts';
import { Folder } from '../support/folder.ts';

const worldOptions = {
  seed: 'assertions',
  world: {
    settings: { worker: { imagePull: '0s', start: '0s' } },
    endpoints: [{ id: 'ep', workers: { min: 1 }, handler: { duration: { fixed: '2s' }, outcomes: ['fail'] } }],
  },
} as const;

/** A world in which a job has failed. */
const failedWorld = async (): Promise<TestWorld> => {
  const world = createWorld(worldOptions);
  await world.call.run({ endpoint_id: 'ep', body: { input: { n: 1 } } });
  await world.advance('2s');
  return world;
};

const errorOf = (act: () => unknown): Error & { readonly actual?: unknown; readonly expected?: unknown } => {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was wrong');
};

const broken = { at: 0, by: 'JobFailed' } as never;

// biome-ignore format: a table
describe('an assertion says the same as its matcher', () => {
  test.each<[string, (world: TestWorld) => void, (world: TestWorld) => void]>([
    ['no such event',         (world) => assertEmitted(world, 'JobCompleted'),                          (world) => expect(world).toHaveEmitted('JobCompleted')],
    ['no such field',         (world) => assertEmitted(world, 'JobFailed', { error: 'another' }),       (world) => expect(world).toHaveEmitted('JobFailed', { error: 'another' })],
    ['a matcher in a field',  (world) => assertEmitted(world, 'JobFailed', { error: expect.any(Number) }), (world) => expect(world).toHaveEmitted('JobFailed', { error: expect.any(Number) })],
    ['an event too many',     (world) => assertNotEmitted(world, 'JobFailed', { at: 2_000 }),           (world) => expect(world).not.toHaveEmitted('JobFailed', { at: 2_000 })],
    ['no such sequence',      (world) => assertSequence(world, ['JobFailed', 'JobStarted'], { of: 'job-1' }), (world) => expect(world).toHaveSequence(['JobFailed', 'JobStarted'], { of: 'job-1' })],
    ['a sequence too many',   (world) => assertNotSequence(world, ['JobStarted', 'JobFailed']),         (world) => expect(world).not.toHaveSequence(['JobStarted', 'JobFailed'])],
    ['another timeline',      (world) => assertTimeline(world, 'seq\n'),                                (world) => expect(world).toMatchTimeline('seq\n')],
    ['a broken invariant',    (world) => assertInvariants(doctored(world)),                             (world) => expect(doctored(world)).toHoldInvariants()],
  ])('%s', async (_, asserting, matching) => {
    await using world = await failedWorld();
    const [error, other] = [errorOf(() => asserting(world)), errorOf(() => matching(world))];
    expect(error.message).toBe(other.message);
    expect(error.message.length).toBeGreaterThan(100);
    expect(Object.getPrototypeOf(error)).toBe(Error.prototype);
    expect([error.actual, error.expected]).toStrictEqual([other.actual, other.expected]);
  });
});

/** A log in which the job starts twice. */
const doctored = ({ header, log }: TestWorld) => {
  const entries = [...log.entries()];
  const started = entries.filter(({ event }) => event.type === 'JobStarted');
  return { header, log: { entries: () => [...entries.slice(0, -1), ...started], entry: () => undefined } } as unknown as CheckedWorld;
};

test('assertions hold where they should', async () => {
  await using world = await failedWorld();
  assertEmitted(world, 'JobFailed', { at: 2_000, error: /^handler/ });
  assertEmitted(world, 'JobStarted', { attempt: { ending: 'fail' }, workerId: expect.stringContaining('ep-') });
  assertEmitted(world.engine, 'JobQueued', { input: { n: 1 } });
  assertNotEmitted(world, 'JobQueued', { input: {}, endpointId: 'another' });
  assertSequence(world, ['JobQueued', { type: 'JobStarted', workerId: /w1$/ }, 'JobFailed'], { of: 'job-1', exact: true });
  assertNotSequence(world, ['JobFailed', 'JobQueued']);
  assertInvariants(world);
  assertTimeline(world, world.timeline());
  assertTimeline(world, world.timeline('job-1'), { of: 'job-1' });
});

// biome-ignore format: a table
test.each<[string, unknown, boolean]>([
  ['less of an object',             { input: {} },                              true],
  ['an object in place of a list',  { input: { list: { 0: 1 } } },              false],
  ['all items of a list',           { input: { list: [1, { a: 1 }] } },         true],
  ['fewer items of a list',         { input: { list: [1] } },                   false],
  ['a property that is not there',  { input: { none: undefined } },             false],
  ['null',                          { input: { nothing: null } },               true],
  ['an object where there is null', { input: { nothing: {} } },                 false],
  ['a number in place of a text',   { input: { text: 1 } },                     false],
  ['a pattern of a text',           { input: { text: /^on/ } },                 true],
  ['a pattern of a number',         { input: { list: [/1/, expect.anything()] } }, false],
])('fields are compared partially: %s', async (_, fields, isThere) => {
  await using world = createWorld();
  await world.call.run({ endpoint_id: 'ep-demo', body: { input: { list: [1, { a: 1, b: 2 }], nothing: null, text: 'one' } } });
  (isThere ? assertEmitted : assertNotEmitted)(world, 'JobQueued', fields as object);
});

test('what is no world is refused', () => {
  expect(() => assertEmitted(broken, 'JobFailed')).toThrow('assertEmitted needs a world: one of createWorld, or one of the engine');
  expect(() => assertSequence(broken, ['JobFailed'])).toThrow('assertSequence needs a world');
});

describe('a timeline in a file', () => {
  const folder = new Folder();

  test('is written, compared, and overwritten where that is asked for', async () => {
    await using world = await failedWorld();
    const file = folder.at('a.timeline.txt');
    vi.stubEnv('CI', 'true');
    expect(() => assertTimeline(world, file)).toThrow(/there is no file .*a\.timeline\.txt; set PODSIM_UPDATE=1 to write it/);
    vi.stubEnv('CI', '');
    assertTimeline(world, file);
    expect(folder.read('a.timeline.txt')).toBe(world.timeline());
    await world.call.deletePod({ id: 'nosuch' });
    expect(() => assertTimeline(world, file)).toThrow(/if the new one is right, set PODSIM_UPDATE=1\n {2}line \d+:\n/);
    vi.stubEnv('PODSIM_UPDATE', '1');
    assertTimeline(world, file);
    vi.unstubAllEnvs();
    expect(folder.read('a.timeline.txt')).toBe(world.timeline());
  });
});
