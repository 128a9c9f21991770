import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readLog } from '../../adapters/store/file/logFile.ts';
import { definitionIssues } from '../../engine/api/contract/definition.ts';
import { imageReference, notAnImage } from '../../engine/api/contract/parts/image.ts';
import { takes } from '../../engine/api/readAs.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { upcasterOf } from '../../engine/world/history/upcast.ts';
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

const cpu = { id: 'cpu3c', vcpuCount: 2 };
const create = (world: World, image: string) => answered(world, 'createPod', { body: { name: 'p', image, cpu } });

describe('the definition of a world', () => {
  const naming = (image: string, settings = {}) => {
    const definition = worldOf({ settings });
    const [endpoint, ...more] = definition.endpoints;
    if (endpoint === undefined) throw new Error('the world has no endpoint');
    const { config } = endpoint;
    return { ...definition, endpoints: [{ ...endpoint, config: { ...config, container: { ...config.container, image } } }, ...more] };
  };

  test('names images by references', () => {
    expect(definitionIssues(naming('a b c'))).toStrictEqual([`definition.endpoints.0.config.container.image: ${notAnImage}`]);
    expect(definitionIssues(naming('a/b'))).toStrictEqual([]);
  });

  test('may let any text name an image', () => {
    expect(definitionIssues(naming('a b c', { pod: { images: 'any' } }))).toStrictEqual([]);
    const world = new World(worldOf({ settings: { pod: { images: 'any' } } }));
    expect(create(world, 'a b c').status).toBe(201);
    expect(create(new World(worldOf()), 'a b c').status).toBe(422);
  });
});

test('a world of a log up to format 4 is rerun with the images and the refusals that it had', () => {
  const anyImage = new World(worldOf({ settings: { pod: { images: 'any' }, job: { unknownKeys: 'refuse' } } }));
  const { endpoints } = anyImage.header.definition;
  expect(create(anyImage, 'a b c').status).toBe(201);
  const submitted = { named: { endpoint: String(endpoints[0]?.id) }, body: { input: {}, color: 'red' } };
  expect(answered(anyImage, 'run', submitted).status).toBe(422);
  const { settings } = olderHeader().definition;
  const { definition } = anyImage.header;
  expect([settings.pod, settings.job]).toMatchObject([{ images: 'any' }, { unknownKeys: 'refuse' }]);
  const again = rerun({ ...anyImage.header, definition: { ...definition, settings } }, anyImage.log.entries());
  expect([...again.log.entries()]).toStrictEqual([...anyImage.log.entries()]);
});

/** The header of a stored log of format 4, as it is read now. */
const olderHeader = () => {
  const { header } = readLog(fileURLToPath(new URL('../world/history/format-4.ndjson', import.meta.url)));
  expect(upcasterOf(header)).toMatchObject({ _tag: 'Right' });
  return header;
};
