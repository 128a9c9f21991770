import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { deliverWebhooks } from '../../../adapters/host/webhook/webhooks.ts';
import { seconds } from '../../../engine/kernel/time.ts';
import { Choice } from '../../../engine/lab/explorer/choice.ts';
import { World } from '../../../engine/world/world.ts';
import { eventually } from '../../support/eventually.ts';
import { fewOrAll } from '../../support/long.ts';
import { callOf, endpointOf, jobIdOf, worldOf } from '../../support/worlds/worlds.ts';

/** What a receiver does with a post: a status, or `breaks`, where its connection breaks before the answer. */
type Answer = 200 | 204 | 302 | 404 | 500 | 503 | 'breaks';
const answers: readonly Answer[] = [200, 204, 302, 404, 500, 503, 'breaks'];

/** A receiver that counts: what it does with each try of each job is drawn before, and it writes down what came. */
const countingReceiver = async (answerTo: (job: string, nth: number) => Answer) => {
  const came = new Map<string, number>();
  const server = createServer(async (req, res) => {
    const job = req.url?.slice(1) ?? '';
    for await (const _ of req);
    const nth = (came.get(job) ?? 0) + 1;
    came.set(job, nth);
    const answer = answerTo(job, nth);
    if (answer === 'breaks') req.socket.destroy();
    else res.writeHead(answer).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };
};

/** One POST, and up to two more until one is answered with 2xx (webhook.delivery). */
const triesOf = (drawn: readonly Answer[]): number => {
  const taken = drawn.findIndex((answer) => answer === 200 || answer === 204);
  return taken === -1 ? 3 : Math.min(taken + 1, 3);
};

const seeds = Array.from({ length: fewOrAll(4, 60) }, (_, seed) => seed);

test.each(seeds)('a receiver gets each webhook as often as the rulebook says, whatever it answers (%i)', async (seed) => {
  const choice = new Choice('delivery', String(seed));
  const drawn = Array.from({ length: 1 + choice.below(12) }, () => Array.from({ length: 3 }, () => choice.of(answers)));
  await using receiver = await countingReceiver((job, nth) => drawn[Number(job)]?.[nth - 1] ?? 500);
  let awaited = 0;
  const deliveries = deliverWebhooks({
    allowed: [receiver.origin],
    report: (jobId, attempt, status) => {
      const request = { params: { job_id: jobId }, query: {}, body: { attempt, status } };
      world.call({ operation: 'reportWebhook', client: { key: null, because: 'operator' }, request });
      awaited += 1;
    },
  });
  const world: World = new World(worldOf({ endpoints: [endpointOf('ep-a')], webhooks: [receiver.origin] }), {
    onChange: deliveries.onChange,
  });
  const posted = (): number => [...world.log.entries()].filter(({ event }) => event.type === 'JobWebhookPosted').length;
  const names = new Map<string, string>();
  for (const job of drawn.keys()) {
    const body = { input: { job }, webhook: `${receiver.origin}/${job}` };
    names.set(jobIdOf(world.call(callOf('run', { endpoint_id: 'ep-a' }, { body }))), String(job));
    world.advance({ by: seconds(choice.below(8)) });
    await eventually(() => expect(awaited).toBe(posted()));
  }
  for (let k = 0; k < 10; k++) {
    world.advance({ by: seconds(10) });
    await eventually(() => expect(awaited).toBe(posted()));
  }
  await deliveries.close();
  const expected = new Map(drawn.map((answers, job) => [String(job), triesOf(answers)]));
  expect(new Map([...receiver.came].sort())).toStrictEqual(new Map([...expected].sort()));
  // And the log says no other.
  const said = new Map<string, number>();
  for (const { event } of world.log.entries()) if (event.type === 'JobWebhookPosted') said.set(names.get(event.jobId) ?? '', event.attempt);
  expect(new Map([...said].sort())).toStrictEqual(new Map([...expected].sort()));
});
