import { expect, test } from 'vitest';
import { stepKeys } from '../../../engine/scenario/load/keys.ts';
import { maskSecrets } from '../../../engine/scenario/step/maskSecrets.ts';

const scenario = (value: string, block: string): string => `title: secrets of an account
steps:
  - act: createSecret
    with: &first
      body: { name: ONE, value: ${value}, description: said aloud } # of the team
  - { act: updateSecret, with: { secret: $one, body: { value: ${value} } } }
  - act: updateSecret
    with:
      secret: $one
      body:
        value: ${block}
  - { act: createSecret, with: *first }
  - { act: updateSecret, with: { secret: $one, body: { value: $one, description: null } } }
load: [{ act: createSecret, with: { body: { name: TWO, value: ${value} } } }]
`;

test('a text that is handed on has no value of an account secret, and all else as it is written', () => {
  const open = scenario(`'hush hush'`, '|\n          hush\n          hush');
  const masked = maskSecrets(open);
  expect(masked).toBe(scenario('"(hidden)"', '"(hidden)"'));
  expect(maskSecrets(masked)).toBe(masked);
});

test('a step has the same key whether the value of a secret stands in it, or what stands for it', () => {
  const keysWith = (value: string) => stepKeys([{ act: 'createSecret', with: { body: { name: 'ONE', value } } }] as never);
  expect(keysWith('hush')).toStrictEqual(keysWith('(hidden)'));
  expect(keysWith('hush')).not.toStrictEqual(stepKeys([{ act: 'createSecret', with: { body: { name: 'TWO', value: 'hush' } } }] as never));
});

/** Steps of what the interface document has, as they are written and as they are handed on. */
const older = (value: string, digest: (of: string, separator?: string) => string): string => `title: secrets of requests
steps:
  - ${digest('0bfc260f', '\n    ')}act: createRegistry
    with: { body: { name: r, username: u, password: ${value} } } # of the team
  - { at: 1s, ${digest('e1b30510')}act: run, with: { endpoint: ep, body: { input: {}, s3Config: { accessId: a, accessSecret: ${value}, bucketName: b, endpointUrl: c } } } }
  - { name: third, act: createRegistry, with: { body: { name: r, username: u, password: ${value} } } }
  - { act: createRegistry, with: { body: { name: r, username: u, password: $saved } } }
  - { act: createRegistry, with: { body: { name: $each, username: u, password: ${value} } } }
  - repeat: { times: 2 }
    steps:
      - with: { body: { name: r4, username: u, "pass\\u0077ord": ${value} } }
        ${digest('2add78ee', '\n        ')}act: createRegistry
matrix: { variables: { each: [a, b] } }
load: [{ steps: [{ act: createRegistry, with: { body: { name: r, username: u, password: ${value} } } }] }]
`;

test('a text that is handed on has the length of a password that is refused for it', () => {
  const step = (password: string): string =>
    `steps: [{ name: a, act: createRegistry, with: { body: { name: r, username: u, password: ${password} } } }]\n`;
  expect(maskSecrets(step('p'.repeat(20_000)))).toBe(step('"(hidden: 20000 characters)"'));
});

test('the digest of a step stands where a secret was that its key depends on', () => {
  const handedOn = older('"(hidden)"', (of, separator = ', ') => `digest: "${of}"${separator}`);
  expect(maskSecrets(older('hush hush', () => ''))).toBe(handedOn);
  expect(maskSecrets(handedOn)).toBe(handedOn);
  const keysWith = (password: string, digest?: string) =>
    stepKeys([{ act: 'createRegistry', with: { body: { name: 'r', username: 'u', password } }, digest }] as never);
  expect(keysWith('(hidden)', '0bfc260f')).toStrictEqual(keysWith('hush hush'));
});

test('steps of what the interface document has keep the keys that they had', () => {
  const keysWith = (password: string) =>
    stepKeys([{ act: 'createRegistry', with: { body: { name: 'r', username: 'u', password } } }] as never);
  expect(keysWith('a')).not.toStrictEqual(keysWith('(hidden)'));
});
