import { describe, expect, test } from 'vitest';
import { fewOrAll } from '../../support/long.ts';
import { playWorld } from './playWorld.ts';
import { randomWorld } from './randomWorld.ts';
import { playWorldModel } from './worldModel.ts';

/** Who has room and who gets it next, where endpoints and pods share few hosts: sleepers give way, hosts fail, and all that wait form one line. */
describe('the models of endpoints and pods, on one ground, and the engine', () => {
  test('agree in each change of status, each answer and the cost, where room is short', () => {
    for (let k = 0; k < fewOrAll(60, 5_000); k++) {
      const plan = randomWorld(`world-${k}`);
      expect({ plan: k, ...playWorldModel(plan) }).toStrictEqual({ plan: k, ...playWorld(plan) });
    }
  });
});
