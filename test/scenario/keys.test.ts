import { describe, expect, test } from 'vitest';
import { loadNames, stepKeys } from '../../engine/scenario/load/keys.ts';
import type { StepSpec } from '../../engine/scenario/step/stepFormat.ts';

const keys = (...steps: object[]): readonly string[] => stepKeys(steps as readonly StepSpec[]);

describe('the key of a step', () => {
  test('is its name', () => {
    expect(keys({ name: 'first', act: 'listPods' })).toStrictEqual(['step/first']);
  });

  test('without a name follows from its contents, and from how many steps before it are the same', () => {
    const [one, other, later, again] = keys({ act: 'run' }, { act: 'health' }, { act: 'run', delay: 1 }, { act: 'run' });
    expect(one).toMatch(/^run\/[0-9a-f]{8}\/1$/);
    expect(again).toBe(one?.replace(/1$/, '2'));
    expect(new Set([one, other, later, again]).size).toBe(4);
  });

  test('stays when a step comes between two others', () => {
    const [one, other] = keys({ act: 'run' }, { act: 'health' });
    expect(keys({ act: 'run' }, { act: 'listPods' }, { act: 'health' })).toEqual([one, expect.any(String), other]);
  });
});

test('a load without a name is called after its first call, and counted', () => {
  const load = (endpoint: string) => ({ with: { endpoint } }) as never;
  const users = {
    steps: [
      { act: 'createPod', with: {} },
      { act: 'run', with: { endpoint: 'ep-a' } },
    ],
  } as never;
  expect(loadNames([load('ep-a'), load('ep-b'), load('ep-a'), users])).toStrictEqual([
    'run/ep-a#1',
    'run/ep-b#1',
    'run/ep-a#2',
    'createPod/#1',
  ]);
});
