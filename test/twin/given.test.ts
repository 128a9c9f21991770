import { expect, test } from 'vitest';
import { configurationFrom } from '../../adapters/cli/twin/options.ts';

// biome-ignore format: a table
test.each([
  [{ queueDelay: '0s' },                     /queueDelay 0s: give at least 500ms/],
  [{ idleTimeout: '2h' },                    /idleTimeout 7200s: give whole seconds from 1s to 1h/],
  [{ idleTimeout: '1500ms' },                /idleTimeout 1.5s: give whole seconds/],
  [{ workersMax: '0' },                      /workers\.max 0: no job has run then/],
  [{ workersMin: '5', workersMax: '2' },     /workers\.min 5: is more than workers\.max 2/],
])('an endpoint that the platform would not take is refused before its records are fitted: %j', (options, words) => {
  expect(() => configurationFrom(options)).toThrow(words);
});

test('one that it takes is what was given', () => {
  expect(configurationFrom({ workersMin: '2', idleTimeout: '1s', queueDelay: '500ms' })).toStrictEqual({
    workersMin: 2,
    idleTimeoutMs: 1_000,
    queueDelay: 0.5,
  });
});
