import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOrigin as originForAdapters } from '../../../engine/api/index.ts';
import { readOrigin } from '../../../engine/api/queue/webhooks.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { writeHeader } from '../../../engine/simulator/definition.ts';
import { rerun } from '../../../engine/world/history/rerun.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, jobIdOf, worldOf } from '../../support/worlds/worlds.ts';

const origin = 'http://127.0.0.1:9999';
const endpoints = [endpointOf('ep-a')];

/** A world whose one job ends at 1 s, and has a webhook. */
const withWebhook = (webhooks: readonly string[] | undefined, url = `${origin}/hook`) => {
  const world = new World(worldOf({ endpoints, ...(webhooks === undefined ? {} : { webhooks }) }));
  const submit = callOf('run', { endpoint_id: 'ep-a' }, { body: { input: {}, webhook: url } });
  const jobId = jobIdOf(world.call(submit));
  const report = (attempt: number, status: number) => {
    const request = { params: { job_id: jobId }, query: {}, body: { attempt, status } };
    const reply = world.call({ operation: 'reportWebhook', client: { key: null, because: 'operator' }, request });
    return 'answer' in reply ? reply.answer.body : undefined;
  };
  /** The events of its webhook, with their times in seconds. */
  const happened = () =>
    [...world.log.entries()].flatMap(({ at, event }) =>
      event.type.startsWith('JobWebhook') ? [`${event.type.slice(10)} ${at / 1_000}`] : [],
    );
  return { world, jobId, report, happened, until: (s: number) => world.advance({ to: (s * 1_000) as VirtualTime }) };
};

describe('a webhook to an origin that the definition names', () => {
  test('waits for what the receiver answers, however long that takes', () => {
    const { happened, until } = withWebhook([origin]);
    until(120);
    expect(happened()).toStrictEqual(['Posted 1']);
  });

  test('is tried again ten seconds after the last try', () => {
    const { happened, until, report } = withWebhook([origin]);
    until(4);
    expect(report(1, 500)).toStrictEqual({ again: true });
    until(11);
    expect(happened()).toStrictEqual(['Posted 1', 'Answered 4', 'Posted 11']);
    expect(report(2, 204)).toStrictEqual({ again: false });
    until(120);
    expect(happened()).toStrictEqual(['Posted 1', 'Answered 4', 'Posted 11', 'Answered 11']);
  });

  test('is tried again at once where the receiver took longer than that to answer, and ten seconds after that', () => {
    const { happened, until, report } = withWebhook([origin]);
    until(30);
    report(1, 0);
    until(31);
    report(2, 500);
    until(120);
    report(3, 500);
    until(240);
    expect(happened()).toStrictEqual(['Posted 1', 'Answered 30', 'Posted 30', 'Answered 31', 'Posted 40', 'Answered 120']);
  });

  test('has the same log when its inputs are rerun, the reports included', () => {
    const { world, until, report } = withWebhook([origin]);
    until(4);
    report(1, 500);
    report(1, 200);
    until(60);
    expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
  });

  test('differs from a simulated one in an otherwise equal world', () => {
    const kinds = [[origin], undefined, [origin], ['http://127.0.0.1:1']].map((webhooks) => {
      const { happened, until } = withWebhook(webhooks);
      until(1);
      return happened();
    });
    expect(kinds).toStrictEqual([['Posted 1'], ['Sent 1'], ['Posted 1'], ['Sent 1']]);
  });

  test('is simulated where the address only looks like it', () => {
    const { happened, until } = withWebhook([origin], 'http://127.0.0.1:9999@example.com/hook');
    until(1);
    expect(happened()).toStrictEqual(['Sent 1']);
  });
});

test('a definition without origins has the header that it always had', () => {
  expect(writeHeader(worldOf({ webhooks: [] }))).toStrictEqual(writeHeader(worldOf()));
  expect(writeHeader(worldOf({ webhooks: [] })).definition).not.toHaveProperty('webhooks');
  expect(writeHeader(worldOf({ webhooks: [origin] })).definition.webhooks).toStrictEqual([origin]);
});

// biome-ignore format: a table
test.each([
  ['http://127.0.0.1:9999/hook?a=b#c',  'http://127.0.0.1:9999'],
  ['HTTP://LocalHost:80/hook',          'http://localhost'],
  ['https://example.com:443',           'https://example.com'],
  ['https://example.com:80?a',          'https://example.com:80'],
  ['http://[::1]:9999/hook',            'http://[::1]:9999'],
  ['http://127.0.0.1:9999\\@evil.com',  'http://127.0.0.1:9999'],
  ['http://127.0.0.1:9999@evil.com',    undefined],
  ['http://a:b@127.0.0.1:9999',         undefined],
  ['ftp://127.0.0.1:9999',              undefined],
  ['127.0.0.1:9999',                    undefined],
  ['http://',                           undefined],
  ['http://exa mple.com',               undefined],
])('the origin of %s is %s', (url, wanted) => {
  expect(readOrigin(url)).toBe(wanted);
  // The URL class of the platform agrees where there is an origin. It also accepts credentials and unusual schemes.
  if (wanted !== undefined) expect(new URL(url).origin).toBe(wanted);
});

test('one function decides which origins are posted to, in the engine and in the adapters', () => {
  expect(originForAdapters).toBe(readOrigin);
  const sources = ['engine', 'adapters'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const declaring = sources.filter((path) =>
    /\b(?:const|function) readOrigin\b|\bnew URL\(url\)\.origin\b/.test(readFileSync(path, 'utf8')),
  );
  expect(declaring).toStrictEqual([join('engine', 'api', 'queue', 'webhooks.ts')]);
});
