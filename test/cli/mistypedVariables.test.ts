import { expect, test } from 'vitest';
import { describeMistyped } from '../../adapters/cli/serve/mistypedVariables.ts';

const ofOptions = ['PODSIM_PORT', 'PODSIM_API_KEY'];

test.each([{ PODSIM_PROT: '8080' }, { PODSIM_APIKEY: 'k' }, { PODSIM_COVERGE: 'met' }])(
  'a variable that is misspelt is told what it may have meant: %j',
  (env) => {
    const [name = ''] = Object.keys(env);
    expect(describeMistyped(env, ofOptions)).toStrictEqual([
      expect.stringContaining(`${name} is set, and changes nothing; did you mean PODSIM_`),
    ]);
  },
);

test.each([
  { PODSIM_PORT: '8080' },
  { PODSIM_TEST_KEY: 'of the program' },
  { PORT: '8080' },
  { PODSIM_PROT: 'of the program', PODSIM_PORT: '8080' },
])('one that podsim reads, and one of the program, is not: %j', (env) => {
  expect(describeMistyped(env, ofOptions)).toStrictEqual([]);
});
