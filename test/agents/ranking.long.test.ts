import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compareResults } from '../../engine/agents/index.ts';
import { playAgent, taskIn } from './playAgent.ts';
import { styles } from './scripts/styles.mjs';

const names = readdirSync('scenarios/tasks').flatMap((name) => (name.endsWith('.task.yaml') ? [name.slice(0, -'.task.yaml'.length)] : []));
const seeds = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const others = Object.keys(styles).filter((style) => !['careful', 'naive', 'random'].includes(style));

/** Which pairs of styles were ranked wrongly, and how many there were. */
const pairs: { total: number; readonly wrong: string[] } = { total: 0, wrong: [] };

describe('on every world, agents that follow a script are ranked rightly:', () => {
  test.each(names)('%s', async (name) => {
    const task = taskIn(`scenarios/tasks/${name}.task.yaml`, seeds);
    const points = { naive: 0, random: 0 };
    for (const [k, seed] of seeds.entries()) {
      const [careful, naive] = [await playAgent(task, 'careful', k), await playAgent(task, 'naive', k)];
      const note = (pair: string, isRight: boolean) => {
        pairs.total += 1;
        if (!isRight) pairs.wrong.push(`${name}, seed ${seed}: ${pair}`);
      };
      note('careful above naive', compareResults(task.spec, careful, naive) < 0);
      for (const style of others) note(`naive above ${style}`, compareResults(task.spec, naive, await playAgent(task, style, k)) < 0);
      points.naive += naive.points;
      points.random += (await playAgent(task, 'random', k)).points;
    }
    expect(points.random).toBeLessThanOrEqual(points.naive);
  });

  test('at least 98 of 100 pairs, of at least 200 worlds', () => {
    expect(names.length * seeds.length).toBeGreaterThanOrEqual(200);
    expect(pairs.total).toBe(names.length * seeds.length * (1 + others.length));
    expect({ wrong: pairs.wrong, most: Math.floor(pairs.total / 50) }).toSatisfy(
      ({ wrong, most }: { readonly wrong: readonly string[]; readonly most: number }) => wrong.length <= most,
    );
  });
});
