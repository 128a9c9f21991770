import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();
const skeleton = 'test/api/management-v2.skeleton.json';

interface Compared {
  readonly differences: readonly {
    readonly operation: string;
    readonly of: string;
    readonly name: string;
    readonly scenarios: readonly string[];
  }[];
  readonly leftOut: readonly string[];
}

const compared = async (...args: string[]): Promise<Compared> =>
  JSON.parse((await podsim('spec', 'contracts', 'diff', ...args, '--json')).out) as Compared;

test('without a word, it lists what each contract added, and where that was seen', async () => {
  const { code, out } = await podsim('spec', 'contracts');
  expect(code).toBe(0);
  expect(out).toMatch(/^2026-08: the interface document\n2026-11 adds\n {2}pagination /);
  expect(out).toContain('[pages of the reference, 13 October and 3 November 2026]');
});

test('a contract does not differ from itself', async () => {
  expect(await podsim('spec', 'contracts', 'diff', '2026-11', '2026-11')).toStrictEqual({ code: 0, out: 'nothing differs\n', err: '' });
});

test('two contracts differ by operation and field, and the scenarios that touch it are named', async () => {
  const { code, out } = await podsim('spec', 'contracts', 'diff', '2026-08', '2026-11');
  expect(code).toBe(1);
  expect(out).toContain('\n  + body gpu.minRamPerGpu, type integer, minimum 1\n');
  const filter = (await compared('2026-08', '2026-11')).differences.find(({ name }) => name === 'gpu.minRamPerGpu');
  expect(filter).toMatchObject({ operation: 'POST /v2/pods', of: 'body' });
  expect(filter?.scenarios.map((file) => file.slice(file.lastIndexOf('/') + 1))).toContain('contract-of-november.scenario.yaml');
});

test('a document that a person has is compared with what it is about', async () => {
  const { code, out } = await podsim('spec', 'contracts', 'diff', '2026-08', skeleton);
  expect(code).toBe(1);
  expect(out).toContain('not compared: the queue API, of which one of them has nothing\n');
  expect(out).not.toContain('/v2/{}/run\n');
});

test('a planted drift is found: an operation, a status, a field, a word of an enum', async () => {
  const before = (await compared('2026-08', skeleton)).differences;
  const document = JSON.parse(readFileSync(skeleton, 'utf8'));
  document.paths['/v2/pods/{podId}'] = document.paths['/v2/pods/{id}'];
  delete document.paths['/v2/pods/{id}'];
  document.paths['/v2/new'] = { get: { responses: {} } };
  document.paths['/v2/pods'].post.responses['402'] = document.paths['/v2/pods'].post.responses['401'];
  document.components.schemas.PodStatus.enum.push('SLEEPING');
  document.components.schemas.Pod.allOf[1].properties.color = { type: 'string' };
  const path = folder.write('drifted.json', JSON.stringify(document));
  const known = new Set(before.map((one) => JSON.stringify(one)));
  const found = (await compared('2026-08', path)).differences.filter((one) => !known.has(JSON.stringify(one)));
  const lines = new Set(found.map(({ operation, of, name }) => `${operation} ${of} ${name}`.trim()));
  for (const line of [
    'GET /v2/new operation',
    'POST /v2/pods status 402',
    'GET /v2/pods answer pods[].color',
    'GET /v2/pods/{} answer status',
  ])
    expect([...lines]).toContain(line);
  // A parameter of a path may have any name.
  expect([...lines].filter((line) => line === 'GET /v2/pods/{} operation')).toStrictEqual([]);
});

test.each([
  ['no contract', ['2026-12', '2026-08'], 'there is no contract 2026-12'],
  ['one alone', ['2026-08'], 'diff compares two'],
  ['no file', ['2026-08', 'none.json'], 'there is no such file or folder'],
  ['no document', ['2026-08', 'package.json'], 'is no OpenAPI document'],
  ['no JSON', ['2026-08', folder.write('broken.json', '{"paths": ')], 'is no JSON'],
])('%s is refused with what to do', async (_, args, words) => {
  const { code, err } = await podsim('spec', 'contracts', 'diff', ...args);
  expect(code).toBe(3);
  expect(err).toContain(words);
});
