import { expect, test } from 'vitest';
import { choosePlans } from '../differing.ts';
import { playLabelModel } from './labelModel.ts';
import { playLabels } from './playLabels.ts';
import { randomLabels } from './randomLabels.ts';

test('the model of tags and cost centers and the engine agree in each answer, page and bill', () => {
  for (const k of choosePlans(80, 5_000, (number) => playLabelModel(randomLabels(`labels-${number}`)).lines)) {
    const plan = randomLabels(`labels-${k}`);
    expect({ plan: k, ...playLabelModel(plan) }).toStrictEqual({ plan: k, ...playLabels(plan) });
  }
});

test('the plans meet each refusal, and bills and pages with something in them', () => {
  const lines = Array.from({ length: 80 }, (_, k) => playLabelModel(randomLabels(`labels-${k}`)).lines).flat();
  const refusals = lines.flatMap((line) => / answers (4\d\d.*)$/.exec(line)?.[1] ?? []);
  expect([...new Set(refusals)].sort()).toStrictEqual([
    '400 volume.size',
    '404',
    '409 pod.action-conflict',
    '422 errors.validation',
    '422 label.tags',
    '422 list.pages',
    '422 volume.size',
  ]);
  expect(lines.filter((line) => line.endsWith(' and more')).length).toBeGreaterThan(100);
  for (const prefix of ['pod', 'ep', 'cl']) {
    const isBill = new RegExp(` answers 200 \\d+ ${prefix}-\\d+ \\d+ \\d+`);
    expect(lines.filter((line) => isBill.test(line)).length, prefix).toBeGreaterThan(100);
  }
  // Three products side by side.
  expect(lines.filter((line) => / answers 200 \d+( \d+){6}(,|$)/.test(line)).length).toBeGreaterThan(100);
});
