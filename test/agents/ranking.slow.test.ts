import { describe, expect, test } from 'vitest';
import { compareResults } from '../../engine/agents/index.ts';
import { playAgent, taskIn } from './playAgent.ts';

describe('of agents that follow a script', () => {
  test.each(['cold-start', 'orphaned-pod'])(
    'the careful one does %s, the naive one is below it, and the others below that',
    async (name) => {
      const task = taskIn(`scenarios/tasks/${name}.task.yaml`, ['1']);
      const [careful, naive] = [await playAgent(task, 'careful'), await playAgent(task, 'naive')];
      expect([careful.verdicts.filter(({ isMet }) => !isMet), careful.points]).toStrictEqual([[], 1_000]);
      expect(compareResults(task.spec, careful, naive)).toBeLessThan(0);
      for (const style of ['spendthrift', 'wrong', 'idle', 'random'])
        expect([style, compareResults(task.spec, naive, await playAgent(task, style)) < 0]).toStrictEqual([style, true]);
    },
  );
});
