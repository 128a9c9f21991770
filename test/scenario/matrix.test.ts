import { expect, test } from 'vitest';
import { listMembers, memberCount, seedList } from '../../engine/scenario/format/matrix.ts';
import { problemsOf, scenariosOf, scenarioText } from '../support/worlds/playing.ts';

const names = (matrix: Parameters<typeof listMembers>[0], seeds?: readonly string[]) => listMembers(matrix, seeds).map(({ name }) => name);

// biome-ignore format: a table
test.each([
  ['nothing asks for one run without a name',       undefined,                                         undefined,   [undefined]],
  ['seeds ask for one run each',                    { seeds: '3..5' },                                 undefined,   ['seed=3', 'seed=4', 'seed=5']],
  ['seeds may be words',                            { seeds: ['a', 'b'] },                             undefined,   ['seed=a', 'seed=b']],
  ['variables are combined, the last one fastest',  { variables: { n: [1, 2], of: ['x', { y: 1 }] } }, undefined,   ['n=1 of=x', 'n=1 of={"y":1}', 'n=2 of=x', 'n=2 of={"y":1}']],
  ['seeds go around variables',                     { seeds: '1..2', variables: { n: [1, 2] } },       undefined,   ['seed=1 n=1', 'seed=1 n=2', 'seed=2 n=1', 'seed=2 n=2']],
  ['seeds from outside replace the file’s own',     { seeds: '1..2', variables: { n: [1] } },          ['x'],       ['seed=x n=1']],
  ['seeds from outside need none in the file',      undefined,                                         ['x', 'y'],  ['seed=x', 'seed=y']],
])('%s', (_, matrix, seeds, expected) => {
  expect(names(matrix, seeds)).toStrictEqual(expected);
  expect(memberCount(matrix, seeds)).toBe(expected.length);
});

test('members are counted without being made', () => {
  const values = Array.from({ length: 1_000 }, (_, k) => k);
  expect(memberCount({ variables: { a: values, b: values, c: values, d: values } })).toBe(1e12);
});

test('a range holds both its ends', () => {
  expect(seedList('7..7')).toStrictEqual(['7']);
  expect(seedList('5..1')).toStrictEqual([]);
  expect(seedList(undefined)).toBeUndefined();
});

test('a member has its values where the file names them, of their own kind, and the first of all is marked', () => {
  const text = scenarioText('steps: [{ delay: $wait }]\nmatrix: { seeds: 1..2, variables: { max: [1, 2], wait: [5s] } }').replace(
    'max: 1',
    'max: $max',
  );
  const members = scenariosOf(text);
  expect(members.map(({ definition: { seed, endpoints } }) => [seed, endpoints[0]?.config.workers.max])).toStrictEqual([
    ['1', 1],
    ['1', 2],
    ['2', 1],
    ['2', 2],
  ]);
  expect(members.map(({ first }) => first)).toStrictEqual([true, false, false, false]);
  expect(members[0]?.spec.steps?.[0]?.delay).toBe(5_000);
});

test('a file that asks for too many runs is refused before any of them is read', () => {
  expect(problemsOf(scenarioText('matrix: { seeds: 1..10001 }\n'))).toStrictEqual([
    '6:9: asks for 10001 runs; a file may ask for at most 10000',
  ]);
});
