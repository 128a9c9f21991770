import { readFileSync } from 'node:fs';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../../../adapters/cli/files.ts';
import { BoundedCache } from '../../../engine/lab/explorer/corpus/boundedCache.ts';
import { readStory } from '../../../engine/lab/explorer/readStory.ts';
import type { Story } from '../../../engine/lab/explorer/story.ts';
import { readYaml } from '../../../engine/scenario/format/yamlFile.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import { type Scenario, scenariosFrom } from '../../../engine/scenario/scenario.ts';

const storyOf = (file: string): Story => {
  const yaml = readYaml(file, readFileSync(file, 'utf8'));
  return isLeft(yaml) ? expect.fail(yaml.left[0]?.message) : (yaml.right.data as Story);
};

/** As any scenario file is read. */
const asFile = (story: Story, file: string): Scenario => {
  const nowhere = () => ({ line: 1, column: 1 });
  const source = { file, data: story, placeOf: nowhere, placeOfKey: nowhere };
  const read = scenariosFrom(source, () => undefined, undefined, {}, { lint: false });
  return isLeft(read) ? expect.fail(read.left[0]?.message) : (read.right[0] as Scenario);
};

describe('a story that is read part by part', () => {
  test('is the scenario that its file is, also when its parts are remembered', () => {
    let compared = 0;
    for (const file of scenarioFiles(['scenarios'])) {
      const story = storyOf(file);
      if (readStory(story, file) === undefined) continue;
      compared += 1;
      const { spec, definition } = asFile(story, file);
      const again = readStory(story, file);
      expect([again?.spec, again?.definition], file).toStrictEqual([spec, definition]);
    }
    expect(compared).toBeGreaterThan(250);
  });

  const story: Story = {
    title: 'a job',
    world: { endpoints: [{ id: 'ep-a' }] },
    steps: [{ act: 'run', with: { endpoint: 'ep-a', body: { input: {} } } }],
  };

  test.each([
    ['seed', { seed: 'another' }],
    ['start', { start: '2027-01-01T00:00:00Z' }],
    ['faults', { faults: [{ fault: 'api-error', limit: 1 }] }],
    ['webhooks', { webhooks: ['*'] }],
    ['world', { world: { endpoints: [{ id: 'ep-a' }, { id: 'ep-b' }] } }],
  ])('has another world where it says another %s', (_what, change) => {
    const [before, after] = [readStory(story, 'a'), readStory({ ...story, ...change }, 'a')];
    if (before === undefined || after === undefined) return expect.fail('it is not read');
    expect(after.definition).not.toStrictEqual(before.definition);
    expect(after.definition).toStrictEqual(asFile({ ...story, ...change }, 'a').definition);
  });

  test('is not changed by a run', () => {
    const first = readStory(story, 'a');
    if (first === undefined) return expect.fail('it is not read');
    const text = JSON.stringify(first);
    const { world } = play(first);
    expect(world.log.length).toBeGreaterThan(3);
    const again = readStory(structuredClone(story), 'a');
    expect(JSON.stringify(again)).toBe(text);
    expect(again?.spec.steps?.[0]).toBe(first.spec.steps?.[0]);
  });

  test.each([
    ['a matrix', { matrix: { seeds: '1..3' } }],
    ['an included world', { world: { include: 'w.yaml' } }],
    ['a step that is none', { steps: [{ act: 'fly' }] }],
    ['a step after one that there is not', { steps: [{ act: 'listPods', after: 'another' }] }],
    ['a list that is none', { steps: 3 }],
    ['an endpoint of no account', { world: { endpoints: [{ id: 'ep-a', owner: 'nobody' }] } }],
  ])('is left to the reader of files where it has %s', (_what, change) => {
    expect(readStory({ ...story, ...change }, 'a')).toBeUndefined();
  });
});

describe('what is remembered', () => {
  test('is made once, and forgotten when so many others were made after it', () => {
    const cached = new BoundedCache<string>(2);
    const made: string[] = [];
    const get = (text: string) =>
      cached.get(text, () => {
        made.push(text);
        return text.toUpperCase();
      });
    expect(['a', 'b', 'a', 'b', 'c', 'b', 'a'].map(get)).toStrictEqual(['A', 'B', 'A', 'B', 'C', 'B', 'A']);
    expect(made).toStrictEqual(['a', 'b', 'c', 'a']);
  });

  test('is nothing where nothing could be made', () => {
    const cached = new BoundedCache<string>(2);
    expect(cached.get('a', () => undefined)).toBeUndefined();
    expect(cached.get('a', () => 'A')).toBe('A');
  });
});
