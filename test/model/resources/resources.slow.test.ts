import { describe, expect, test } from 'vitest';
import { choosePlans } from '../differing.ts';
import { playResources } from './playResources.ts';
import { randomResources } from './randomResources.ts';
import { playResourceModel } from './resourceModel.ts';

describe('the model of templates, registry credentials and secrets, and the engine', () => {
  test('agree in each answer, and no answer and no log says a secret', () => {
    for (const k of choosePlans(80, 2_500, (number) => playResourceModel(randomResources(`resources-${number}`)))) {
      const plan = randomResources(`resources-${k}`);
      expect({ plan: k, lines: playResourceModel(plan) }).toStrictEqual({ plan: k, lines: playResources(plan) });
    }
  });

  test('meet each refusal, lists of several pages, and public templates with a registry', () => {
    const lines = Array.from({ length: 80 }, (_, k) => playResourceModel(randomResources(`resources-${k}`))).flat();
    const refusals = lines.flatMap((line) => /^\d+ (4\d\d.*)$/.exec(line)?.[1] ?? []);
    expect([...new Set(refusals)].sort()).toStrictEqual([
      '400 cluster.template',
      '400 container.launch',
      '400 registry.delete-used',
      '400 template.delete-used',
      '401 auth.bearer',
      '403 auth.scope',
      '404 auth.tenancy',
      '404 cluster.template',
      '404 container.registry',
      '404 endpoint.template-access',
      '404 errors.unknown-route',
      '404 pod.template',
      '409 account.secrets',
      '422 account.secrets',
      '422 cluster.rename',
      '422 cluster.template',
      '422 container.fields',
      '422 container.image',
      '422 container.registry',
      '422 endpoint.create',
      '422 endpoint.template-access',
      '422 errors.validation',
      '422 list.pages',
      '422 mounts.extra',
      '422 mounts.patch-partial',
      '422 mounts.persistent-size',
      '422 pod.create-compute',
      '422 pod.template',
    ]);
    expect(lines.filter((line) => line.endsWith(' and more')).length).toBeGreaterThan(100);
    expect(lines.filter((line) => /\{.*public:true,registry:"registry-\d+"/.test(line)).length).toBeGreaterThan(20);
  });
});
