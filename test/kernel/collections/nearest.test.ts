import { describe, expect, test } from 'vitest';
import { worldOperations } from '../../../engine/api/operations.ts';
import { gpuTypes } from '../../../engine/cloud/catalog/gpuTypes.ts';
import { findPart, nearestTo, suggestion, unknownChoice } from '../../../engine/kernel/collections/nearest.ts';

const acts = worldOperations.map(({ id }) => id);
const gpus = gpuTypes.map(({ id }) => id);

describe('what an unknown name may mean', () => {
  // biome-ignore format: a table
  test.each<[string, readonly string[], readonly string[]]>([
    ['purge',              acts, ['purgeQueue']],
    ['queue-purge',        acts, ['purgeQueue']],
    ['PURGEQUEUE',         acts, ['purgeQueue']],
    ['runn',               acts, ['run']],
    ['worker.max',         ['endpoint.queuePerWorkerMax', 'workers.max'], ['workers.max']],
    ['max.worker',         ['endpoint.queuePerWorkerMax', 'workers.max'], ['endpoint.queuePerWorkerMax']],
    ['zebra',              acts, []],
    ['create',             acts, []],
    ['RTX 4090',           gpus, ['NVIDIA GeForce RTX 4090']],
    ['GeForce 4090',       gpus, ['NVIDIA GeForce RTX 4090']],
    ['H100',               gpus, ['NVIDIA H100 NVL', 'NVIDIA H100 PCIe', 'NVIDIA H100 80GB HBM3']],
    ['NVIDIA A41',         gpus, ['NVIDIA A40']],
    ['TPU v4',             gpus, []],
    ['jbo',                ['pod', 'job'], ['job']],
    ['a',                  ['b', 'abc'], []],
    ['rn',                 ['run', 'rerun'], ['run']],
  ])('%s', (name, known, nearest) => {
    expect(nearestTo(name, known)).toStrictEqual(nearest);
  });

  test('is said before all known names, or the place where all are listed', () => {
    expect(suggestion('jbo', ['pod', 'job'], 'x')).toBe("; did you mean 'job'? (there are pod, job)");
    expect(suggestion('zebra', ['pod', 'job'], 'x')).toBe('; there are pod, job');
    expect(suggestion('jobs', ['job'], 'x')).toBe("; did you mean 'job'?");
    expect(suggestion('zebra', acts, '/docs')).toBe('; /docs lists all');
    expect(suggestion('H100', gpus, '/docs')).toBe(
      "; did you mean 'NVIDIA H100 NVL', 'NVIDIA H100 PCIe' or 'NVIDIA H100 80GB HBM3'? (/docs lists all)",
    );
  });
});

test('a unit that is written out is meant by what is short for it', () => {
  const units = ['ms', 's', 'min', 'h', 'd', 'count', 'ratio'];
  const meant = (name: string, known = units) => /did you mean '(\w+)'/.exec(unknownChoice(name, known, 'a list'))?.[1];
  expect(['sec', 'seconds', 'minutes', 'msec', 'Hours', 'days'].map((name) => meant(name))).toStrictEqual([
    's',
    's',
    'min',
    'ms',
    'h',
    'd',
  ]);
  expect(meant('fortnight')).toBeUndefined();
});

test('a name that has the words of a known one among others has it as its part', () => {
  const known = ['name', 'image', 'disk', 'gpu', 'id', 'dataCenterIds'];
  const parts = ['imageName', 'containerDiskInGb', 'gpuTypeIds', 'volume', 'myId'].map((one) => findPart(one, known));
  expect(parts).toStrictEqual(['image', 'disk', 'gpu', undefined, undefined]);
});
