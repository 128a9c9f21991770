import { describe, expect, test } from 'vitest';
import { playAgent, taskIn } from './playAgent.ts';

const regretOfStyle = async (name: string, style: string) =>
  await playAgent(taskIn(`scenarios/tasks/${name}.task.yaml`, ['1']), style, 0, { regret: true });

describe('the regret of a run', () => {
  test('is nothing where nothing could be done better, and each action has what doing nothing and the best would come to', async () => {
    const { regret, dollars } = await regretOfStyle('pod-overnight', 'careful');
    expect(regret).toMatchObject({ dollars: 0, ms: 0, inevitableSince: null, untried: 0 });
    const [start, stop, end] = regret?.steps ?? [];
    expect(start).toMatchObject({ nothing: { isMet: false, ms: 57_600_000 }, best: { isMet: true, dollars, ms: 10_000 }, loses: false });
    expect(stop).toMatchObject({ atMs: 10_000, nothing: { isMet: false, dollars: 7.1956 }, best: { isMet: true, dollars } });
    expect(end).toMatchObject({ words: 'the agent ended', nothing: { isMet: true, dollars } });
  });

  test('is what an agent leaves running, from the entry on at which it ended', async () => {
    const { regret, dollars } = await regretOfStyle('pod-overnight', 'naive');
    const last = regret?.steps.at(-1);
    expect(last).toMatchObject({ loses: true, best: { isMet: true, words: expect.stringMatching(/^podAction \S+ \{"action":"stop"\}$/) } });
    expect(last?.dollars).toBeCloseTo(dollars - (last?.best.dollars ?? 0), 4);
    expect(regret).toMatchObject({ dollars: last?.dollars, inevitableSince: { seq: last?.seq, words: 'the agent ended' } });
  });

  test('of one who does nothing is the time that two actions, one after the other, would have saved', async () => {
    const { regret } = await regretOfStyle('pod-overnight', 'idle');
    expect(regret?.steps).toMatchObject([
      { best: { words: expect.stringMatching(/^podAction .*start.*; once the goal is met, podAction .*stop/), ms: 10_000 } },
    ]);
    expect(regret?.ms).toBe(57_590_000);
  });

  test('falls on the action that should have been left out', async () => {
    const { regret } = await regretOfStyle('attached-volume', 'spendthrift');
    expect(regret?.steps[0]).toMatchObject({ words: expect.stringMatching(/^createPod/), loses: false });
    const costly = regret?.steps.filter(({ dollars }) => dollars > 10).map(({ words }) => words.split(' ')[0]);
    // The last of the three could still have been ended when the agent was.
    expect(costly).toStrictEqual(['createPod', 'createPod', 'the']);
    expect(regret?.steps[0]?.best.words).toBe('leave out this and all like it');
  });
});
