import { expect, test } from 'vitest';
import { maskSecrets } from '../../engine/scenario/format/maskSecrets.ts';
import { stepKeys } from '../../engine/scenario/play/keys.ts';

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
  - { act: createRegistry, with: { body: { name: r, username: u, password: as it was } } }
load: [{ act: createSecret, with: { body: { name: TWO, value: ${value} } } }]
`;

test('a text that is handed on has no value of an account secret, and all else as it is written', () => {
  const open = scenario(`'hush hush'`, '|\n          hush\n          hush');
  const masked = maskSecrets(open);
  expect(masked).toBe(scenario('"(hidden)"', '"(hidden)"').replace('value: $one', 'value: "(hidden)"'));
  expect(maskSecrets(masked)).toBe(masked);
});

test('a step has the same key whether the value of a secret stands in it, or what stands for it', () => {
  const keysWith = (value: string) => stepKeys([{ act: 'createSecret', with: { body: { name: 'ONE', value } } }] as never);
  expect(keysWith('hush')).toStrictEqual(keysWith('(hidden)'));
  expect(keysWith('hush')).not.toStrictEqual(stepKeys([{ act: 'createSecret', with: { body: { name: 'TWO', value: 'hush' } } }] as never));
});

test('steps of what the interface document has keep the keys that they had', () => {
  const keysWith = (password: string) =>
    stepKeys([{ act: 'createRegistry', with: { body: { name: 'r', username: 'u', password } } }] as never);
  expect(keysWith('a')).not.toStrictEqual(keysWith('(hidden)'));
});
