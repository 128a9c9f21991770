import { describe, expect, test } from 'vitest';
import { playBalancerModel } from '../balancer/balancerModel.ts';
import { playBalancer } from '../balancer/playBalancer.ts';
import { choosePlans } from '../differing.ts';
import { playInEngine } from '../playInEngine.ts';
import { playInModel } from '../playInModel.ts';
import { playWorld } from '../world/playWorld.ts';
import { playWorldModel } from '../world/worldModel.ts';
import { randomBalancerDeletion, randomDeletion, randomWorldDeletion } from './randomDeletion.ts';

/** Three of the few in which one that waits for a host sees another of its endpoint go first, while a fault denies them a host that has room. */
const rareWorlds = [130, 1_088, 1_098];

/** What becomes of jobs, workers, calls that wait, later calls, limits and bills when an endpoint is deleted (endpoint.delete). */
describe('the models and the engine, where an endpoint is deleted,', () => {
  test('agree in each change, webhook and answer of its clients', () => {
    for (const k of choosePlans(60, 1_500, (number) => playInModel(randomDeletion(`deletion-${number}`)).lines)) {
      const plan = randomDeletion(`deletion-${k}`);
      const { lines, nanoDollars } = playInModel(plan);
      const { lines: played, cost } = playInEngine(plan);
      expect({ plan: k, lines, nanoDollars }).toStrictEqual({ plan: k, lines: played, nanoDollars: cost });
    }
  });

  test('agree in what becomes of the requests of a load balancer', () => {
    for (const k of choosePlans(60, 1_500, (number) => playBalancerModel(randomBalancerDeletion(`deletion-${number}`)).lines)) {
      const plan = randomBalancerDeletion(`deletion-${k}`);
      expect({ plan: k, ...playBalancerModel(plan) }).toStrictEqual({ plan: k, ...playBalancer(plan) });
    }
  });

  test('agree in what others do with the room that it leaves', () => {
    for (const k of new Set([
      ...choosePlans(40, 1_500, (number) => playWorldModel(randomWorldDeletion(`deletion-${number}`)).lines),
      ...rareWorlds,
    ])) {
      const plan = randomWorldDeletion(`deletion-${k}`);
      expect({ plan: k, ...playWorldModel(plan) }).toStrictEqual({ plan: k, ...playWorld(plan) });
    }
  });
});

const lines = Array.from({ length: 150 }, (_, k) => playInModel(randomDeletion(`deletion-${k}`)).lines.join('\n'));
const worlds = Array.from({ length: 60 }, (_, k) => playWorldModel(randomWorldDeletion(`deletion-${k}`)).lines.join('\n'));

test.each([
  { meet: 'workers in each status that are terminated', pattern: /w1 TERMINATED\n\d+ w2 TERMINATED/ },
  { meet: 'a job that is cancelled, and its worker is terminated before', pattern: /TERMINATED\n(.*TERMINATED\n)*\d+ job-\d+ CANCELLED/ },
  { meet: 'a call that waits, and is answered by the cancellation', pattern: /job-\d+ CANCELLED\n\d+ answers 200 job-\d+ CANCELLED/ },
  { meet: 'a webhook that is tried after it', pattern: /answers 204[\s\S]*webhook \d answered/ },
  { meet: 'a result that is kept after it', pattern: /answers 204[\s\S]*job-\d+ REMOVED/ },
  { meet: 'calls that find it gone', pattern: /answers 404 auth\.tenancy\n/ },
  { meet: 'a call too many to what is gone', pattern: /answers 404 auth\.tenancy\n[\s\S]*answers 429 limits\.queue/ },
  { meet: 'an API that fails before it', pattern: /answers 503 fault\.window\n[\s\S]*answers 204/ },
])('these plans meet $meet', ({ pattern }) => {
  expect(lines.filter((one) => pattern.test(one)).length).toBeGreaterThan(2);
});

test('some of these load balancers have requests that break with their worker, and some that wait', () => {
  const balancers = Array.from({ length: 60 }, (_, k) => playBalancerModel(randomBalancerDeletion(`deletion-${k}`)).lines.join('\n'));
  const broken = /w\d TERMINATED\n\d+ request-\d+ FAILED\n\d+ answers 502 lb\.traffic/;
  expect(balancers.filter((one) => broken.test(one)).length).toBeGreaterThan(5);
  expect(balancers.filter((one) => /answers 503 lb\.traffic\n\d+ request-\d+ CLOSED\n\d+ answers 204/.test(one)).length).toBeGreaterThan(5);
});

test('in some of these worlds others get its room, and some that wait for a host are terminated first', () => {
  expect(worlds.filter((one) => /[abc]-w\d TERMINATED\n\d+ [abc]-w\d INITIALIZING on host/.test(one)).length).toBeGreaterThan(5);
  expect(worlds.filter((one) => /([abc])-w[2-9] TERMINATED\n\d+ \1-w1 TERMINATED/.test(one)).length).toBeGreaterThan(2);
});
