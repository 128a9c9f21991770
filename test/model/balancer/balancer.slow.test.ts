import { expect, test } from 'vitest';
import { choosePlans } from '../differing.ts';
import { playBalancerModel } from './balancerModel.ts';
import { playBalancer } from './playBalancer.ts';
import { randomBalancer } from './randomBalancer.ts';

test('the model of a load balancer and the engine agree in each change of status, each answer and the cost', () => {
  for (const k of choosePlans(150, 10_000, (number) => playBalancerModel(randomBalancer(`balancer-${number}`)).lines)) {
    const plan = randomBalancer(`balancer-${k}`);
    expect({ plan: k, ...playBalancerModel(plan) }).toStrictEqual({ plan: k, ...playBalancer(plan) });
  }
});

test('the plans meet each status of a request, and each answer', () => {
  const lines = Array.from({ length: 150 }, (_, k) => playBalancerModel(randomBalancer(`balancer-${k}`)).lines).flat();
  const collect = (pattern: RegExp) => [...new Set(lines.flatMap((line) => pattern.exec(line)?.[1] ?? []))].sort();
  expect(collect(/ request-\d+ (\w+)/)).toStrictEqual(['ANSWERED', 'CLOSED', 'FAILED', 'IN_FLIGHT', 'WAITING']);
  expect(collect(/ answers (\d+ lb\.[\w-]+)/)).toStrictEqual([
    '400 lb.no-worker',
    '404 lb.affinity',
    '502 lb.traffic',
    '503 lb.health',
    '503 lb.traffic',
    '504 lb.traffic',
  ]);
  expect(collect(/ answers (\d+)(?: by w\d+)?$/)).toStrictEqual(['200', '201', '204', '404', '418', '500']);
});
