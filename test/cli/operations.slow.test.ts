import { describe, expect, test } from 'vitest';
import { operationNames } from '../../adapters/cli/look/operations.ts';
import { podsim } from '../support/commandLine.ts';

describe('podsim spec operations', () => {
  test('lists all of them, and shows one, in 80 columns', async () => {
    const names = operationNames();
    const { out } = await podsim('spec', 'operations');
    expect(out.split('\n').filter((line) => /^ {2}\w/.test(line))).toHaveLength(names.length);
    const shown = [out];
    for (const name of ['createPod', 'run', 'requestEndpoint']) shown.push((await podsim('spec', 'operations', name)).out);
    const long = shown.flatMap((text) => text.split('\n')).filter((line) => line.length > 80);
    expect(long).toStrictEqual([]);
  });

  test('says what one takes, and how it is called', async () => {
    const { out } = await podsim('spec', 'operations', 'createEndpoint');
    expect(out).toContain('  POST /v2/serverless\n');
    expect(out).toMatch(/\n {2}workers\.max +whole number 0 to 1000; 3 unless given\n/);
    expect(out).toContain('await world.call.createEndpoint({ body: { … } })');
    expect(out).toMatch(/scenarios that call it\n {2}podsim run \S+\.scenario\.yaml/);
  });

  test('has the schemas as JSON', async () => {
    const { body } = JSON.parse((await podsim('spec', 'operations', 'run', '--json')).out);
    expect(body).toMatchObject({ type: 'object', required: ['input'], properties: { policy: { type: 'object' } } });
  });

  test('knows the nearest of a name that is misspelt', async () => {
    expect(await podsim('spec', 'operations', 'getPodd')).toMatchObject({ code: 3, err: expect.stringContaining("did you mean 'getPod'") });
  });
});
