import { describe, expect, test } from 'vitest';
import { imageReference, notAnImage } from '../../engine/api/contract/parts/image.ts';
import { definitionIssues } from '../../engine/api/definition.ts';
import { takes } from '../../engine/api/reading/readAs.ts';
import { World } from '../../engine/world/world.ts';
import { answered } from '../support/worlds/populatedWorld.ts';
import { worldOf } from '../support/worlds/worlds.ts';

const sha256 = `sha256:${'0123456789abcdef'.repeat(4)}`;
const references = [
  'a',
  'a/b',
  'an-image',
  'no/such:tag',
  'podsim/torch:2.8',
  'docker.io/library/python:3.12',
  'localhost:5000/a',
  'Registry.Example:5000/a/b_c/d__e/f--g:V1.2-x',
  `a@${sha256}`,
  `a/b:1@${sha256}`,
];
const others = [
  '',
  ' ',
  'a b c',
  'a/',
  '/a',
  'a//b',
  'A',
  'a/B',
  'a:',
  'a:-1',
  'a:1:2',
  'a@sha256:12',
  'a_',
  'a..b',
  '-a',
  'https://a/b',
  'a\n',
  'ä',
];

test.each(references)('%j is an image reference', (text) => {
  expect(takes(imageReference, text)).toBe(true);
});

test.each(others)('%j is none', (text) => {
  expect(takes(imageReference, text)).toBe(false);
});

test('a long text is refused in time linear in its length', () => {
  for (const part of ['a', 'a-', 'a.', 'a/', 'a_', 'a:1/']) expect(takes(imageReference, `${part.repeat(50_000)}!`)).toBe(false);
});

describe('the definition of a world', () => {
  const naming = (image: string) => {
    const definition = worldOf();
    const [endpoint, ...more] = definition.endpoints;
    if (endpoint === undefined) throw new Error('the world has no endpoint');
    const { config } = endpoint;
    return { ...definition, endpoints: [{ ...endpoint, config: { ...config, container: { ...config.container, image } } }, ...more] };
  };

  test('names images by references', () => {
    expect(definitionIssues(naming('a b c'))).toStrictEqual([`definition.endpoints.0.config.container.image: ${notAnImage}`]);
    expect(definitionIssues(naming('a/b'))).toStrictEqual([]);
  });

  test('and so do calls', () => {
    const cpu = { id: 'cpu3c', vcpuCount: 2 };
    expect(answered(new World(worldOf()), 'createPod', { body: { name: 'p', image: 'a b c', cpu } }).status).toBe(422);
  });
});
