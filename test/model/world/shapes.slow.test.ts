import { describe, expect, test } from 'vitest';
import { choosePlans } from '../differing.ts';
import { playWorld } from './playWorld.ts';
import { randomShapes } from './randomShapes.ts';
import { playWorldModel } from './worldModel.ts';

/** Where workers take one GPU or two, or the first of several shapes of CPUs that fits, and releases change what they take. */
describe('the models of endpoints that change what their workers take, and the engine', () => {
  test('agree in each change of status, each answer, each list of releases and the cost', () => {
    for (const k of choosePlans(30, 2_000, (number) => playWorldModel(randomShapes(`shapes-${number}`)).lines)) {
      const plan = randomShapes(`shapes-${k}`);
      expect({ plan: k, ...playWorldModel(plan) }).toStrictEqual({ plan: k, ...playWorld(plan) });
    }
  });

  const plans = Array.from({ length: 60 }, (_, k) => randomShapes(`shapes-${k}`));
  const lines = plans.flatMap((plan) => playWorldModel(plan).lines);

  test('meet each refusal of shapes, and releases of GPUs and of CPUs', () => {
    const refusals = lines.flatMap((line) => / answers (4\d\d \S*(?:cpu|patch|priced|validation)\S*)$/.exec(line)?.[1] ?? []);
    expect([...new Set(refusals)].sort()).toStrictEqual([
      '400 billing.priced',
      '400 endpoint.patch',
      '400 pod.cpu-flavor',
      '422 endpoint.cpu-duplicates',
      '422 errors.validation',
    ]);
    expect(lines.filter((line) => / releases .* gpuCount 1 to 2/.test(line)).length).toBeGreaterThan(10);
    expect(lines.filter((line) => / releases .* cpu cpu.* to cpu/.test(line)).length).toBeGreaterThan(10);
  });

  test('differ where workers take the last of the shapes that fit, not the first', () => {
    const differing = plans.filter((plan) => {
      const endpoints = plan.endpoints.map((endpoint) => ({ ...endpoint, shapes: [...endpoint.shapes].reverse() }));
      return playWorldModel({ ...plan, endpoints }).cost !== playWorldModel(plan).cost;
    });
    expect(differing.length).toBeGreaterThan(5);
  });
});
